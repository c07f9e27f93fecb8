import { expect, test } from 'bun:test'
import { loadDocument } from './documents.ts'
import { loadCore } from './library.ts'
import { writePage } from './pages.ts'

const TEXT = `= Start
:set:

|===
|A

|xref:a.adoc[]
// A comment.
ifdef::set,unset[]
|xref:b.adoc[]
endif::[]
ifdef::set+unset[]
|hidden
ifndef::unset[]
|hidden
endif::[]
|hidden
endif::[]
ifndef::set[|hidden]
ifndef::unset[|xref:c.adoc[]]
ifeval::[1 == 1]
|xref:d.adoc[]
endif::[]
\\ifdef::unset[]
|xref:e.adoc[]
|===
`

test('writePage() knows lines of cells, and reads the file of a table once', async () => {
  const file = 'index.adoc'
  const loaded = await loadDocument(await loadCore(), TEXT, {
    file,
    readInclude: () => [],
    attributes: {},
  })
  const reads: string[] = []
  const found = new Set<string>()
  await writePage(loaded, {
    file,
    isFile: (name) => name === file,
    readText: (name) => {
      reads.push(name)
      return TEXT
    },
    reportLoss: () => undefined,
    targets: ({ line }) => ({
      resolveReference: (target) => {
        found.add(`${line} ${target}`)
        return undefined
      },
      resolvePicture: (target) => target,
    }),
  })
  expect([...found]).toEqual(['7 a.adoc', '10 b.adoc', '20 c.adoc', '22 d.adoc', '25 e.adoc'])
  expect(reads).toEqual([file])
})
