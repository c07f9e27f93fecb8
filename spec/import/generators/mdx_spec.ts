import { expect } from 'bun:test'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf } from './importing.ts'

const FILES = {
  'astro.config.mjs': "export default { integrations: [starlight({ title: 'Kettle' })] }\n",
  'src/content/docs/index.mdx':
    '---\ntitle: Home\nbanner:\n  content: New! <a href="/types/">See types</a>\nhero:\n' +
    '  tagline: Boils.\n  facepile:\n    tagline: By friends.\n---\n\nText.\n',
  'src/content/docs/types.mdx':
    '---\ntitle: Types\n---\n\n## Result\n\n' +
    'Is <code>(a: <a href="/#top">Pot[\'lid\']</a>) => B</code>, <code>\\{ a: B \\}</code>.\n\n' +
    '<div id="result-&#x5F;meta">See <a href="#result-&#x5F;meta">meta</a>.</div>\n\n' +
    '1. First:\n\n    <Tabs>\n      <TabItem label="A">\n        ```svelte\n        one\n' +
    '            ```\n      </TabItem>\n      <TabItem label="B">\n        ```vue\n' +
    '        two\n        ```\n      </TabItem>\n    </Tabs>\n',
}

const home = await createHome()
const [from, to] = await createFolders(home, FILES)
const report = await importFolder(from, to)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() ends a fence of MDX at any depth, and reads signs of code and of ids as MDX does',
  async () => {
    const types = await readBodyOf(to, 'types.md')
    expect(types).toContain("Is `(a:` [`Pot['lid']`](index.md)`) => B`, `{ a: B }`.")
    expect(types).toContain('## Result {#result-_meta #result}')
    expect(types).toContain('See [meta](#result-_meta).')
    expect(types).toContain(
      ':::tab A\n   ```svelte\n   one\n   ```\n   :::\n   :::tab B\n   ```vue\n',
    )
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() keeps the banner of a page of Starlight, and reports what its hero has besides',
  async () => {
    expect(await readBodyOf(to, 'index.md')).toBe('\nNew! [See types](types.md)\n\nText.\n')
    const written = await Bun.file(join(to, 'pages/index.md')).text()
    expect(written).toContain('\nlayout: landing\nhero:\n  text: Boils.\n')
    expect(report.losses.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '7 the key "facepile" of the hero is left out',
    ])
  },
)
