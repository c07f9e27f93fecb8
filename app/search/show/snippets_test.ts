import { describe, expect, test } from 'bun:test'
import { createSnippet, SNIPPET_CHARACTERS_MAX } from './snippets.ts'

const LONG = Array.from({ length: 90 }, (_, at) => `word${at}`).join(' ')

describe('snippets', () => {
  test('createSnippet() returns a short text in full, on one line', () => {
    const text = 'One\n  two\nthree'
    expect(createSnippet(text, { start: 0, match: 4, end: text.length })).toBe('One two three')
  })

  test('createSnippet() cuts a long text between words and marks the cut', () => {
    const snippet = createSnippet(LONG, {
      start: 0,
      match: LONG.indexOf('word50'),
      end: LONG.length,
    })
    expect(snippet).toMatch(/^…(word\d\d )+word\d\d…$/)
    expect(snippet).toContain('word50')
    expect(snippet.length).toBeLessThanOrEqual(SNIPPET_CHARACTERS_MAX)
  })

  test('createSnippet() shows nothing from before its start or after its end', () => {
    expect(createSnippet('before here after', { start: 7, match: 7, end: 12 })).toBe('here')
  })

  test('createSnippet() respects its limit and surrogate pairs in a text without spaces', () => {
    const text = '𠮷'.repeat(200)
    for (const match of [0, 100, 101, 399]) {
      const snippet = createSnippet(text, { start: 0, match, end: text.length })
      expect(snippet.length).toBeLessThanOrEqual(SNIPPET_CHARACTERS_MAX)
      expect(snippet.isWellFormed()).toBe(true)
      expect(snippet.length).toBeGreaterThan(0)
    }
  })
})
