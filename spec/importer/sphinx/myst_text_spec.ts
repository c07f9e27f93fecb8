import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-myst-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const CONFIGURATION = "project = 'Tea'\nextensions = ['myst_parser']\n"

/** Imports pages of MyST: the text of page `a`, and what is reported of its lines. */
async function importPages(
  name: string,
  pages: Readonly<Record<string, string>>,
): Promise<{ readonly body: string; readonly losses: readonly string[] }> {
  const [from, to] = await createFolders(join(home, name), {
    'conf.py': CONFIGURATION,
    'index.md': '# Start\n\n```{toctree}\na\n```\n',
    ...pages,
  })
  const { losses } = await importFolder(from, to)
  return {
    body: await readBodyOf(to, 'a.md'),
    losses: losses.map(({ file, line, what }) => `${relative(from, file)}:${line} ${what}`),
  }
}

const ATTRIBUTIONS = `# A

{attribution="Ann"}
A paragraph.

> Of Bob.

{attribution="Cid"}
> A lazy quote
of Cid goes on.

> Of nobody.

- Item

  {attribution="Zed"}
  > nested

{#said attribution=Eve}
> Short.
- An item.

> {attribution="Fay"}
> > Inner.
>
> Outer.

{attribution="Gus"}
`

verifies(
  ['import.prose_kept', 'import.never_silent'],
  'importDocs() gives an attribution to the quote right below it, or reports it',
  async () => {
    const { body, losses } = await importPages('attributions', {
      'a.md': ATTRIBUTIONS,
    })
    expect(body).toBe(`
A paragraph.

> Of Bob.

> A lazy quote
of Cid goes on.
>
> — Cid

> Of nobody.

- Item

  > nested
  >
  > — Zed

> Short.
>
> — Eve

- An item.

> > Inner.
> >
> > — Fay
>
> Outer.
`)
    expect(losses).toEqual([
      'a.md:3 the attribution to "Ann" has no quote below it and is left out',
      'a.md:28 the attribution to "Gus" has no quote below it and is left out',
    ])
  },
)

verifies(
  'import.code_kept',
  'importDocs() keeps the stars and brackets of code in a parsed literal',
  async () => {
    const code = [
      'def f(*args, **kwargs): return 2 * 3 * 4',
      'handlers[i](arg); int a[3](x); **p = *q; b = *r;',
      '`*code*` and \\*stars\\* and __init__ and snake_case_name',
    ]
    const { body, losses } = await importPages('literal', {
      'a.md': `# A\n\n\`\`\`{parsed-literal}\n${code.join('\n')}\n\`\`\`\n`,
    })
    expect(body).toBe(`\n\`\`\`text\n${code.join('\n')}\n\`\`\`\n`)
    expect(losses).toEqual([])
  },
)

verifies(
  ['import.code_kept', 'import.never_silent'],
  'importDocs() takes emphasis, roles and links out of a parsed literal',
  async () => {
    const { body, losses } = await importPages('marks', {
      'a.md':
        '# A\n\n```{parsed-literal}\nrun *file* **now *and* then** [the *start*](index.md)\n' +
        '*[web](https://tea.example)* {ref}`name`[i](arg) [{file}`x`](index.md)\n```\n',
    })
    expect(body).toBe('\n```text\nrun file now and then the start\nweb name[i](arg) x\n```\n')
    expect(losses).toEqual([
      'a.md:4 links and marks inside code are left out',
      'a.md:5 links and marks inside code are left out',
    ])
  },
)

verifies(
  'import.never_silent',
  'importDocs() looks on the page that a link names, and nowhere else',
  async () => {
    const { body, losses } = await importPages('anchors', {
      'a.md':
        '# A\n\n## Terms\n\n```{glossary}\nBrew\n  To make tea.\n\nLeaf\n  Of tea.\n```\n\n' +
        '[wrong](b.md#brew) [right](b.md#leaf) [here](#brew) [steep](b.md#steep).\n\n' +
        '```{py:function} pour()\nPours.\n```\n\n[there](b.md#pour)\n',
      'b.md':
        '# B\n\n## Words\n\n```{glossary}\nLeaf\n  Of a tree.\n```\n\n' +
        '(steep)=\n## Steeping\n\nText.\n',
    })
    expect(body).toContain(
      '\n[wrong](b.md) [right](b.md#term-leaf) [here](#term-brew) [steep](b.md#steep).\n',
    )
    expect(body).toEndWith('\n[there](b.md)\n')
    expect(losses).toEqual([
      'a.md:13 the anchor "#brew" is not on "b.md"',
      'a.md:19 the anchor "#pour" is not on "b.md"',
    ])
  },
)
