import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureFidelity } from '../../fidelity/measure.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf, readPagesOf } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-templates-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const [from, to] = await createFolders(home, {
  'hugo.toml': 'title = "Kettle"\n',
  'i18n/en.toml': '[required]\nother = "needed"\n',
  'i18n/en.yaml': '- id: since\n  translation: from version\n',
  'layouts/shortcodes/required.html': '<span class="r">{{ i18n "required" }}</span>',
  'layouts/shortcodes/since.html': '({{ T "since" . }} {{ .Get 0 }})',
  'layouts/shortcodes/absent.html': '{{ i18n "absent" }}',
  'layouts/shortcodes/goto.html':
    '<a href="{{ relref . (.Get "ref") }}" class="p">\n  <svg><path d="M4" /></svg>\n' +
    '  {{ .Get "caption" | markdownify }}\n</a>',
  'content/a.md':
    '---\ntitle: A\naliases: [\n\t"/first",\n\t"/second"\n]\n---\n\n' +
    '<style>\n.r { color: red }\n</style>\n\n' +
    'A lid is {{< required >}} {{< since "2.0" >}}.\n\n' +
    '{{< goto ref="b#lid" caption="The *lid*" >}}\n\n' +
    'An {{< absent >}} word.\n\n[{{< img src="pot.svg" alt="A pot" >}}](https://tea.example/)\n',
  'content/pot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  'content/b.md': '---\ntitle: B\n---\n\nAll about it.\n\n## Lid\n\nOn top.\n',
})

const report = await importFolder(from, to)

verifies(
  ['import.generators', 'import.redirects', 'import.never_silent'],
  'importDocs() fills templates of Hugo with translations and references',
  async () => {
    expect(await readBodyOf(to, 'a.md')).toBe(
      '\nA lid is needed (from version 2.0).\n\n[The *lid*](b.md#lid)\n\nAn  word.\n\n' +
        '[![A pot](pot.svg)](https://tea.example/)\n',
    )
    const [page] = await readPagesOf(to)
    expect(page?.redirectFrom).toEqual(['first', 'second'])
    expect(report.losses.map(({ line, what }) => [line, what])).toEqual([
      [17, 'the shortcode "absent" has a template that computes and is left out'],
    ])
  },
)

verifies(
  'import.nothing_lost',
  'of pages with own templates of Hugo, nothing is lost',
  async () => {
    const { losses, tallies, unread } = await measureFidelity({ from, isPreview: true })
    expect([losses, unread]).toEqual([[], 0])
    expect(tallies.prose.source).toBeGreaterThan(10)
  },
)
