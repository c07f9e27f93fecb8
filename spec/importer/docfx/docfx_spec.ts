import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { expectLossPlaces, importFixture, readBodyOf, readPagesOf } from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')

const { corpusDir, report } = await importFixture(FIXTURE, '2025-01-01')

const readFrom = (file: string) => readBodyOf(corpusDir, file)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes name, language, menu, dates and old addresses of docfx',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['docfx', 7, 1])
    expect([report.product?.title, report.product?.language]).toEqual(['The Kettle', 'en-GB'])
    expect(await readFrom('_folder.yaml')).toBe(
      'order:\n  - title: Home\n    page: index\n  - guide\n  - title: Commands\n    pages:\n' +
        '      - commands\n      - title: Elsewhere\n        link: https://example.org/\n' +
        '      - faq\n',
    )
    expect(await readFrom('guide/_folder.yaml')).toBe(
      'title: Guide\norder:\n  - tea\n  - title: More\n    pages:\n' +
        '      - title: Short blocks\n        page: Blocks\n      - code\n',
    )
    expect(await readFrom('commands/_folder.yaml')).toBe('order:\n  - Fill-Kettle\n  - About\n')
    expect(await readFile(join(corpusDir, 'redirects.yaml'), 'utf8')).toContain(
      '{ from: "/guide/gone", to: "https://learn.microsoft.com/other/place" }',
    )
    const pages = await readPagesOf(corpusDir)
    const found = pages.map(({ path, record, redirectFrom = [] }) => {
      return [path, record.updated, ...redirectFrom].join(' ')
    })
    expect(found.sort()).toEqual([
      ' 2025-02-03',
      'commands/About/about 2025-01-02',
      'commands/Fill-Kettle 2025-01-05',
      'faq 2025-01-02',
      'guide/Blocks 2025-03-01',
      'guide/code 2025-03-01',
      'guide/tea 2024-12-31 guide/first guide/old',
    ])
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() includes texts and code of docfx, and leaves what code shows',
  async () => {
    const tea = await readFrom('guide/tea.md')
    expect(tea).toContain(
      'From [code](code.md).\n\n![Pot](../media/pot.svg)\n\nBefore one *word* after.',
    )
    expect(tea).toContain('- In a list:\n\n  From [code](code.md).\n\n  ![Pot](../media/pot.svg)\n')
    expect(tea).toContain('> Quoted\n> one *word*\n\nnone\n\noutside\n\nAgain loop\n')
    expect(tea).toContain('`[!INCLUDE [shown](../includes/word.md)]`\n\n```md\n[!INCLUDE [shown]')
    expect(tea).toContain('\n# [Tab](#tab/a)\n:::moniker range="kettle-1.0"\n```\n')
    // An included text has names of its own, which the page may use for others.
    expect(tea).toContain(
      'Of [pots that moved](https://learn.microsoft.com/other/pots), T₁ and `T~2~`, ' +
        'read [the page][01].\n\nRead [the tags](https://example.org/tags).\n\n' +
        '| a | b |\n| - | - |\n| `\\|` | bar |\n\n### Boil \\<Water\\>\n\n' +
        'See [boiling](#boil-water-1).\n\n[01]: code.md\n',
    )
    const code = await readFrom('guide/code.md')
    expect(code).toContain('```csharp {2}\nvoid Boil() {\n    Heat();\n}\n```\n')
    expect(code).toContain('```csharp\n// <boil>\nvoid Boil() {\n```\n')
    expect(code).toContain('```cs\nclass Kettle {\n    void Boil() {\n        #region inner\n```\n')
    expect(code).toContain('- Item\n\n  ```csharp\n  Heat();\n  ```\n\n```xml\n<b/>\n```\n')
    expect(code).toContain('````text\n[!INCLUDE [x](y.md)]\n```\n````\n')
  },
)

verifies(
  'import.generators',
  'importDocs() resolves names, roots, moved files and anchors of docfx',
  async () => {
    const tea = await readFrom('guide/tea.md')
    const about = '[About kettles](../commands/About/about.md)'
    const it = about.replace('About kettles', 'it')
    expect(tea).toContain(`See ${about}, ${it}, ${about}, ${about}, someone@kettle.about,\n`)
    const format = 'https://learn.microsoft.com/dotnet/api/system.string.format'
    expect(tea).toContain(`[\`Format\`](${format}), none and \`none.such\`.`)
    expect(tea).toContain('## Boil water {#hot-water #boil-water}\n')
    expect(tea).toContain(
      '[own](Blocks.md), [other](https://learn.microsoft.com/other/page), ' +
        '[root](code.md#parts), [old](#top),\n[moved](https://learn.microsoft.com/other/place), ' +
        '[twin](Blocks.md#c--c), [anchor](Blocks.md), [ref].\n\n[ref]: code.md',
    )
    expect(await readFrom('commands/Fill-Kettle.md')).toContain('see [Fill-Kettle](#top).')
  },
)

verifies(
  'import.generators',
  'importDocs() writes blocks, tabs and versions of docfx as Markdown',
  async () => {
    const blocks = await readFrom('guide/Blocks.md')
    expect(blocks).toContain('> [!NOTE]\n> A note.\n>\n\n> [!TIP]\n> A tip.\n\n> [!NOTE] Todo\n')
    expect(blocks).toContain('\n[Next](code.md)\n\n[Video](https://example.org/film)\n\nLeft\n')
    expect(blocks).toContain('\nRight Kettle word\n\n![A \\[pot\\]](../media/pot.svg)\n')
    expect(blocks).toContain('\n![The pot](../media/pot.svg)\n\nThe long description.\n\nOnly two.')
    expect(blocks).toContain('Only two.\n\nBoth.\n\n**Steel kettles, glass**\n\nFor some.\n')
    expect(blocks).toContain('::::tabs\n:::tab Steel\nSteel words.\n\n```sh\nboil\n***\n```\n:::\n')
    expect(blocks).toContain(':::tab Glass (hot)\n> [!IMPORTANT]\n> Careful.\n:::\n::::\n')
    expect(blocks).not.toContain('Only one')
    expect(await readFrom('index.md')).toBe(
      '\nAll that boils.\n\n## Start\n\n- [Make tea](guide/tea.md)\n- Not there\n',
    )
    expect(await readFrom('faq.md')).toContain(
      '## Water\n\n### How much?\n\nOne **litre**, see [tea](guide/tea.md#hot-water).\n',
    )
  },
)

const LOST = [
  '.openpublishing.redirection.json:12 the old address "/guide/code" is left out, ' +
    'because "guide/code.md" has it',
  'docs/api.yml:1 the page is written as YAML of the kind "ApiPage" and is left out',
  'docs/guide/Blocks.md:76 ":::unknown" is never closed; the tag is left out',
  'docs/guide/code.md:21 the include of "../../code/none.cs" finds no file',
  'docs/guide/code.md:23 the include of "../../code/boil.cs" names a part that the file ' +
    'does not have',
  'docs/guide/tea.md:13 the reference to "none.such" names no page of the folder and is ' +
    'now plain text',
  'docs/guide/tea.md:13 the reference to "none.such?displayProperty=fullName" names no ' +
    'page of the folder and is now plain text',
  'docs/guide/tea.md:26 the include of "../includes/none.md" finds no file',
  'docs/guide/tea.md:28 the include of "../../../outside.md" leads out of the imported folder',
  'docs/guide/tea.md:47 the anchor "#nowhere" is not on "guide/Blocks.md"',
  'docs/includes/loop.md:1 the include of "loop.md" includes itself',
  'docs/index.yml:14 the link to "guide/none.md" leads to no imported page and is now plain text',
  'docs/toc.yml:1 the table of contents "docs/toc.yml" contains itself',
  'docs/toc.yml:11 the menu names "none.md", which is not in the folder',
]

verifies('import.never_silent', 'importDocs() reports whatever docfx loses', async () => {
  await expectLossPlaces(report, FIXTURE)
  const lost = report.losses.map(({ file, line, what }) => {
    return `${relative(FIXTURE, file)}:${line} ${what.replace(/; it stays as written$/, '')}`
  })
  expect(lost).toEqual(LOST)
  const notes = report.notes.map(({ what }) => what)
  expect(notes).toContain('the version "kettle-2.0" is imported, and kettle-1.0 left out')
  expect(notes).toContain('the page is for "<kettle-2.0" and is left out')
})
