import { afterAll, expect } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-escapes-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const [from, to] = await createFolders(home, {
  'index.adoc': `= Of \\{v}
:description: Sets \\{v}.
:x: \\{a}

Use \\{v}, {v\\}, *\\{b}*, \`\\{c}\`, {x}, +\\{d}+ and https://tea.example/\\{e}[\\{e}].

|===
|\\{f} {none}
|===

.Of \\{g}
----
\\{v} {v}
----

[subs=attributes]
----
\\{v} {v}
----

include::\\{h}.adoc[]

== Of \\{i} pots

image::\\{j}.png[]
`,
  'part.adoc': '= Part\n\ninclude::list.adoc[]\n',
  'list.adoc': '* \\{v}\n* {v}\n',
})
const report = await importFolder(from, to)

verifies('import.prose_kept', 'an escaped name of an attribute is a text in braces', async () => {
  const body = await readBodyOf(to, 'index.md')
  expect(body).toContain(
    'Use {v}, {v}, **{b}**, `{c}`, {a}, \\\\{d} and [{e}](https://tea.example/{e}).\n',
  )
  expect(body).toContain('| {f} {none} |\n')
  expect(body).toContain('```text title="Of {g}"\n\\{v} {v}\n```\n\n```text\n{v} {v}\n```\n')
  expect(body).toContain('\n## Of {i} pots {#_of_i_pots}\n')
  expect(await readBodyOf(to, 'part.md')).toContain('- {v}\n- {v}\n')
  const page = await readFile(join(to, 'pages/index.md'), 'utf8')
  expect(page).toContain('\ntitle: Of {v}\ndescription: Sets {v}.\n')
  expect(page).not.toMatch(/\p{Private_Use}/u)
})

verifies(
  'import.never_silent',
  'an attribute without a value is reported, an escaped one not',
  () => {
    expect(report.losses.map(({ line, what }) => `${line} ${what.replace(/;.*/, '')}`)).toEqual([
      '8 the attribute "{none}" has no value',
      '21 the include of "{h}.adoc" finds no file',
      '25 the picture "{j}.png" is not in the imported folder',
      '2 the attribute "{v}" has no value',
    ])
  },
)
