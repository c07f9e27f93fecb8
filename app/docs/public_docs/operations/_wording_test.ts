import { describe, expect, test } from 'bun:test'
import { endSentence } from './_wording.ts'

describe('endSentence', () => {
  test('endSentence() adds a full stop only behind a text without an end', () => {
    expect(['Opens it', 'Opens it?', '開きます。', '열까요？'].map(endSentence)).toEqual([
      'Opens it.',
      'Opens it?',
      '開きます。',
      '열까요？',
    ])
  })
})
