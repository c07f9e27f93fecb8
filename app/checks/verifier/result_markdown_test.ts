import { expect, test } from 'bun:test'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { listStatements } from './operations/mod.ts'
import { isMarkdownResult, readStatements } from './result_markdown.ts'

const CORPUS = { version: '1.0.0', generated: '2026-01-01T00:00:00Z' }
const RECORD = {
  id: 'p12',
  kind: 'guide',
  url: 'http://localhost/one/',
  title: 'One',
  description: 'Says one.',
  status: 'not_yet',
  updated: '2026-01-01',
  markdown_url: 'http://localhost/one/index.md',
  notice: 'Not built yet.',
}
const PAGE: JsonObject = {
  ...CORPUS,
  page: RECORD,
  markdown: 'A body.\n~~~\nof code\n~~~\n',
  truncated: true,
  sections: ['one', 'two'],
  next_section: 'two',
  note: 'Read on.',
}
const PAGE_LINES = [
  'version: 1.0.0, generated: 2026-01-01T00:00:00Z',
  'note: Read on.',
  'markdown_url: url + index.md',
  '### One',
  'http://localhost/one/',
  'notice: Not built yet.',
  'p12, kind: guide, status: not_yet, updated: 2026-01-01. Says one.',
  'truncated: true',
  'next_section: two',
  'sections: one two',
]
const PAGE_TEXT = [...PAGE_LINES, '~~~~markdown', 'A body.', '~~~', 'of code', '~~~', '~~~~']

test('listStatements() is what readStatements() finds in the text of a page', () => {
  const text = PAGE_TEXT.join('\n')
  expect(isMarkdownResult(text)).toBe(true)
  expect(readStatements(text)).toEqual([...listStatements('page', PAGE)])
})

test('readStatements() misses what a text leaves out: body, title, note, next section', () => {
  const wanted = [...listStatements('page', PAGE)]
  for (const [at, count] of [
    [10, 6],
    [3, 1],
    [1, 1],
    [8, 1],
  ] as const) {
    const text = PAGE_TEXT.toSpliced(at, count).join('\n')
    expect(readStatements(text)).toEqual(wanted.toSpliced(at, 1))
  }
})

test('readStatements() ends a line wherever a reader may, and a fence at its mark', () => {
  expect(readStatements('one\x1c### Two\x85three\u2028\r\nfour')).toEqual([
    ...['one', '### Two', 'three', 'four'],
  ])
  expect(readStatements('~~~passage\none\n~~~\ntwo')).toEqual(['passage: one', 'two'])
  expect(readStatements('~~~passage\none')).toEqual(['a fence that does not end'])
})

test('listStatements() keeps each text on its line', () => {
  const title = 'One\x1c### Two'
  const [, , heading] = listStatements('pages', { ...CORPUS, pages: [{ ...RECORD, title }] })
  expect(heading).toBe('### One ### Two')
})

test('isMarkdownResult() is false for JSON, whole or not, and for nothing', () => {
  expect(isMarkdownResult('{"version":"1.0.0"')).toBe(false)
  expect(isMarkdownResult(undefined)).toBe(false)
})
