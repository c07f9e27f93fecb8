import { expect, test } from 'bun:test'
import { areBytesEqual } from './equal_bytes.ts'

test('areBytesEqual() compares texts and bytes as a whole', () => {
  expect(areBytesEqual('abc', 'abc')).toBe(true)
  expect(areBytesEqual('abc', 'abd')).toBe(false)
  expect(areBytesEqual('abc', 'ab')).toBe(false)
  expect(areBytesEqual(new Uint8Array([97]), 'a')).toBe(true)
})

test('areBytesEqual() compares length and every byte', () => {
  const bytes = new Uint8Array([1, 2])
  expect(areBytesEqual(bytes, new Uint8Array([1, 2]))).toBe(true)
  expect(areBytesEqual(bytes, new Uint8Array([1, 3]))).toBe(false)
  expect(areBytesEqual(bytes, new Uint8Array([1]))).toBe(false)
})

test('areBytesEqual() accepts only the same proof', () => {
  expect(areBytesEqual('proof', 'proof')).toBe(true)
  for (const shown of ['', 'proo', 'prooF', 'proofs']) {
    expect(areBytesEqual(shown, 'proof')).toBe(false)
  }
})
