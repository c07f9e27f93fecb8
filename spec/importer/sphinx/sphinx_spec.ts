import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import {
  expectLossPlaces,
  importFixture,
  importFolder,
  readBodyOf,
  readPagesOf,
} from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')
const MYST = join(import.meta.dir, 'myst_fixture')

const { home, corpusDir, report } = await importFixture(FIXTURE)

const readBody = (page: string) => readBodyOf(corpusDir, page)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes name, menu, descriptions and old addresses of a Sphinx documentation',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['Sphinx', 6, 2])
    expect([report.product?.title, report.product?.language]).toEqual(['The Kettle', 'en'])
    const orders = ['', 'guide/', 'news/'].map(async (folder) => {
      return readFile(join(corpusDir, `pages/${folder}_folder.yaml`), 'utf8')
    })
    expect(await Promise.all(orders)).toEqual([
      'order:\n  - guide\n  - news\n',
      'title: First part\norder:\n  - boil\n  - title: Making tea\n    pages:\n      - tea\n' +
        '      - deep\n',
      'title: More\norder:\n  - b\n  - a\n',
    ])
    const pages = await readPagesOf(corpusDir)
    const found = pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom])
    expect(found.slice(0, 4)).toEqual([
      [''],
      ['guide/boil', 'guide/boil.html', 'old/boil.html'],
      ['guide/deep', 'guide/deep.html'],
      ['guide/tea', 'guide/tea.html'],
    ])
    const written = await Promise.all(
      ['index', 'guide/tea'].map((page) => readFile(join(corpusDir, `pages/${page}.md`), 'utf8')),
    )
    expect(written.map((text) => /^description: (.*)$/m.exec(text)?.[1])).toEqual([
      'How to make tea.',
      'What tea needs.',
    ])
  },
)

verifies('import.generators', 'importDocs() writes directives and roles of MyST', async () => {
  const boil = await readBody('guide/boil.md')
  expect(boil).toContain('Heat the *pot* to 100 °C and no {{ unknown }}. A formula $`E = mc^2`$ ')
  expect(boil).toContain('costs $5 or $6.\n')
  expect(boil).toContain(
    'the label [Fill / fill it](#fill-it), [older](tea.md#steep), a file\n' +
      '[Ways](tea.md#ways), a ticket [Ticket 12](https://tickets.example/12), an list and ' +
      '<https://example.com/bare>.\n',
  )
  expect(boil).toContain('[leaf](#term-leaf), **OK**, **File → Save**, `Ctrl-C`, the *pot*,\n')
  expect(boil).toContain('and `{ref}` in code with ``{role}`x` `` too.\nA span and `code`.\n')
  expect(boil).toContain(':::warning Be *careful*\n:::tip\nInside, see [the tip](#inner-tip).\n')
  expect(boil).toContain('::::tabs\n:::tab macOS\nPress **Cmd**.\n:::\n:::tab Windows\n')
  expect(boil).toContain('- In a list:\n\n  > [!WARNING]\n  > Hot. $`a`$\n')
  expect(boil).toContain('*Added in version 2.0:* It boils.\n')
  expect(boil).toContain('![A blue pot on a stove](../_static/pot.svg)\n\nThe *pot*.\n')
  expect(boil).toContain('**Sizes**\n\n| Pot | Litres |\n| --- | --- |\n| small \\| tiny | 1 and a')
  expect(boil).toContain('| Name | Cups |\n| --- | --- |\n| Big, red | 12 |\n')
  expect(boil).toContain('- **Leaf**\n\n  What is *steeped*.\n\n- **Field**: its value\n')
  expect(boil).toContain('$$\n\\begin{aligned}\na &= 1 \\\\\nb &= 2\n\\end{aligned}\n$$\n')
  expect(boil).toContain('\nkept one, see [tea](tea.md)\n\nkept two\n\nLooped.\n')
  expect(boil).toContain('- **`kettle.fill(litres: int = 1)`**\n\n  Fills it.\n')
  expect(boil).toEndWith(
    '\n> [!TIP]\n> Take the *pot*.\n\nAn ![A pot in a sentence](../_static/pot.svg) here.\n',
  )
  expect(boil).not.toContain('a comment')
})

verifies(
  'import.generators',
  'importDocs() writes attributes, cards and short links of MyST',
  async () => {
    const news = await readBody('news/a.md')
    expect(news).toContain('> Tea is good.\n>\n> \u2014 A drinker\n')
    expect(news).toContain('## Cups {#term-saucer #how-to #cups}\n')
    expect(news).toContain('- **saucer**\n\n  Stands below the cup.\n')
    expect(news).toContain(
      'See [saucer](#term-saucer), [the code](#how-to) and\n' +
        '[../\\_static/list.csv](../_static/list.csv).\n',
    )
    expect(news).toContain('```text\npour tea\n```\n')
    expect(news).toContain('**Beside**\n\nWords beside.\n')
    expect(news).toContain('Above\n\n**Cup**\n\nInside.\n\nBelow\n')
    expect(news).toContain('```python title="Two lines"\n  ...\n  pour()\n```\n')
    expect(await readBody('guide/tea.md')).toContain('**Separated**\n\n| Name | Cups |\n')
  },
)

verifies(
  'import.code_kept',
  'importDocs() keeps code of MyST and of files byte for byte',
  async () => {
    const boil = await readBody('guide/boil.md')
    expect(boil).toContain(
      '```python title="boil.py" {1,3-4}\n{{ stays }} = "{role}`x`"\n% stays\n```\n',
    )
    expect(boil).toContain(
      '```py\n@property\ndef fill(self):\n    return "{{ water }}"\n```\n\n' +
        '```py\nimport sys\n```\n',
    )
    const tea = await readBody('guide/tea.md')
    expect(tea).toContain('     ```\n     literal {{ stays }}\n      :role:`x`\n     ```\n')
    expect(tea).toContain(
      '```python title="tea.py" {2}\ndef steep():\n    return "{{ leaf }}"\n```\n',
    )
    expect(tea).toContain('```pycon\n>>> 1 + 1\n2\n```\n')
    expect(tea).toContain('title="../../code/fill.py"\nimport sys\nclass Pot:\n    @property\n')
    expect(boil).toContain('````md\nkey: |\n    ```{image} pot.png\n    ```\n{{ stays }}\n````\n')
  },
)

verifies(
  'import.generators',
  'importDocs() writes reStructuredText that docutils reads',
  async () => {
    const tea = await readBody('guide/tea.md')
    expect(tea).toContain('`code\\here`, `default`, **Kettle**, 2.1, \\|release| and\nH₂O. ')
    expect(tea).toContain(
      'Literal \\* and \\_ and \\[brackets\\] and \\<angle\\> and 2 \\* 3 \\* 4',
    )
    expect(tea).toContain('A [link](https://example.org/a_b), a [named](https://example.net) one, ')
    expect(tea).toContain('[Boil water](boil.md), [Words](../index.md), [Boil water](boil.md), ')
    expect(tea).toContain('[issue 3](https://tickets.example/3), [RFC 2324](https://datatracker')
    expect(tea).toContain(
      '[`Cup.drink()`](#kettle.Cup.drink), [`KETTLE_HOME`](#envvar-KETTLE_HOME)',
    )
    expect(tea).toContain('[^note]: The note,\n    on two lines.\n\n**\\[Tea2024\\]** A paper.\n')
    expect(tea).toContain(
      '- **term** (classifier)\n\n  Its meaning.\n\n  More.\n\n- `-v`, `--verbose`',
    )
    expect(tea).toContain(':::note\nShort.\n\nAnd long:\n\n```sh\necho hi\n```\n:::\n')
    expect(tea).toContain(
      '*Added in version 2.0.*\n\n*Deprecated since version 2.1:* Use something',
    )
    expect(tea).toContain('::::tabs\n:::tab Bash\n```text\n$ boil\n```\n:::\n:::tab Fish\nwords\n')
    expect(tea).toContain('::::tabs\n:::tab Left\nLoose.\n:::\n:::tab Right\nToo.\n:::\n::::\n')
    expect(tea).toContain('| a | 1 | x \\| y |\n| b | 2 | • one • two |\n')
    expect(tea).toContain('| A | B |\n| --- | --- |\n| wide | tall |\n|  | code |\n')
    expect(tea).toContain('![The blue pot again](../_static/pot.svg)\n\nA caption.\n')
    expect(tea).toContain(
      '  - **`drink(much=True) -> bool`**\n\n    Drinks.\n\n    - **`much` (bool)**: ',
    )
    expect(tea).toContain(
      'For readers.\n\nRaw **words**.\n\nIncluded, with **Kettle** and a [page]',
    )
    expect(tea).not.toContain('For paper')
  },
)

verifies('import.generators', 'importDocs() keeps the anchors of both markups', async () => {
  expect(await readBody('guide/tea.md')).toContain('## Steep *it* {#steep-it #steep #tea2024}\n')
  expect(await readBody('guide/deep.md')).toMatch(/\n## Ways {#id2 #ways-1}\n\nTwice\.\n$/)
  expect(await readBody('guide/boil.md')).toContain(
    '\n## Fill / fill it {#fill-it #fill--fill-it #word #inner-tip #pot-figure #formula ' +
      '#equation-formula #other #equation-other ',
  )
  expect(await readBody('index.md')).toContain(
    'Start with [Boil water](guide/boil.md), then see [Tea](guide/tea.md) and ' +
      '[steeping](guide/tea.md#steep).\n\n**More**\n\n- [Second news](news/b.md)\n',
  )
})

verifies(
  'import.never_silent',
  'importDocs() reports whatever a Sphinx documentation loses, with its place',
  async () => {
    await expectLossPlaces(report, FIXTURE)
    const lost = report.losses.map(({ file, line, what }) => {
      const place = `${relative(join(FIXTURE, 'docs'), file)}:${line}`
      return `${place} ${what.replace(/; it(?: is left out|s words stay)$/, '')}`
    })
    expect(lost).toEqual([
      'guide/boil.md:12 the substitution "unknown" is not defined',
      'guide/boil.md:12 "{{ unknown }}. A formula" is a template expression that is not converted',
      'guide/boil.md:20 the link to "inv:python#list" names an object of another documentation',
      'guide/boil.md:23 the reference to "kettle.Pot" is code without a link: no page describes it',
      'guide/boil.md:24 the role "nobody" is unknown',
      'guide/boil.md:24 the role "ref" names "nowhere", which nothing defines',
      'guide/boil.md:125 the file "../../../outside.py" leads out of the imported folder',
      'guide/boil.md:133 the include of "none.md" finds no file',
      'guide/boil.md:150 "|brand|" names nothing that is defined, and stays as text',
      'guide/boil.md:153 the directive "own-thing" is unknown; its content stays',
      'guide/boil.md:157 the documentation that "autoclass" reads from "kettle.Gone" is left out',
      'guide/deep.rst:6 the documentation that "autoclass" reads from "Ladle" is left out',
      'guide/deep.rst:10 the documentation that "autoclass" reads from "Spoon" is left out',
      'guide/deep.rst:20 the list of the addresses of links is left out',
      'guide/deep.rst:24 what Sphinx makes of the types in "int fill(int cups)" is left out',
      'guide/deep.rst:26 what Sphinx makes of the types in "int fill(double cups)" is left out',
      'guide/deep.rst:30 declarations that stand elsewhere are links to them',
      'guide/part_loop.md:3 the include of "part_loop.md" includes itself',
      'guide/tea.rst:15 "|release|" names nothing that is defined, and stays as text',
      'guide/tea.rst:22 the reference to "lost.Thing" is code without a link: no page describes it',
      'guide/tea.rst:22 the role "ref" names "nowhere", which nothing defines',
      'guide/tea.rst:22 the role "strange" is unknown',
      'guide/tea.rst:171 the documentation that "autofunction" reads from "kettle.pour" is ' +
        'left out',
      'guide/tea.rst:188 the include of "../../../secret.rst" leads out of the imported folder',
      'guide/tea.rst:195 the diagram of "graphviz" is not drawn; its source stays as code',
      'guide/tea.rst:199 the directive "unheard-of" is unknown; its content stays',
      'guide/tea.rst:209 "`" names nothing that is defined, and stays as text',
      'index.md:18 the menu names "missing", which is no page',
      'news/a.md:21 links and marks inside code are left out',
    ])
  },
)

verifies('import.generators', 'importDocs() reads the menu of mystmd alone', async () => {
  const to = join(home, 'myst')
  const { generator, product, losses } = await importFolder(MYST, to)
  expect([generator, product?.title, losses]).toEqual(['MyST', 'Notes', []])
  const pages = await readPagesOf(to)
  expect(pages.map(({ path, redirectFrom }) => [path, redirectFrom])).toEqual([
    ['', ['start.html']],
    ['deep/two', ['deep/two.html']],
  ])
  expect(await readFile(join(to, 'pages/index.md'), 'utf8')).toEndWith(
    '\nSee [Here](deep/two.md#here) and $`x`$.\n',
  )
  expect(await readFile(join(to, 'pages/deep/two.md'), 'utf8')).toEndWith(
    '\n## Here\n\n> [!NOTE]\n> Words.\n',
  )
})
