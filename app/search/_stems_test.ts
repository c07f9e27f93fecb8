import { describe, expect, test } from 'bun:test'
import { stemOf } from './_stems.ts'

describe('stems', () => {
  test('stemOf() takes the endings off English words', () => {
    const stems = ['configuring', 'configured', 'configures', 'configure'].map(stemOf)
    expect(new Set(stems).size).toBe(1)
  })

  test('stemOf() leaves identifiers, numbers and other scripts alone', () => {
    const words = ['utf8s', 'c++', 'is', 'мосты', '検索']
    expect(words.map(stemOf)).toEqual(words)
  })
})
