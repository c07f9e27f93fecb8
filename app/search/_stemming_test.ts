import { describe, expect, test } from 'bun:test'
import { stemWord } from './_stemming.ts'

describe('stems', () => {
  test('stemOf() takes the endings off English words', () => {
    const stems = ['configuring', 'configured', 'configures', 'configure'].map(stemWord)
    expect(new Set(stems).size).toBe(1)
  })

  test('stemOf() leaves identifiers, numbers and other scripts alone', () => {
    const words = ['utf8s', 'c++', 'is', 'мосты', '検索']
    expect(words.map(stemWord)).toEqual(words)
  })
})
