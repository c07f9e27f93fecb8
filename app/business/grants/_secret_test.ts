import { expect, test } from 'bun:test'
import { challengeOf, isSecret, newSecret, proofOf, shortDigest } from './_secret.ts'

test('newSecret() makes 256 new bits each time', () => {
  const secrets = Array.from({ length: 100 }, () => newSecret('access'))
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^lt_at_[A-Za-z0-9_-]{43}$/)
})

test('isSecret() accepts only its own kind', () => {
  const secret = newSecret('refresh')
  expect(isSecret('refresh', secret)).toBe(true)
  expect(isSecret('access', secret)).toBe(false)
  for (const text of [`${secret}=`, `${secret}\n`, ` ${secret}`, secret.slice(1), '']) {
    expect(isSecret('refresh', text)).toBe(false)
  }
})

test('challengeOf() is S256 of RFC 7636 appendix B', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  expect(challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('proofOf() needs every part in its place', () => {
  const proofs = [proofOf('a', 'bc'), proofOf('ab', 'c'), proofOf('abc'), proofOf('bc', 'a')]
  expect(new Set(proofs).size).toBe(4)
  expect(proofOf('a', 'bc')).toBe(proofOf('a', 'bc'))
})

test('shortDigest() is the first half of SHA-256', () => {
  expect(shortDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223')
})
