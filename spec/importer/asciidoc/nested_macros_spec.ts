import { afterAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-macros-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const [from, to] = await createFolders(home, {
  'index.adoc': '= Start\n\nxref:tea.adoc[Tea]\n',
  'ids.adoc': `= Ids

See <<spout,the spout>>.

== Pots

A [#spout]*spout* of clay.

[#two words]
== Cups

Small.
`,
  'cells.adoc': `= Cells

[cols="1,1,1"]
|===
|Pot |Tea

|Kettle
|Of iron.
|===
`,
  LICENSE: 'Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International\n',
  'tea.adoc': `= Tea
:description: Use xref:index.adoc[the *start*] and link:https://tea.example[this pot].

Write to mailto:pot@tea.example[], or to https://tea.example[see https://tea.example].

|===
|Name |Meaning

|pot
a|
NOTE: Hot.

Of clay.

|cup
a|
.Mind this
[WARNING]
====
Full.
====
|===
`,
})
const { losses, product } = await importFolder(from, to)

verifies('import.generators', 'a description of AsciiDoc has the words of its macros', async () => {
  expect(await readFile(join(to, 'pages/tea.md'), 'utf8')).toContain(
    '\ndescription: Use the start and this pot.\n',
  )
})

verifies(
  'import.prose_kept',
  'an address of AsciiDoc is a link once, and callouts fit a cell',
  async () => {
    const body = await readBodyOf(to, 'tea.md')
    expect(body).toContain(
      'Write to [pot@tea.example](mailto:pot@tea.example), ' +
        'or to [see https://tea.example](https://tea.example).\n',
    )
    expect(body).toContain('| pot | **Note:** Hot. Of clay. |\n| cup | **Mind this:** Full. |\n')
  },
)

verifies(
  'import.redirects',
  'an id before words of AsciiDoc is a place that links reach, one with a space is none',
  async () => {
    const body = await readBodyOf(to, 'ids.md')
    expect(body).toBe(
      '\nSee [the spout](#spout).\n\n## Pots {#_pots #spout}\n\nA **spout** of clay.\n\n' +
        '## Cups {#_cups}\n\nSmall.\n',
    )
    expect(losses.filter(({ file }) => file.endsWith('ids.adoc'))).toEqual([])
    expect(product?.license).toBe('CC-BY-NC-SA-4.0')
  },
)

verifies('import.never_silent', 'cells of AsciiDoc that fill no row are reported', async () => {
  expect(await readBodyOf(to, 'cells.md')).not.toContain('Of iron')
  const found = losses.filter(({ file }) => file.endsWith('cells.adoc'))
  expect(found.map(({ line, what }) => [line, what])).toEqual([
    [8, 'cells of the table that fill no row are left out'],
  ])
})
