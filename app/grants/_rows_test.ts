import { expect, test } from 'bun:test'
import {
  addressesIn,
  bytesOrNone,
  formatScopes,
  intersectScopes,
  numberIn,
  numberOrNone,
  scopesIn,
  textIn,
  textOrNone,
} from './_rows.ts'

const row = { text: 'a', number: 1, none: null, bytes: new Uint8Array([1]), list: '["x","y"]' }

test('a column gives its value, or nothing where it may be empty', () => {
  expect(textIn(row, 'text')).toBe('a')
  expect(numberIn(row, 'number')).toBe(1)
  expect(addressesIn(row, 'list')).toEqual(['x', 'y'])
  expect(bytesOrNone(row, 'bytes')).toEqual(new Uint8Array([1]))
  const empty = [textOrNone(row, 'none'), numberOrNone(row, 'none'), bytesOrNone(row, 'none')]
  expect(empty).toEqual([undefined, undefined, undefined])
})

test('a column of another type is a bug', () => {
  expect(() => textIn(row, 'number')).toThrow('Cannot read column "number": number')
  expect(() => numberIn(row, 'none')).toThrow('Cannot read column "none"')
  expect(() => textOrNone(row, 'absent')).toThrow('Cannot read column "absent"')
  expect(() => bytesOrNone(row, 'text')).toThrow('Cannot read column "text"')
  expect(() => addressesIn({ list: '{}' }, 'list')).toThrow('Cannot read column "list"')
})

test('scopes are read by whole words, once and in one order', () => {
  const [read, write] = ['mcp:business:read', 'mcp:business:write'] as const
  expect(scopesIn({ scopes: `${write} ${read}` }, 'scopes')).toEqual([read, write])
  expect(scopesIn({ scopes: `${read}er other` }, 'scopes')).toEqual([])
  expect(formatScopes([read, write])).toBe(`${read} ${write}`)
  expect(intersectScopes([read], [write, read, read])).toEqual([read])
  expect(intersectScopes([read], [write])).toEqual([])
})
