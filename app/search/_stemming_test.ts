import { describe, expect, test } from 'bun:test'
import { stemWord } from './_stemming.ts'

describe('stemming', () => {
  test('stemWord() removes the endings of English words', () => {
    const stems = ['configuring', 'configured', 'configures', 'configure'].map((word) =>
      stemWord(word),
    )
    expect(new Set(stems).size).toBe(1)
  })

  test('stemWord() leaves identifiers, numbers and other scripts unchanged', () => {
    const words = ['utf8s', 'c++', 'is', 'мосты', '検索']
    expect(words.map((word) => stemWord(word))).toEqual(words)
  })
})
