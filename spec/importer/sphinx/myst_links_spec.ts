import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { importMystPages } from './imported_pages.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-links-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const DEFINITIONS = `# A

[][last] [][the  LID] [][code] [][inner]

[last]: b.md
[last]: #pots
[The Lid]: #pots

\`\`\`
[code]: b.md
\`\`\`

\`\`\`{note}
[inner]: b.md
\`\`\`

## Pots
`

verifies(
  'import.generators',
  'importDocs() takes the first definition of an address, and none in code',
  async () => {
    const { body } = await importMystPages(join(home, 'definitions'), {
      'a.md': DEFINITIONS,
      'b.md': '# B\n\nText.\n',
    })
    expect(body).toStartWith('\n[B](b.md) [Pots](#pots) [][code] [B](b.md)\n')
  },
)

const LINES = `# A

[long
words](b.md "t
u") then
[](gone.md
"title")
<inv:x#one>
<https://x.example> <inv:x#two> and [the <inv:x#three>](b.md)
`

verifies(
  'import.never_silent',
  'importDocs() reports a link with its own line, below links over two lines',
  async () => {
    const { losses } = await importMystPages(join(home, 'lines'), {
      'a.md': LINES,
      'b.md': '# B\n\nText.\n',
    })
    const outside = 'names an object of another documentation; its words stay'
    expect(losses).toEqual([
      'a.md:6 the link to "gone.md" has no target; its name stays',
      `a.md:8 the link to "inv:x#one" ${outside}`,
      `a.md:9 the link to "inv:x#three" ${outside}`,
      `a.md:9 the link to "inv:x#two" ${outside}`,
    ])
  },
)

verifies('import.generators', 'importDocs() leads to a heading without Latin letters', async () => {
  const { body, losses } = await importMystPages(join(home, 'headings'), {
    'a.md': '# A\n\nSee [](#日本) and [x](#日本-1).\n\n## 日本\n\n1\n\n## 日本\n\n2\n',
  })
  expect(body).toBe(
    '\nSee [日本](#section-1) and [x](#section-1-1).\n\n' +
      '## 日本 {#section-1}\n\n1\n\n## 日本 {#section-1-1}\n\n2\n',
  )
  expect(losses).toEqual([])
})

verifies(
  'import.prose_kept',
  'importDocs() keeps words in braces that are code, where a link takes the title of a heading',
  async () => {
    const { body } = await importMystPages(join(home, 'braces'), {
      'a.md': '# A\n\n(here)=\n## The `{note}` directive of {doc}`tea <index>`\n\nSee [](here).\n',
    })
    expect(body).toContain('See [The {note} directive of tea](#here).\n')
  },
)
