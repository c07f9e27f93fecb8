import { describe, expect, test } from 'bun:test'
import { Terms } from './terms.ts'

const TERMS = ['c', 'c++', 'cache', 'caches', 'cat', '検索', '𠮷']

function terms(): Terms {
  const encoded = TERMS.map((term) => Buffer.from(term))
  const starts = [0]
  for (const bytes of encoded) starts.push((starts.at(-1) ?? 0) + bytes.length)
  return new Terms(Buffer.concat(encoded), Uint32Array.from(starts))
}

describe('Terms', () => {
  test('find() returns the number of every term, and of no other word', () => {
    expect(TERMS.map((term) => terms().find(term))).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(
      ['', 'a', 'ca', 'cachesx', 'zz', '検', '𠮷𠮷'].map((word) => terms().find(word)),
    ).toEqual(Array.from({ length: 7 }, () => -1))
  })

  test('findPrefix() returns the range of terms with a prefix', () => {
    expect(terms().findPrefix('ca')).toEqual({ from: 2, to: 5 })
    expect(terms().findPrefix('cache')).toEqual({ from: 2, to: 4 })
    expect(terms().findPrefix('𠮷')).toEqual({ from: 6, to: 7 })
    expect(terms().findPrefix('d')).toEqual({ from: 5, to: 5 })
  })

  test('text() returns a term', () => {
    expect(TERMS.map((_, number) => terms().text(number))).toEqual(TERMS)
  })
})
