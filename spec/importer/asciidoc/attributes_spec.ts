import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-attributes-'))
afterAll(() => rm(home, { recursive: true, force: true }))

verifies(
  'import.generators',
  'a playbook decides over a component, and a component over a page, unless they leave it open',
  async () => {
    const [from, to] = await createFolders(home, {
      'antora-playbook.yml': `asciidoc:
  attributes:
    pot: clay
    cup: white@
    lid: false
    tray: oak@
`,
      'antora.yml': `name: kettle
title: Kettle
version: '1'
asciidoc:
  attributes:
    pot: tin
    cup: blue
    lid: cork
    set: '{pot} {cup}'
`,
      'modules/ROOT/pages/index.adoc': `= Start
:pot: glass
:cup: red
:tray: pine

Pot {pot}, cup {cup}, lid {lid}, tray {tray}, set {set}.
`,
    })
    await importFolder(from, to)
    expect(await readBodyOf(to, 'index.md')).toContain(
      'Pot clay, cup blue, lid cork, tray pine, set clay blue.\n',
    )
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'an attribute without a value in a configuration stays unset, one that is false may be set',
  async () => {
    const [from, to] = await createFolders(join(home, 'unset'), {
      'antora-playbook.yml': 'asciidoc:\n  attributes: {mug: ~, tray: false, bowl: false}\n',
      'antora.yml': `name: kettle
title: Kettle
version: '1'
asciidoc:
  attributes: {mug: tin, spoon: null, bowl: clay, own: '{spoon}', open: '{tray}'}
`,
      'modules/ROOT/pages/index.adoc': `= Start
:mug: glass
:tray: pine
:spoon: horn
:own: mine
:open: wide

Mug {mug}, tray {tray}, spoon {spoon}, bowl {bowl}, own {own}, open {open}.
`,
    })
    const { losses } = await importFolder(from, to)
    expect(await readBodyOf(to, 'index.md')).toContain(
      'Mug {mug}, tray pine, spoon {spoon}, bowl clay, own {own}, open wide.\n',
    )
    expect(losses.map(({ line, what }) => `${line} ${what.replace(/;.*/, '')}`)).toEqual([
      '8 the attribute "{mug}" has no value',
      '8 the attribute "{own}" has no value',
      '8 the attribute "{spoon}" has no value',
    ])
  },
)

const TEA = join(home, 'tea')

const [source, target] = await createFolders(TEA, {
  'antora-playbook.yml': `site:
  title: Tea & co
  url: https://tea.example
asciidoc:
  attributes:
    address: '{site-url}/tea'
`,
  'antora.yml': `name: kettle
title: Kettle
version: '1'
asciidoc:
  attributes:
    from: '{address} of {site-title}, {env}'
    env: page
    braces: 'Set \\{v} in {site-title}'
    a0: ${'a'.repeat(20)}
${[1, 2, 3, 4].map((level) => `    a${level}: '${`{a${level - 1}}`.repeat(10)}'\n`).join('')}`,
  'modules/ROOT/pages/index.adoc': `= Start
:x: {braces}

From {from}, {site-gen}.

{x}; \`{braces}\`; {env}.

[subs=attributes+]
----
{braces}
----

Long: {a4}.
`,
})
const report = await importFolder(source, target)

verifies(
  'import.generators',
  'values of a component have what Antora says of the site',
  async () => {
    const body = await readBodyOf(target, 'index.md')
    expect(body).toContain('(https://tea.example/tea) of Tea & co, site, antora.\n')
    expect(body).toContain('\nSet {v} in Tea & co; `Set {v} in Tea & co`; site.\n')
    expect(body).toContain('```text\nSet {v} in Tea & co\n```\n')
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'values of attributes have at most 4,096 bytes; what they leave out is reported',
  async () => {
    const body = await readBodyOf(target, 'index.md')
    const long = 'a'.repeat(2000)
    expect(body).toContain(`\nLong: ${long}${long}{a2}`)
    expect(report.losses.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '13 the attribute "{a2}" has no value; it stays as written',
      '13 the attribute "{a3}" has no value; it stays as written',
    ])
  },
)
