import { expect, test } from 'bun:test'
import { countLineAndColumn, decodeSource } from './source_file.ts'

const bytes = (...parts: readonly (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)],
    ),
  )

test('decodeSource() strips a byte order mark and makes every line end a line feed', () => {
  expect(decodeSource('a.md', bytes(0xef, 0xbb, 0xbf, 'a\r\nb\rc\n'))).toEqual({
    ok: true,
    value: 'a\nb\nc\n',
  })
})

test('decodeSource() names the byte that is not UTF-8, with its place in characters', () => {
  expect(decodeSource('a.md', bytes('Ümlaut\r\nCafé ', 0xe9, ' au lait\n'))).toMatchObject({
    error: { line: 2, column: 6, what: 'the byte "0xe9" is not UTF-8' },
  })
})

test('decodeSource() refuses a character cut off by the end of the file', () => {
  expect(decodeSource('a.md', bytes('ab', 0xc3))).toMatchObject({
    error: { line: 1, column: 3, what: 'the byte "0xc3" is not UTF-8' },
  })
})

test('decodeSource() accepts a replacement character that the author wrote', () => {
  expect(decodeSource('a.md', bytes('a\ufffdb'))).toEqual({ ok: true, value: 'a\ufffdb' })
})

test('decodeSource() refuses a NUL byte with its place', () => {
  expect(decodeSource('a.md', bytes('a\r\nbc', 0, 'd'))).toMatchObject({
    error: { line: 2, column: 3, what: 'a NUL byte is not allowed' },
  })
})

test('countLineAndColumn() counts from 1, also on a line feed', () => {
  expect(countLineAndColumn('ab\ncd', 0)).toEqual({ line: 1, column: 1 })
  expect(countLineAndColumn('ab\ncd', 2)).toEqual({ line: 1, column: 3 })
  expect(countLineAndColumn('ab\ncd', 4)).toEqual({ line: 2, column: 2 })
})
