import { expect, test } from 'bun:test'
import { decodePercent, decodePercentLeniently } from './percent_encoding.ts'

test('decodePercent() is absent when an escape is malformed or not UTF-8', () => {
  expect(decodePercent('a%20b')).toBe('a b')
  expect(decodePercent('%zz')).toBeUndefined()
  expect(decodePercent('%ff')).toBeUndefined()
})

test('decodePercentLeniently() keeps a malformed text as it is', () => {
  expect(decodePercentLeniently('a%20b')).toBe('a b')
  expect(decodePercentLeniently('50%')).toBe('50%')
})
