import { expect, test } from 'bun:test'
import { openColumns, writeColumns } from './columns.ts'

const COLUMNS = {
  bytes: Uint8Array.of(1, 2, 3),
  shorts: Uint16Array.of(1, 65_535),
  longs: Uint32Array.of(7, 4_294_967_295),
  numbers: Float64Array.of(0.5, 2 ** 40),
  empty: new Uint32Array(),
}

function opened(file: Uint8Array, kind = 'sample') {
  const columns = openColumns(kind, file)
  if (!columns.ok) throw new Error(columns.error)
  return columns.value
}

test('openColumns() gives back what writeColumns() wrote', () => {
  const columns = opened(writeColumns('sample', COLUMNS))
  expect(columns.u8('bytes')).toEqual({ ok: true, value: COLUMNS.bytes })
  expect(columns.u16('shorts')).toEqual({ ok: true, value: COLUMNS.shorts })
  expect(columns.u32('longs')).toEqual({ ok: true, value: COLUMNS.longs })
  expect(columns.f64('numbers')).toEqual({ ok: true, value: COLUMNS.numbers })
  expect(columns.u32('empty')).toEqual({ ok: true, value: COLUMNS.empty })
})

test('openColumns() reads a file that stands at any place of a buffer', () => {
  const file = writeColumns('sample', COLUMNS)
  for (const offset of [1, 3, 4, 8]) {
    const buffer = new Uint8Array(file.length + offset)
    buffer.set(file, offset)
    expect(opened(buffer.subarray(offset)).f64('numbers')).toEqual({
      ok: true,
      value: COLUMNS.numbers,
    })
  }
})

test('writeColumns() gives equal bytes for equal columns', () => {
  expect(writeColumns('sample', COLUMNS)).toEqual(writeColumns('sample', { ...COLUMNS }))
})

test('openColumns() refuses a table of another kind and a column that is not there', () => {
  const file = writeColumns('sample', COLUMNS)
  expect(openColumns('other', file)).toEqual({ ok: false, error: 'it is no table of other' })
  expect(opened(file).u32('absent')).toEqual({ ok: false, error: 'column "absent" is absent' })
  expect(opened(file).u32('bytes')).toEqual({
    ok: false,
    error: 'column "bytes" has another width',
  })
})

test('openColumns() refuses a file that is cut anywhere', () => {
  const file = writeColumns('sample', COLUMNS)
  for (let length = 0; length < file.length; length += 1) {
    expect([length, openColumns('sample', file.slice(0, length)).ok]).toEqual([length, false])
  }
})

test('openColumns() refuses a file with any one bit changed', () => {
  const file = writeColumns('sample', COLUMNS)
  for (let at = 0; at < file.length; at += 1) {
    const changed = file.slice()
    changed[at] = (changed[at] ?? 0) ^ 4
    expect([at, openColumns('sample', changed).ok]).toEqual([at, false])
  }
})
