import { expect } from 'bun:test'
import { join, relative } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import { expectLossPlaces, importFixture, readBodyOf, readPagesOf } from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')

const { corpusDir, report } = await importFixture(FIXTURE, '2025-01-01')

const readFrom = (file: string) => readBodyOf(corpusDir, file)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes menu and old addresses of one space of GitBook',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['GitBook', 4, 2])
    expect(await readFrom('_folder.yaml')).toBe('order:\n  - guide\n')
    expect(await readFrom('guide/_folder.yaml')).toBe(
      'title: Make things\norder:\n  - title: Guide\n    pages:\n      - index\n' +
        '      - title: Short tea\n        page: tea\n      - blocks\n' +
        '      - title: Else_where [1]\n        link: https://example.org/\n',
    )
    const pages = await readPagesOf(corpusDir)
    const found = pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom].join(' '))
    expect(found.sort()).toEqual(['', 'guide', 'guide/blocks', 'guide/tea old/tea'])
  },
)

verifies('import.generators', 'importDocs() writes the blocks of GitBook as Markdown', async () => {
  const blocks = await readFrom('guide/blocks.md')
  expect(blocks).toContain(':::note\nInfo **words**.\n\n```sh\n{% hint style="danger" %}\n```\n:::')
  expect(blocks).toContain('> [!TIP]\n> One line.\n\n> [!CAUTION]\n> Careful.\n')
  expect(blocks).toContain('::::tabs\n:::tab Steel\n```javascript title="boil.js"\nboil()\n```\n')
  expect(blocks).toContain(':::tab Glass\nGlass words.\n:::\n::::\n')
  expect(blocks).toContain('```text title="plain"\ntext\n```\n\n### Named\n\nFirst.\n\n**2.**\n')
  expect(blocks).toContain('\n[A film](https://example.org/film)\n\n[The list](../.gitbook')
  expect(blocks).toContain('\n[Tea](tea.md)\n\nLeft\n\nRight\n\n**2025-12-25** (beta)\n')
  expect(blocks).toContain('\n**Review**\n\n```\nDo it.\n```\n\n`POST /pot`\n')
  expect(blocks).toContain('* Item\n\n  > [!WARNING]\n  > In a list.\n')
  expect(blocks).toContain('\n:::card [Boil](tea.md)\nMake *tea*.\n:::\n:::card Plain\n:::\n')
  expect(blocks).toContain('| Word | Use |\n| --- | --- |\n| [`a`](#hints) | B |\n')
  expect(blocks).toContain('```\n{% hint %}\n  b: 1\n```')
})

verifies(
  'import.generators',
  'importDocs() follows links of GitBook to pages, anchors and included text',
  async () => {
    const tea = await readFrom('guide/tea.md')
    expect(tea).toContain('\n## Boil water {#hot-water #boil-water}\n')
    expect(tea).toContain('Links: [a](#1-step-one), b, c, [d](index.md),\n[e](https://app.gitbook')
    expect(tea).toContain('OTHER/x), [f](../index.md).\n\nInline $x^2$ here, `{% hint %}` as code.')
    expect(tea).toContain('![A pot](../.gitbook/assets/pot%20%281%29.svg "Words below")\n')
    expect(tea).toContain('\nA *part*, see [tea](#top).\n\n`none.md`')
    expect(await readFrom('index.md')).toBe('\nStart with [Tea](guide/tea.md).\n')
  },
)

const LOST = [
  '.gitbook.yaml:5 the redirect of "/old/gone" to "/guide/none.md" is left out, ' +
    'because its target is no imported page',
  'SUMMARY.md:11 the menu names "guide/missing.md", which is not in the folder',
  'SUMMARY.md:13 the entry "Words alone" of the menu is no link to a page, and is left out',
  'docs.yaml:1 the site has several spaces, of which the one in this folder is imported',
  'guide/blocks.md:86 the block "openapi" of "POST /pot" is not written out',
  'guide/blocks.md:90 what a condition shows to some readers is shown to all',
  'guide/blocks.md:94 "{% @mermaid/diagram content="graph" %}" is a template tag ' +
    'that is not converted',
  'guide/tea.md:7 the link to "broken-reference" leads to no imported page and is ' +
    'now plain text',
  'guide/tea.md:7 the link to "/broken/pages/x" leads to no imported page and is ' +
    'now plain text',
  'guide/tea.md:7 the anchor "#nowhere" is not on "guide/index.md"',
  'guide/tea.md:8 the link "https://app.gitbook.com/o/ORG/s/OTHER/x" leads to the editor, ' +
    'which asks readers to sign in',
  'guide/tea.md:16 the include of "../.gitbook/includes/none.md" finds no file',
]

verifies('import.never_silent', 'importDocs() reports whatever GitBook loses', async () => {
  await expectLossPlaces(report, FIXTURE)
  const lost = report.losses.map(({ file, line, what }) => {
    return `${relative(FIXTURE, file)}:${line} ${what.replace(/; it stays as written$/, '')}`
  })
  expect(lost).toEqual(LOST)
  expect(report.notes.map(({ what }) => what)).toEqual([
    'files that SUMMARY.md does not list are not imported: unlisted.md',
    'the page is hidden and is left out',
  ])
})
