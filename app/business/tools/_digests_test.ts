import { expect, test } from 'bun:test'
import { digestOf, toCanonicalJson } from './_digests.ts'

test('toCanonicalJson() writes equal values alike, whatever the order of their members', () => {
  expect(toCanonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  )
  expect(toCanonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
})

test('digestOf() separates lists of texts that differ only in where one text ends', () => {
  const digests = [
    digestOf('ab', 'c'),
    digestOf('a', 'bc'),
    digestOf('abc'),
    digestOf('ab', 'c', ''),
  ].map((digest) => digest.toHex())
  expect(new Set(digests).size).toBe(4)
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/)
})
