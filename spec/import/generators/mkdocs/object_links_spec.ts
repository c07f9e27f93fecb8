import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf } from '../importing.ts'

const FILES = {
  'mkdocs.yml':
    'site_name: Kettle\nplugins:\n  - mkdocstrings\nmarkdown_extensions:\n  - admonition\n' +
    '  - attr_list\n  - pymdownx.superfences\nnav:\n  - index.md\n  - Lids: lids.md\n',
  'docs/lids.md': 'Text.\n\n## First part\n\nMore.\n',
  'docs/deep/own_name.md': 'Text.\n\n## First part\n\nMore.\n',
  'docs/index.md':
    '# Home\n\n## [`with_heat`][kettle.with_heat] on a `Pot` {#with-heat}\n\n' +
    'See [`fill()`][kettle.Pot.fill], [the\nlid][kettle.Lid], [dataclasses][], `a[b][c]` ' +
    'and [own].\n\nTo [steam][steam-id], x[0][1].\n\n' +
    '!!! note "[`Pot`][kettle.Pot] for water"\n    Text.\n\n!!!tip\n    No space.\n\n' +
    '[own]: deep/more.md\n\n```py\na[b][c]\n```\n',
  'docs/deep/more.md':
    '# More\n\n## Boiling {#boiling}\n\nHot.\n\n[](){#steam-id}\n\n## Steam\n\n' +
    '* **Wrap** is\n  lazy.\n\n    Text.\n\n      ```py\n      code()\n      ```\n\n' +
    '      1. One.\n\n* Next.\n\n  Not of it.\n',
}

const home = await createHome()
const [from, to] = await createFolders(home, FILES)
const report = await importFolder(from, to)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() writes links to objects of code as text, and reports each',
  async () => {
    const body = await readBodyOf(to, 'index.md')
    expect(body).toContain('## `with_heat` on a `Pot` {#with-heat')
    expect(body).toContain('See `fill()`, the\nlid, dataclasses, `a[b][c]` and [own].')
    expect(body).toContain('To steam, x[0][1].')
    expect(body).toContain('\n:::note `Pot` for water\n')
    expect(body).toContain('\n```py\na[b][c]\n```\n')
    const lost = report.losses.map(({ line, what }) => `${line} ${what.split(' is ')[0]}`)
    expect(lost).toEqual([
      '3 the link to the object "kettle.with_heat"',
      '5 the link to the object "kettle.Lid"',
      '5 the link to the object "kettle.Pot.fill"',
      '6 the link to the object "dataclasses"',
      '8 the link to the object "steam-id"',
      '10 the link to the object "kettle.Pot"',
    ])
  },
)

verifies(
  'import.generators',
  'importDocs() reads blocks of MkDocs without a space, and those of an item that are further in',
  async () => {
    expect(await readBodyOf(to, 'index.md')).toContain('\n> [!TIP]\n> No space.\n')
    const more = await readBodyOf(to, 'deep/more.md')
    expect(more).not.toContain('[](')
    expect(more).toContain('*   **Wrap** is\n')
    expect(more).toContain('\n* Next.\n')
  },
)

verifies(
  'import.generators',
  'importDocs() names a page of MkDocs without a title as the menu or its file does',
  async () => {
    const names = ['index', 'deep/more', 'deep/own_name', 'lids']
    const files = names.map((name) => readFile(join(to, 'pages', `${name}.md`), 'utf8'))
    const titles = (await Promise.all(files)).map((text) => /^title: (.*)/m.exec(text)?.[1])
    expect(titles).toEqual(['Home', 'More', 'Own name', 'Lids'])
    expect(await readBodyOf(to, 'lids.md')).toContain('\n## First part\n')
  },
)
