import { expect, test } from 'bun:test'
import { openColumns, writeColumns } from './columns.ts'

const COLUMNS = {
  bytes: Uint8Array.of(1, 2, 3),
  shorts: Uint16Array.of(1, 65_535),
  longs: Uint32Array.of(7, 4_294_967_295),
  numbers: Float64Array.of(0.5, 2 ** 40),
  empty: new Uint32Array(),
}

function open(file: Uint8Array, kind = 'sample') {
  const columns = openColumns(kind, file)
  if (!columns.ok) throw new Error(columns.error)
  return columns.value
}

test('openColumns() returns what writeColumns() wrote', () => {
  const columns = open(writeColumns('sample', COLUMNS))
  expect(columns.u8('bytes')).toEqual({ ok: true, value: COLUMNS.bytes })
  expect(columns.u16('shorts')).toEqual({ ok: true, value: COLUMNS.shorts })
  expect(columns.u32('longs')).toEqual({ ok: true, value: COLUMNS.longs })
  expect(columns.f64('numbers')).toEqual({ ok: true, value: COLUMNS.numbers })
  expect(columns.u32('empty')).toEqual({ ok: true, value: COLUMNS.empty })
})

test('openColumns() reads a file at any offset of a buffer', () => {
  const file = writeColumns('sample', COLUMNS)
  for (const offset of [1, 3, 4, 8]) {
    const buffer = new Uint8Array(file.length + offset)
    buffer.set(file, offset)
    expect(open(buffer.subarray(offset)).f64('numbers')).toEqual({
      ok: true,
      value: COLUMNS.numbers,
    })
  }
})

test('writeColumns() writes equal bytes for equal columns', () => {
  expect(writeColumns('sample', COLUMNS)).toEqual(writeColumns('sample', { ...COLUMNS }))
})

test('openColumns() refuses a table of another kind and a missing column', () => {
  const file = writeColumns('sample', COLUMNS)
  expect(openColumns('other', file)).toEqual({ ok: false, error: 'it is not a table of other' })
  expect(open(file).u32('absent')).toEqual({ ok: false, error: 'column "absent" is absent' })
  expect(open(file).u32('bytes')).toEqual({
    ok: false,
    error: 'column "bytes" has the wrong width',
  })
})

test('openColumns() refuses a file truncated anywhere', () => {
  const file = writeColumns('sample', COLUMNS)
  for (let length = 0; length < file.length; length += 1) {
    expect([length, openColumns('sample', file.slice(0, length)).ok]).toEqual([length, false])
  }
})

test('openColumns() refuses a file with a flipped bit in any byte', () => {
  const file = writeColumns('sample', COLUMNS)
  for (let at = 0; at < file.length; at += 1) {
    const changed = file.slice()
    changed[at] = (changed[at] ?? 0) ^ 4
    expect([at, openColumns('sample', changed).ok]).toEqual([at, false])
  }
})
