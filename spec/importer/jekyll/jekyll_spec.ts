import { expect } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { importDocs } from '../../../app/importer/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { expectLossPlaces, importFixture, NOW_MS, readBodyOf, readPagesOf } from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')

const { home, corpusDir, report } = await importFixture(FIXTURE)

async function readText(page: string): Promise<string> {
  return await readFile(join(corpusDir, 'pages', page), 'utf8')
}

const readBody = (page: string) => readBodyOf(corpusDir, page)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes name, language, menu, addresses and old addresses of a Jekyll site',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['Jekyll', 15, 1])
    expect([report.product?.title, report.product?.language]).toEqual(['The Kettle Site', 'en-GB'])
    expect(await readText('_folder.yaml')).toBe('order:\n  - kitchen\n  - guides\n')
    // Numbers by value, then a number in quotes, then titles; what has no parent comes last.
    expect(await readText('kitchen/_folder.yaml')).toBe(
      'order:\n  - a\n  - title: Water\n    pages:\n' +
        '      - water\n      - tap\n      - low\n      - code\n      - zebra\n      - apple\n' +
        '  - twin\n',
    )
    expect(await readText('guides/_folder.yaml')).toContain('title: Guides\n')
    const pages = await readPagesOf(corpusDir)
    const found = pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom])
    expect(found.toSorted()).toEqual([
      [''],
      ['2026/01/02/news'],
      ['guides'],
      ['guides/boil'],
      ['guides/deep', 'guides/deep/down'],
      ['kitchen/a/file', 'kitchen/a/file.html'],
      ['kitchen/apple'],
      ['kitchen/code'],
      ['kitchen/low'],
      ['kitchen/plain'],
      ['kitchen/tap', 'kitchen/moved'],
      ['kitchen/twin'],
      ['kitchen/unlisted'],
      ['kitchen/water', 'kitchen/old-water'],
      ['kitchen/zebra'],
    ])
    expect(await readFile(join(corpusDir, 'redirects.yaml'), 'utf8')).toBe(
      '- { from: "/kitchen/away/", to: "https://example.org/" }\n',
    )
    expect(await readText('kitchen/plain.md')).toContain('title: Plain by default\n')
  },
)

verifies(
  'import.generators',
  'importDocs() follows links of a Jekyll site by address, file, tag and old address',
  async () => {
    expect(await readBody('index.md')).toBe(
      '\nStart with [water](kitchen/water.md#fill), the [tap](kitchen/tap.md),\n' +
        'the [guide](guides/boil.md), where it [was](kitchen/water.md), or the\n' +
        '[news](2026/01/02/news.md).\n\n![The pot](assets/pot.svg)\n',
    )
    const water = await readBody('kitchen/water.md')
    expect(water).not.toMatch(/contents|TOC/)
    expect(water).toContain('\nVersion 4.2 of the iron pot.\n')
    expect(water).toContain('\n## 1. C++ / C# {#languages #1-c--c}\n')
    expect(water).toContain('See [here](#1-c--c) and [there](#languages), nowhere.\n')
    expect(await readBody('guides/boil.md')).toBe(
      '\nSee the [deep one](deep/index.md) and guides.\n',
    )
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() runs the templates of a Jekyll site, also in code',
  async () => {
    expect(await readBody('kitchen/code.md')).toBe(
      [
        '',
        'Shown {{ as }} written.',
        '',
        '```yaml\nkey: {{ value }}\nversion: 4.2\ngone: \n```',
        '',
        '````ruby\nputs "```"\n````',
        '',
        '::::tabs\n:::tab REST\n```json\nGET /pots\n```\n:::',
        ':::tab Python\n```python\npots()\n```\n:::\n::::',
        '',
        '1. In a list:',
        '',
        '   The word kettle stands here.',
        '',
        '| where | what |\n| --- | --- |\n| here | IN A CELL |',
        '',
        'A part with a [tap](tap.md).',
        '',
        ' Again {% include loop.md %}',
        '',
        '[To the tap](tap.md)',
        '',
        'Right version.',
        '',
        'Left {% unknown tag %} and {{ "x" | nofilter }} alone.',
        '',
        '<https://gist.github.com/12345>',
        '',
        '```html\n<button>Pour</button>\n<!-- kept -->\n```',
        '',
        '```html\n<button>Pour</button>\n<!-- kept -->\n```',
        '',
      ].join('\n'),
    )
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() writes what kramdown adds as Markdown',
  async () => {
    const body = await readBody('kitchen/tap.md')
    expect(body).toBe(
      [
        '\n> [!NOTE]\n> Before the text.',
        '> [!WARNING]\n> After the text.',
        ':::note A title\nTwo lines.\n:::',
        '- An item\n\n  > [!TIP]\n  > Inside it.',
        '> [!IMPORTANT]\n> - one\n> - two',
        '> > [!NOTE]\n> > In a quote.',
        '> [!CAUTION]\n> By name.',
        'A *span* and [link](water.md), an `{: .code }`.',
        '|   |   |\n| --- | --- |\n| a | b |\n| c | d |',
        '**Term**\n\nThe first definition.\n\nThe second\none.',
        'Text with **bold** marks.',
        'The sum $`a + b`$ and $`\\text{a\\_b}`$, not `\\nothing{`.',
        '$$\n\\frac{1}{2}\n$$',
        '~~~ruby\nplain\n~~~',
        'Name | Text | More\n:--- | :---| --- |\nx | `a\\|b` | c',
        '|   |   |  |\n| --- | --- | --- |\n| Cup | Holds liters |\n' +
          '| `a\\|b` | 0.2\\|0.3 1. or |\n| Pot | 1 | new |',
        'One | line stays text.\n',
      ].join('\n\n'),
    )
  },
)

verifies(
  'import.never_silent',
  'importDocs() reports whatever a Jekyll site loses, with its place',
  async () => {
    await expectLossPlaces(report, FIXTURE)
    const lost = report.losses.map(({ file, line, what }) => {
      return `${relative(FIXTURE, file)}:${line} ${what.replace(/; it stays as written$/, '')}`
    })
    const nothing = 'finds no file and is left out'
    expect(lost).toEqual([
      '_data/sizes.csv:1 templates cannot use the table "sizes.csv"',
      '_includes/loop.md:1 the template cannot be run: includes are more than 20 levels deep',
      'kitchen/code.md:1 the front matter "Code {{ page.nothing }}" holds a template, ' +
        'which is not run there',
      'kitchen/code.md:6 "{{ as }} written." is a template expression that is not converted',
      'kitchen/code.md:11 the value "query" is not set, so the template shows nothing',
      `kitchen/code.md:37 the include of "../../outside.md" ${nothing}`,
      `kitchen/code.md:39 the include of "nowhere.html" ${nothing}`,
      'kitchen/code.md:39 "{% include loop.md %}" is a template tag that is not converted',
      'kitchen/code.md:49 "{% unknown tag %} and {{ "x" | nofilter }} alone." ' +
        'is a template tag that is not converted',
      'kitchen/code.md:49 the template cannot be run: tag "unknown" not found',
      'kitchen/code.md:49 the template cannot be run: undefined filter: nofilter',
      'kitchen/page.html:1 the page "kitchen/page.html" is HTML and is left out',
      'kitchen/plain.md:26 the link to "/far/" leads to no imported page and is now plain text',
      'kitchen/tap.md:56 the formula "\\nothing{" cannot be drawn and is now code: ' +
        'unsupported function name: \\nothing',
      'kitchen/twin.md:1 the page has the address "/kitchen/tap/" of "kitchen/tap.md", ' +
        'and gets another one',
      'kitchen/water.md:1 the old address "/guides/deep/" is left out, ' +
        'because "guides/deep/index.md" has it',
      'kitchen/water.md:1 the old address "/kitchen/tap/" is left out, ' +
        'because "kitchen/tap.md" has it',
      'kitchen/water.md:29 the anchor "#nothing" is not on "kitchen/water.md"',
    ])
    const notes = report.notes.map(({ file, line, what }) => {
      return `${relative(FIXTURE, file)}:${line} ${what}`
    })
    expect(notes).toEqual([
      '404.md:1 the page of missing addresses is left out',
      'README.md:1 files that may be pages are no part of the documentation: README.md',
      '_config.yml:1 pages with "nav_exclude" (1) are imported, and are in no menu',
      '_drafts/idea.md:1 the page is a draft and is left out',
      '_hidden/secret.md:1 the collection "hidden" is not published and is left out',
      '_plugins/kettle.rb:1 the plugin "kettle.rb" is a program and is not run',
      'kitchen/bare.md:1 files without front matter are not imported: kitchen/bare.md',
      'kitchen/code.md:13 the include "copy.html" has no words and is left out, 1 times in all',
      'kitchen/part.md:1 the page is not published and is left out',
      'kitchen/plain.md:1 the menu has no page "Nowhere", the parent of this one, ' +
        'so it is in no menu',
      'kitchen/water.md:14 lists of "{:toc}" are left out, because each page has its own contents',
    ])
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() ends a heading and a line before code where a trimmed include of Jekyll does',
  async () => {
    expect(await readBody('kitchen/plain.md')).toContain(
      '\n## Old taps 1.2 {#old-taps12}\nTurn twice, since 1.3\n```sh\nturn --twice\n```\n',
    )
  },
)

verifies('import.never_silent', 'a trial of a Jekyll site reports the same', async () => {
  const to = join(home, 'trial')
  const trial = await importDocs({ from: FIXTURE, to, nowMs: NOW_MS, isTrial: true })
  expect(trial.ok ? trial.value.losses : trial.error).toEqual(report.losses)
  expect(await readdir(home)).toEqual(['corpus'])
})
