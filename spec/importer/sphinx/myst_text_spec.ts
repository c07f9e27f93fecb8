import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { importMystPages } from './imported_pages.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-myst-'))
afterAll(() => rm(home, { recursive: true, force: true }))

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
    const { body, losses } = await importMystPages(join(home, 'attributions'), {
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
    const { body, losses } = await importMystPages(join(home, 'literal'), {
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
    const { body, losses } = await importMystPages(join(home, 'marks'), {
      'a.md':
        '# A\n\n```{parsed-literal}\nrun *file* **now *and* then** [the *start*](index.md)\n' +
        '*[web](https://tea.example)* {ref}`name`[i](arg) [{file}`x`](index.md)\n' +
        '[GET /pots](api-pots)\n```\n',
    })
    expect(body).toBe(
      '\n```text\nrun file now and then the start\nweb name[i](arg) x\nGET /pots\n```\n',
    )
    expect(losses).toEqual([
      'a.md:4 links and marks inside code are left out',
      'a.md:5 links and marks inside code are left out',
      'a.md:6 links and marks inside code are left out',
    ])
  },
)

verifies(
  'import.never_silent',
  'importDocs() looks on the page that a link names, and nowhere else',
  async () => {
    const { body, losses } = await importMystPages(join(home, 'anchors'), {
      'a.md':
        '# A\n\n## Terms\n\n```{glossary}\nBrew\n  To make tea.\n\nLeaf\n  Of tea.\n```\n\n' +
        '[wrong](b.md#brew) [right](b.md#leaf) [here](#brew) [steep](b.md#steep).\n\n' +
        '```{py:function} pour()\nPours.\n```\n\n[there](b.md#pour)\n',
      'b.md':
        '# B\n\n## Words\n\n```{glossary}\nLeaf\n  Of a tree.\n```\n\n' +
        '(steep)=\n## Steeping\n\nText.\n',
    })
    expect(body).toContain(
      '\n[wrong](b.md) [right](b.md#term-Leaf) [here](#term-Brew) [steep](b.md#steep).\n',
    )
    expect(body).toEndWith('\n[there](b.md)\n')
    expect(losses).toEqual([
      'a.md:13 the anchor "#brew" is not on "b.md"',
      'a.md:19 the anchor "#pour" is not on "b.md"',
    ])
  },
)

verifies(
  'import.code_kept',
  'importDocs() takes a fence for code where it stands four columns in',
  async () => {
    const { body, losses } = await importMystPages(join(home, 'indented'), {
      'a.md':
        '# A\n\nText.\n\n    ```{note}\n    Code.\n\n    More code.\n    ```\n\n' +
        '- Item\n\n    ```{note}\n    A note.\n    ```\n\n' +
        '1. Item\n\n       ```{note}\n       Code.\n       ```\n',
    })
    expect(body).toBe(
      '\nText.\n\n````\n```{note}\nCode.\n\nMore code.\n```\n````\n\n' +
        '- Item\n\n    > [!NOTE]\n    > A note.\n\n' +
        '1. Item\n\n   ````\n   ```{note}\n   Code.\n   ```\n   ````\n',
    )
    expect(losses).toEqual([])
  },
)

verifies(
  ['import.code_kept', 'import.prose_kept'],
  'importDocs() reads what terms of MyST mean: more text, code, and tildes before it',
  async () => {
    const { body } = await importMystPages(
      join(home, 'meanings'),
      {
        'a.md':
          '# A\n\nCup\n  ~ Holds tea.\n\nPot\n:     fill()\n      boil()\n\n' +
          '  More of it.\n: Another meaning.\n\nText.\n',
      },
      ['deflist'],
    )
    expect(body).toBe(
      '\n- **Cup**\n\n  Holds tea.\n\n- **Pot**\n\n      fill()\n      boil()\n\n' +
        '  More of it.\n\n  Another meaning.\n\nText.\n',
    )
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() leads to the heading or label that a link of MyST means',
  async () => {
    const { body, losses } = await importMystPages(join(home, 'headings'), {
      'a.md':
        '# A\n\n[one](#-go) [two](#-go-1) [three](#go) [four](b.md#stop) [five](b.md#here)\n\n' +
        '<inv:x#one>\n<inv:x#two> [](doi:10.1/x) [][last]\n\n[Last]: #stop\n\n' +
        '## 🚀 Go\n\n1\n\n## 🚀 Go\n\n2\n\n## Go\n\n3\n\n(stop)=\n## Stop\n',
      'b.md': '# B\n\n(here)=\n## Here\n\nText.\n',
    })
    expect(body).toContain(
      '\n[one](#go) [two](#go-1) [three](#go-2) [four](b.md) [five](b.md#here)\n',
    )
    expect(body).toContain('\none\ntwo [doi:10.1/x](https://doi.org/10.1/x) [Stop](#stop)\n')
    expect(body).toContain('## 🚀 Go {#go}\n\n1\n\n## 🚀 Go {#go-1}\n\n2\n\n## Go {#go-2}\n\n3\n')
    expect(losses).toEqual([
      'a.md:3 the anchor "#stop" is not on "b.md"',
      'a.md:5 the link to "inv:x#one" names an object of another documentation; its words stay',
      'a.md:6 the link to "inv:x#two" names an object of another documentation; its words stay',
    ])
  },
)

verifies(
  ['import.pictures', 'import.never_silent'],
  'importDocs() reports that a film in place of a picture is now a link',
  async () => {
    const { body, losses } = await importMystPages(join(home, 'film'), {
      'a.md': '# A\n\n```{figure} pour.mp4\nHow to pour.\n```\n',
      'pour.mp4': 'film',
    })
    expect(body).toBe('\n[pour.mp4](pour.mp4)\n\nHow to pour.\n')
    expect(losses).toEqual(['a.md:3 the file "pour.mp4" is no picture and is now a link'])
  },
)

verifies(
  'import.generators',
  'importDocs() names objects as Sphinx does, which puts the module before each name',
  async () => {
    const { body } = await importMystPages(join(home, 'objects'), {
      'a.rst':
        'A\n=\n\nThe :data:`kettle.lid` of :class:`kettle.Pot`.\n\n.. module:: kettle\n\n' +
        'Lids\n----\n\n.. data:: kettle.lid\n\n   Covers it.\n\n' +
        'Pots\n----\n\n.. autoclass:: kettle.Pot\n',
    })
    expect(body).toContain('[`kettle.lid`](#kettle.kettle.lid) of [`kettle.Pot`](#kettle.Pot)')
    expect(body).toContain('\n## Lids {#module-kettle #lids #kettle.kettle.lid}\n')
  },
)
