import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import {
  createFolders,
  expectLossPlaces,
  importFixture,
  importFolder,
  readBodyOf,
  readPagesOf,
} from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')

const { home, corpusDir, report } = await importFixture(FIXTURE)

const readBody = (page: string) => readBodyOf(corpusDir, page)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes name, language, licence, menu and old addresses of a website',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['HTML', 3, 1])
    const { title, language, license } = report.product ?? {}
    expect([title, language, license]).toEqual(['Kettle', 'en-GB', 'CC-BY-SA-4.0'])
    const read = (file: string) => readFile(join(corpusDir, file), 'utf8')
    expect(await read('pages/_folder.yaml')).toBe('order:\n  - guide\n  - 日本\n')
    expect(await read('pages/guide/_folder.yaml')).toBe('title: Guides\norder:\n  - boil\n')
    const pages = await readPagesOf(corpusDir)
    expect(pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom])).toEqual([
      [''],
      ['guide/boil', 'guide/boil.html', 'guide/old.html'],
      ['日本', '日本.html'],
    ])
    expect(pages.map(({ record }) => record.title)).toEqual(['Start', 'Boil water', '日本'])
    expect(await read('redirects.yaml')).toBe(
      '- { from: "/guide/away.html", to: "https://away.example/" }\n' +
        '- { from: "/guide/part.html", to: "/guide/boil/#boxes" }\n',
    )
  },
)

verifies(
  'import.generators',
  'importDocs() takes the text of a page of HTML, without what stands around it',
  async () => {
    expect(await readBody('index.md')).toBe(
      '\nSee [the steps](guide/boil.md#steps), [the page](guide/boil.md),\n' +
        'its folder, [an old page](guide/boil.md), [the top](#top)\nand nothing.\n',
    )
    expect(await readBody('日本.md')).toBe(
      '\nお湯を沸かす。\n\nPlain words without any mark that says where they are.\n\n' +
        '<a id="spot"></a>A [link](guide/boil.md).\n',
    )
    const boil = await readBody('guide/boil.md')
    expect(boil).toStartWith(
      '\nA **bold** word, *italic*, ``a`b``, `Ctrl`, x^(n − 1), a\\*b_c\\_, \\$x\\$ and\n' +
        '1\\. not a list \\<b> \\&amp; \\[x\\].\\\nSecond line.\n\nThird paragraph.\n\n' +
        '## Steps & more {#steps}\n\n3. Fill it.\n\n   - To here.\n   - Not more.\n\n' +
        '4. Switch on:\n',
    )
    expect(boil).toContain(
      '\nSizes\n\n| Name | Litres | Notes |\n| --- | --- | --- |\n' +
        '| Small \\| round | 1 | • red • blue |\n| Small \\| round | `a\\|b` |  |\n',
    )
    expect(boil).toContain(
      '<a id="kettle.Kettle"></a>**`class Kettle(size)`**\n\n' +
        'Boils. See [`Kettle`](#kettle.Kettle).\n\n**Spout**\n\nWhere it pours.\n',
    )
  },
)

verifies('import.code_kept', 'importDocs() takes code of HTML byte for byte', async () => {
  const boil = await readBody('guide/boil.md')
  expect(boil).toContain(
    '\n   ```python\n   def boil():\n\n       return "<hot>"\n   ```\n\n```sh\nls\npwd\n```\n\n' +
      '````rust title="kettle.rs"\nboil();\n```\n````\n',
  )
  expect(boil).toContain('\nCode\n\n```\none\ntwo\n```\n')
})

verifies(
  'import.generators',
  'importDocs() finds boxes, tabs, pictures and notes of HTML',
  async () => {
    const boil = await readBody('guide/boil.md')
    const boxes = boil.slice(boil.indexOf('## Boxes'))
    expect(boxes).toBe(
      '## Boxes\n\n> [!WARNING]\n> Hot.\n\n:::note Mind this\nAlso hot.\n:::\n\n' +
        ':::tip Good to know\nUse **less**.\n:::\n\n:::details More\nHidden words.\n:::\n\n' +
        '::::tabs\n:::tab Gas\nLight it.\n:::\n:::tab Power\nPlug it in.\n:::\n::::\n\n' +
        'First panel.\n\nSecond panel.\n\n> Quoted.\n\n### [Card](../index.md)\n\nOf a card.\n\n' +
        '![A kettle](../dot.png)\n\nThe kettle.\n\n' +
        '![](../dot.png) Drop [A film](https://video.example/1)\n' +
        "Water[1](#fn-1). {{ shown }} {% as %} text\n\nimport x from 'y'\n\n" +
        '<a id="fn-1"></a>A note.\n\n' +
        '\\::: not a block\n',
    )
  },
)

verifies(
  'import.never_silent',
  'importDocs() reports whatever a website loses, with its place',
  async () => {
    await expectLossPlaces(report, FIXTURE)
    const places = report.losses.map(({ file, line, what }) => {
      return `${relative(FIXTURE, file)}:${line} ${what}`
    })
    expect(places).toEqual([
      'guide/boil.html:36 a table with code blocks in its cells was turned into paragraphs',
      'guide/boil.html:50 the tabs stand one below the other, because not all have a name',
      'guide/boil.html:55 the file "data:image/png;base64,AAAA" is not published; ' +
        'its description is kept',
      'guide/boil.html:56 <canvas> is left out, and its name is kept',
      'index.html:25 the link to "guide/" leads to no imported page and is now plain text',
      'index.html:26 the link to "none.html" leads to no imported page and is now plain text',
    ])
    expect(report.notes.map(({ file, what }) => `${relative(FIXTURE, file)} ${what}`)).toEqual([
      ' the language "en-GB" is imported, and de left out',
      '404.html 1 page is left out (pages for searching, printing and errors): "404.html"',
      'guide/boil.html the picture "../dot.png" has no description, and is shown without one',
      'guide/hidden.html 1 page is left out (they say "noindex"): "guide/hidden.html"',
    ])
  },
)

verifies('import.never_silent', 'importDocs() reads pages that nobody would write', async () => {
  const spans = `${'<span>'.repeat(20_000)}deep`
  const [from, to] = await createFolders(join(home, 'hostile'), {
    'index.html': `<title>Deep</title><h1>Deep</h1><p>Here.</p>${'<div>'.repeat(5_000)}${spans}`,
    'marks.html': `<h1>Marks</h1><p>${'`'.repeat(50_000)}</p><p>${'[*_'.repeat(20_000)}</p>`,
    'wide.html': `<h1>Wide</h1><table>${'<tr><td colspan=999 rowspan=999>x'.repeat(300)}</table>`,
  })
  const { pages, losses } = await importFolder(from, to)
  const cut = (length: number) =>
    `the line has ${length} characters; those after 20000 are left out`
  expect([pages, losses.map(({ what }) => what)]).toEqual([3, [cut(100_000), cut(120_000)]])
  expect(await readFile(join(to, 'pages/index.md'), 'utf8')).toEndWith('\nHere.\n\ndeep\n')
  await readPagesOf(to)
})
