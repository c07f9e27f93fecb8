import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-links-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const [from, to] = await createFolders(home, {
  'index.adoc': '= Start\n\nxref:tea.adoc[Tea]\n',
  'pot.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  'bare.adoc': `= Bare
:hide-uri-scheme:

See link:xref:index.adoc[], link:xref:index.adoc[index.adoc] and link:https://tea.example[].
`,
  'tea.adoc': `= Tea

See link:xref:index.adoc[the start], link:xref:index.adoc[] and link:xref:gone.adoc[the end].

A note.footnote:[See xref:absent.adoc#a[absence].] Another.footnote:[See
pass:macros[xref:index.adoc[the start]].]

image::pot.svg[A pot,link=xref:index.adoc]

Of image:pot.svg[Pot,link=xref:index.adoc] and image:pot.svg[Clay,link=xref:none.adoc].

A \`Pot~n~\`, \`*<<brew>>*\`, \`image:pot.svg[Pot]\` and \`xref:index.adoc[]\`.

include-code::./Boil[tag=heat,indent=0]

[[brew]]
== Brew

Last.

|===
|Pot |Made

// Of clay.
|one
// Of tin.
|xref:tin.adoc[two]

a|three
a|
See xref:zinc.adoc[four].
|===
`,
})
const report = await importFolder(from, to)

const body = await readBodyOf(to, 'tea.md')

verifies('import.generators', 'a reference of AsciiDoc that is written as a link leads', () => {
  expect(body).toContain('See [the start](index.md), [Start](index.md) and the end.\n')
  expect(body).toContain('\n[![A pot](pot.svg)](index.md)\n')
  expect(body).toContain('\nOf [![Pot](pot.svg)](index.md) and ![Clay](pot.svg).\n')
})

verifies('import.generators', 'a bare reference has the title of its page', async () => {
  expect(await readBodyOf(to, 'bare.md')).toContain(
    'See [Start](index.md), [index.adoc](index.md) and [tea.example](https://tea.example).\n',
  )
})

verifies('import.prose_kept', 'code of AsciiDoc is one piece, around what it cannot hold', () => {
  expect(body).toContain('A `Pot_n`, [`Brew`](#brew), ![Pot](pot.svg) and [`Start`](index.md).\n')
  expect(body).toContain('\n\n./Boil\n\n')
})

verifies(
  'import.never_silent',
  'a loss in a footnote or a cell of AsciiDoc is reported where it is',
  () => {
    expect(report.losses.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '3 the reference to "gone.adoc" leads to no imported page and is now plain text',
      '5 the macro "xref:index.adoc" has no end; it stays as written',
      '5 the reference to "absent.adoc#a" leads to no imported page and is now plain text',
      '10 the reference to "none.adoc" leads to no imported page and is now plain text',
      '14 the macro "include-code::./Boil[tag=heat,indent=0]" is one of an extension; its ' +
        'target is kept',
      '25 the reference to "tin.adoc" leads to no imported page and is now plain text',
      '31 the reference to "zinc.adoc" leads to no imported page and is now plain text',
    ])
  },
)
