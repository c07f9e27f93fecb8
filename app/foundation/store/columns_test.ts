import { expect, test } from 'bun:test'
import { bytesIn, bytesOrNone, numberIn, numberOrNone, textIn, textOrNone } from './columns.ts'

const row = { text: 'a', number: 1, none: null, bytes: new Uint8Array([1]) }

test('textIn(), numberIn() and bytesIn() read a column of their type', () => {
  expect(textIn(row, 'text')).toBe('a')
  expect(numberIn(row, 'number')).toBe(1)
  expect(bytesIn(row, 'bytes')).toEqual(new Uint8Array([1]))
})

test('textOrNone(), numberOrNone() and bytesOrNone() read a column that may be null', () => {
  expect(textOrNone(row, 'text')).toBe('a')
  expect(numberOrNone(row, 'number')).toBe(1)
  expect(bytesOrNone(row, 'bytes')).toEqual(new Uint8Array([1]))
  const empty = [textOrNone(row, 'none'), numberOrNone(row, 'none'), bytesOrNone(row, 'none')]
  expect(empty).toEqual([undefined, undefined, undefined])
})

test('a column of another type, or one that is absent, is a bug', () => {
  expect(() => textIn(row, 'number')).toThrow('Cannot read column "number": number')
  expect(() => numberIn(row, 'none')).toThrow('Cannot read column "none": object')
  expect(() => bytesIn(row, 'none')).toThrow('Cannot read column "none"')
  expect(() => bytesOrNone(row, 'text')).toThrow('Cannot read column "text"')
  for (const read of [textOrNone, numberOrNone, bytesOrNone]) {
    expect(() => read(row, 'absent')).toThrow('Cannot read column "absent": undefined')
  }
})
