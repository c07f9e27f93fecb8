import { describe, expect, test } from 'bun:test'
import { writeColumns } from '../tables/columns.ts'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

const PAGES: readonly SearchDocument[] = Array.from({ length: 5 }, (_, at) => ({
  title: `Page ${at}`,
  description: 'About something.',
  body: `Heading\nText of page ${at} with Bun.serve and words, configured 検索.`,
  kind: 'guide',
  status: 'available',
  sections: [{ heading: 'Heading', anchor: 'heading', start: 0 }],
}))
const FILE = writeSearchData(PAGES)

const refusal = (bytes: Uint8Array) => {
  const opened = openSearchData(bytes)
  return opened.ok ? undefined : opened.error
}

describe('search file', () => {
  test('writeSearchData() gives equal bytes for equal pages', () => {
    expect(writeSearchData(PAGES)).toEqual(FILE)
  })

  test('openSearchData() opens what was written, at any place in memory', () => {
    const shifted = new Uint8Array(FILE.length + 3)
    shifted.set(FILE, 3)
    for (const bytes of [FILE, shifted.subarray(3)]) {
      const opened = openSearchData(bytes)
      expect(opened.ok && opened.value.search('serve', 3).map(({ page }) => page)).toEqual([
        0, 1, 2,
      ])
    }
  })

  test('openSearchData() refuses a file that is cut at any byte', () => {
    const opened = Array.from(FILE, (_, end) => refusal(FILE.subarray(0, end)))
    expect(opened.filter((error) => error === undefined)).toEqual([])
  })

  test('openSearchData() refuses a file in which any bit of any byte is turned', () => {
    const bytes = FILE.slice()
    const taken: number[] = []
    for (let at = 0; at < bytes.length; at++) {
      const before = bytes[at] ?? 0
      bytes[at] = before ^ (1 << (at % 8))
      if (refusal(bytes) === undefined) taken.push(at)
      bytes[at] = before
    }
    expect(taken).toEqual([])
  })

  test('openSearchData() refuses a foreign file, another table and another layout', () => {
    expect(refusal(new TextEncoder().encode('{"format":1,"bodies":[]}'.repeat(9)))).toBeDefined()
    expect(refusal(writeColumns('records', { head: new Uint32Array(4) }))).toBeDefined()
    const later = writeColumns('search', { head: Uint32Array.of(99, 0, 0, 0) })
    expect(refusal(later)).toBe('it has layout 99, not 1')
  })

  test('openSearchData() refuses a whole table whose columns are absent or disagree', () => {
    const head = Uint32Array.of(1, 2, 0, 0)
    expect(refusal(writeColumns('search', { head }))).toContain('absent')
    expect(refusal(writeColumns('search', { head: new Uint32Array(2) }))).toBe(
      'its head has another length',
    )
  })
})
