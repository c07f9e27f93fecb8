import { expect, test } from 'bun:test'
import { openColumns, writeColumns } from './columns.ts'
import { Bytes, GrowingTexts, Numbers } from './growing.ts'
import { openTexts } from './texts.ts'

/** More than two chunks. */
const MANY = 40_000

function write(columns: Parameters<typeof writeColumns>[1]) {
  const opened = openColumns('sample', writeColumns('sample', columns))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

test('Numbers keep what was pushed and set, over the ends of chunks', () => {
  const numbers = new Numbers()
  for (let at = 0; at < MANY; at++) numbers.push(at * 3)
  numbers.set(16_384, 4_294_967_295)
  expect([numbers.length, numbers.at(16_383), numbers.at(MANY - 1)]).toEqual([
    MANY,
    49_149,
    (MANY - 1) * 3,
  ])
  const expected = Uint32Array.from({ length: MANY }, (_, at) => at * 3)
  expected[16_384] = 4_294_967_295
  expect(write({ numbers: numbers.plan() }).u32('numbers')).toEqual({ ok: true, value: expected })
})

test('Bytes keep single ones and runs of any length, and are empty once they are written', () => {
  const bytes = new Bytes()
  const expected: number[] = []
  for (const length of [1, 16_382, 3, 0, MANY, 5]) {
    const run = Uint8Array.from({ length }, (_, at) => (at + length) % 251)
    bytes.add(run)
    bytes.push(length % 256)
    expected.push(...run, length % 256)
  }
  expect(bytes.at(16_384)).toBe(expected[16_384] ?? -1)
  const columns = write({ bytes: bytes.plan(), none: new Bytes().plan() })
  expect(columns.u8('bytes')).toEqual({ ok: true, value: Uint8Array.from(expected) })
  expect(columns.u8('none')).toEqual({ ok: true, value: new Uint8Array() })
  expect(bytes.length).toBe(0)
})

test('GrowingTexts are read as other texts are', () => {
  const texts = new GrowingTexts()
  for (const text of ['one', '', 'zwölf', '日本']) texts.push(text)
  expect(texts.length).toBe(4)
  const opened = openTexts(write(texts.plan('name')), 'name')
  const read = opened.ok ? [0, 1, 2, 3].map((at) => opened.value.at(at)) : opened.error
  expect(read).toEqual(['one', '', 'zwölf', '日本'])
})
