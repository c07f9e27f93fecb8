import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf } from '../importing.ts'

const home = await createHome()

const writeHtml = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><ul>` +
  '<li><a href="/docs/pot">Pots</a></li><li><a href="/docs/guide/cup.html">Cups</a></li>' +
  `</ul></nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`

verifies(
  ['import.address_markdown', 'import.never_silent'],
  'importDocs() takes the Markdown beside a page of HTML, with menu and title of the page',
  async () => {
    const [from, to] = await createFolders(home, {
      'docs/index.html': writeHtml('Home', 'See <a href="/docs/guide/cup.html#fill-it">cups</a>.'),
      'docs/guide/cup.html': writeHtml('Cup', 'Fill it.'),
      'docs/guide/cup.html.md':
        '---\ntitle: x\n---\n\n# Cup\n\n## Fill it\n\n```sh\npour\n```\n\n' +
        ':::tip\nUse a [pot](/docs/pot).\n:::\n\n{{ left }}\n',
      'docs/pot.html': writeHtml('Pot', 'Boils.'),
    })
    const report = await importFolder(from, to)
    expect([report.generator, report.pages]).toEqual(['HTML', 3])
    expect(await readFile(join(to, 'pages/_folder.yaml'), 'utf8')).toBe(
      'order:\n  - title: Pots\n    page: pot\n  - title: Cups\n    page: guide/cup\n',
    )
    expect(await readBodyOf(to, 'guide/cup.md')).toBe(
      '\n## Fill it\n\n```sh\npour\n```\n\n> [!TIP]\n> Use a [pot](../pot.md).\n\n{{ left }}\n',
    )
    expect(await readBodyOf(to, 'index.md')).toContain('[cups](guide/cup.md#fill-it)')
    expect(report.losses.map(({ file, line }) => [file, line])).toEqual([
      [join(from, 'docs/guide/cup.html.md'), 17],
    ])
  },
)
