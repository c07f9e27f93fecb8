import { expect, test } from 'bun:test'
import { isSameSecret } from './secret_equality.ts'

test('isSameSecret() compares texts and bytes as a whole', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true)
  expect(isSameSecret('abc', 'abd')).toBe(false)
  expect(isSameSecret('abc', 'ab')).toBe(false)
  expect(isSameSecret(new Uint8Array([97]), 'a')).toBe(true)
})

test('isSameSecret() accepts only the same proof', () => {
  expect(isSameSecret('proof', 'proof')).toBe(true)
  for (const shown of ['', 'proo', 'prooF', 'proofs']) {
    expect(isSameSecret(shown, 'proof')).toBe(false)
  }
})
