import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../contract/query.ts'
import { type Column, writeColumns } from '../../foundation/tables/columns.ts'
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

/** The columns of a table in their element types. */
function columnsOf(file: Uint8Array): Record<string, Column> {
  const view = new DataView(file.buffer, file.byteOffset)
  const shorts = ['posting_unit', 'term_rank', 'stream', 'kind', 'status']
  const bytes = [
    'language',
    'term',
    'posting_count',
    'standing',
    'heading',
    'anchor',
    'piece_kind',
    'blocks',
    'kind_name',
    'status_name',
  ]
  const columns: Record<string, Column> = {}
  for (let at = 0; at < view.getUint32(24, true); at++) {
    const entry = 32 + at * 24
    const [name = ''] = new TextDecoder().decode(file.subarray(entry, entry + 16)).split('\0')
    const start = view.getUint32(entry + 16, true)
    const part = file.slice(start, start + view.getUint32(entry + 20, true))
    if (bytes.includes(name)) columns[name] = part
    else if (shorts.includes(name)) columns[name] = new Uint16Array(part.buffer)
    else columns[name] = new Uint32Array(part.buffer)
  }
  return columns
}

/** The file with one column changed and a correct checksum. */
function withColumn(name: string, change: (column: Column) => Column): Uint8Array {
  const columns = columnsOf(FILE)
  const column = columns[name]
  if (column === undefined) throw new Error(`Cannot change "${name}": there is no such column`)
  return writeColumns('search', { ...columns, [name]: change(column) })
}

describe('search file', () => {
  test('writeSearchData() gives equal bytes for equal pages', () => {
    expect(writeSearchData(PAGES)).toEqual(FILE)
  })

  test('openSearchData() opens a written file at any offset in memory', () => {
    const shifted = new Uint8Array(FILE.length + 3)
    shifted.set(FILE, 3)
    for (const bytes of [FILE, shifted.subarray(3)]) {
      const opened = openSearchData(bytes)
      expect(
        opened.ok && opened.value.search(normalizeQuery('serve'), 3).hits.map(({ page }) => page),
      ).toEqual([0, 1, 2])
    }
  })

  test('openSearchData() refuses a file truncated at any byte', () => {
    const opened = Array.from(FILE, (_, end) => refusal(FILE.subarray(0, end)))
    expect(opened.filter((error) => error === undefined)).toEqual([])
  })

  test('openSearchData() refuses a file with a flipped bit in any byte', () => {
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

  test('openSearchData() refuses a foreign file, another kind of table and another layout', () => {
    expect(refusal(new TextEncoder().encode('{"format":1,"bodies":[]}'.repeat(9)))).toBeDefined()
    expect(refusal(writeColumns('records', { head: new Uint32Array(4) }))).toBeDefined()
    const later = writeColumns('search', { head: Uint32Array.of(99, 0, 0, 0, 0) })
    expect(refusal(later)).toBe('it has layout 99, not 5')
  })

  test('openSearchData() refuses a valid table without its columns', () => {
    const head = Uint32Array.of(5, 2, 0, 0, 0)
    expect(refusal(writeColumns('search', { head }))).toContain('absent')
    expect(refusal(writeColumns('search', { head: new Uint32Array(2) }))).toBe(
      'its head has the wrong length',
    )
  })

  test('openSearchData() refuses a valid table with a column that is too short', () => {
    const free = [
      'head',
      'language',
      'language_at',
      'term',
      'blocks',
      'kind_name',
      'status_name',
      'heading',
      'anchor',
    ]
    for (const name of Object.keys(columnsOf(FILE))) {
      if (free.includes(name) || columnsOf(FILE)[name]?.length === 0) continue
      const error = refusal(withColumn(name, (column) => column.slice(1)))
      expect([name, error]).toEqual([name, expect.stringMatching(/agree|end where/)])
    }
  })

  test('openSearchData() refuses a valid table whose offsets decrease or exceed the end', () => {
    const starts = ['posting_at', 'stream_at', 'section_at', 'piece_at', 'block_at', 'stem_at']
    for (const name of [...starts, 'block_bytes', 'typo_at', 'title_words', 'summary_words']) {
      const error = refusal(withColumn(name, (column) => column.with(1, 0xfffffff0)))
      expect([name, error]).toEqual([name, expect.stringContaining('does not agree')])
    }
  })

  test('section() has an empty snippet when its text cannot be unpacked', () => {
    const garbled = withColumn('blocks', (column) => column.fill(0xff))
    const opened = openSearchData(garbled)
    expect(opened.ok && opened.value.search(normalizeQuery('serve'), 1).hits[0]?.section).toEqual({
      heading: 'Heading',
      anchor: 'heading',
      snippet: '',
    })
  })

  test('search() terminates whatever the columns that bound no loop contain', () => {
    const numbers = Object.keys(columnsOf(FILE)).filter((name) => name !== 'head')
    for (const name of numbers) {
      const opened = openSearchData(withColumn(name, (column) => column.fill(0xffffffff)))
      if (!opened.ok) continue
      for (const query of ['text', 'page 1', 'serv', 'xext', '検索', 'configuring']) {
        for (const hit of opened.value.search(normalizeQuery(query), 10).hits) {
          void hit.section
          hit.quote({ most: 600, places: 3 })
        }
      }
    }
  })
})
