import { expect, test } from 'bun:test'
import { computeFingerprint, hashText } from './text_hash.ts'

test('hashText() is FNV-1a, and never negative', () => {
  expect(['', 'a', 'foobar'].map(hashText)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
})

test('computeFingerprint() is 16 hexadecimal digits and the same when the text is', () => {
  expect(computeFingerprint('a')).toMatch(/^[0-9a-f]{16}$/)
  expect(computeFingerprint('{"pages":[]}')).toBe(computeFingerprint('{"pages":[]}'))
})

test('computeFingerprint() differs when texts differ in one unit, in order or in length', () => {
  const texts = Array.from({ length: 2000 }, (_, at) => `{"id":"p${at}","n":${at % 7}}`)
  texts.push('', '\0', '\0\0', 'ab', 'ba', 'a', '\u0100', '[{"id":"p1"},{"id":"p2"}]')
  texts.push('[{"id":"p2"},{"id":"p1"}]')
  expect(new Set(texts.map(computeFingerprint)).size).toBe(texts.length)
})
