import { expect, test } from 'bun:test'
import { isCodeChallenge, isCodeVerifier } from './oauth.ts'

test.each([
  ['a'.repeat(43), true],
  [`${'a'.repeat(41)}-_`, true],
  ['a'.repeat(42), false],
  ['a'.repeat(44), false],
  [`${'a'.repeat(42)}=`, false],
  [`${'a'.repeat(42)}~`, false],
  [`${'a'.repeat(43)}\n`, false],
  ['', false],
])('isCodeChallenge() of %j is %p', (text, expected) => {
  expect(isCodeChallenge(text)).toBe(expected)
})

test.each([
  ['a'.repeat(43), true],
  [`${'a'.repeat(39)}._~-`, true],
  ['a'.repeat(128), true],
  ['a'.repeat(42), false],
  ['a'.repeat(129), false],
  [`${'a'.repeat(43)}+`, false],
  [`${'a'.repeat(43)}\n`, false],
])('isCodeVerifier() of %j is %p', (text, expected) => {
  expect(isCodeVerifier(text)).toBe(expected)
})
