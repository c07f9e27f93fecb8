import { expect, test } from 'bun:test'
import { canonical, digestOf, hex } from './_digests.ts'

test('canonical() writes equal values alike, whatever the order of their members', () => {
  expect(canonical({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  )
  expect(canonical({ a: undefined, b: 1 })).toBe('{"b":1}')
})

test('digestOf() keeps lists of texts apart that only differ in where one ends', () => {
  const digests = [
    digestOf('ab', 'c'),
    digestOf('a', 'bc'),
    digestOf('abc'),
    digestOf('ab', 'c', ''),
  ].map(hex)
  expect(new Set(digests).size).toBe(4)
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/)
})
