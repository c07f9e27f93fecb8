import { expect, test } from 'bun:test'
import { comparePages } from './compare.ts'
import { readOutputPage } from './output_pages.ts'
import { ReportIndex } from './report_index.ts'
import { readSourceMarkdown } from './source_markdown.ts'

/** What is lost of a text, with a report that names some of its lines. */
function compare(text: string, html: string, reported: readonly number[]): readonly string[] {
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'page.md', line: at + 1 }))
  const source = readSourceMarkdown('page.md', rows, (heading) => heading)
  const output = readOutputPage('https://docs.example/page/', `<article>${html}</article>`, '')
  const problems = reported.map((line) => {
    return { file: '/docs/page.md', line, column: 1, what: 'left out', fix: 'write it out' }
  })
  const index = new ReportIndex('/docs', problems)
  return comparePages([{ source, output }], index, 0).losses.map(({ unit, what }) => {
    return `${unit.line} ${what}`
  })
}

const SOURCE = 'Gone\n\nTea is hot\n\nGreen tea is\n\nGreen tea is'

test('comparePages() takes words of a reported line for those of several that are missing', () => {
  expect(compare(SOURCE, 'Tea is hot. Green tea is', [1, 5])).toEqual([])
})

test('comparePages() finds code without lines, which a page shows as an empty one', () => {
  expect(compare('```\n```', '<pre><code>\n</code></pre>', [])).toEqual([])
  expect(compare('```\n```', '<p>Tea</p>', [])).toEqual(['1 code "" ()'])
})

test('comparePages() finds what is missing on a line that the report does not name', () => {
  expect(compare(SOURCE, 'Tea is hot. Green tea is', [1])).toEqual([
    '3 prose "tea"',
    '5 prose "is"',
    '7 prose "green"',
  ])
})

test('comparePages() prefers no reported line to one whose neighbours are missing', () => {
  const source = 'Green tea is\n\nGreen tea now\n\nHot tea here'
  const output = 'Green is. Green tea now. Hot tea here'
  expect(compare(source, output, [5])).toEqual(['1 prose "tea"'])
})

test('comparePages() takes a word out of a reported run, and no other', () => {
  const source = 'The tea filters\n\nBasic tea indent'
  expect(compare(source, 'The tea of pots filters', [3])).toEqual([])
  expect(compare(source, 'The of pots filters', [3])).toEqual(['1 prose "tea"'])
})

test('comparePages() excuses no word that is cut out of its line by one of a reported run', () => {
  const source = 'Basic tea indent\n\nThe tea filters'
  expect(compare(source, 'The filters. Tea of pots', [1])).toEqual(['3 prose "tea"'])
})

test('comparePages() excuses no line that is lost whole by words of a reported one', () => {
  expect(compare('One two three\n\nSix two four', 'Six two four', [3])).toEqual([
    '1 prose "one"',
    '1 prose "two"',
    '1 prose "three"',
  ])
})

// Tags that open no choice: empty, not closed, closed after the paragraph, or code.
const OPENINGS: readonly (readonly [string, string])[] = [
  ['<select/>\n\nGone words\n\n</select>', ''],
  ['<select>\n<option>\n\nGone words\n\nMore gone', ''],
  ['<select>\n<option>\n\nGone words\n\n</select>', ''],
  ['<select>\n</SELECT>\nGone words\n\n</select>', ''],
  ['<select>\n</select >\nGone words\n\n</select>', ''],
  ['Text\n\n    <select>\nGone words\n</select>', 'Text'],
  ['Text\n\n    Tea\n    <select>\nGone words\n</select>', 'Text tea'],
]
for (const [source, output] of OPENINGS) {
  test(`comparePages() excuses by a choice no words after ${JSON.stringify(source)}`, () => {
    const at = source.split('\n').findIndex((row) => row.includes('<select'))
    const losses = compare(source, output, [at + 1])
    expect(losses.filter((loss) => /gone|words/.test(loss))).not.toEqual([])
  })
}

test('comparePages() excuses all words of a choice, also below a comment', () => {
  const source = '<select>\n<option>Gone</option>\n<!-- More by a script -->\n</select>'
  expect(compare(source, '', [1])).toEqual([])
  const open = '<select>\n<option>Gone</option>\n<!-- More by\n\na script -->\n</select>'
  expect(compare(open, '', [1])).not.toEqual([])
})

test('comparePages() knows a link that leaves the site from another with the same words', () => {
  const html = '<a href="#pot">Tea</a> <a href="https://tea.example/all">Tea</a>'
  expect(compare('[Tea](#pot)\n\n[Tea](/all)', html, [])).toEqual([])
  expect(compare('[Tea](#pot)\n\n[Tea](#cup)', html, [])).toEqual(['1 link "tea" (#pot)'])
})

test('comparePages() takes a reported link for the missing one of two, and no other', () => {
  const source = '[Tea](cup)\n\n[Tea](/cup/)'
  expect(compare(source, '<a href="/cup/">Tea</a> Tea', [1])).toEqual([])
  expect(compare(source, 'Tea Tea', [1])).toEqual(['3 link "tea" (/cup/)'])
})

test('comparePages() misses a link that leaves the site, and none that is now of our own', () => {
  const text = '[Tea](https://tea.example/a/)\n\n[Pot][1]\n\n[1]: https://pot.example/b'
  const own = '<a href="/b/">Pot</a>'
  expect(compare(text, `<a href="https://tea.example/a">Tea</a> ${own}`, [])).toEqual([])
  expect(compare(text, `Tea ${own}`, [])).toEqual(['1 outside "tea.example/a" (tea)'])
  expect(compare(text, `<a href="https://cup.example/">Tea</a> ${own}`, [1])).toEqual([])
})
