import { describe, expect, test } from 'bun:test'
import { parseMarkdown } from '../../../text/source_text/markdown.ts'
import { readSearchText } from '../../../text/source_text/search_text.ts'
import { choosePieces, createSnippet, SNIPPET_CHARACTERS_MAX } from './_passages.ts'
import { splitPieces, splitRest } from './_text_pieces.ts'

const textOf = (markdown: string) => readSearchText(parseMarkdown(markdown)).text

function quote(markdown: string, word: string, bytesMax: number): string {
  const text = textOf(markdown)
  return choosePieces(splitPieces(text), text.indexOf(word), bytesMax)
}

const MIXED = `First line of
a paragraph. It has, e.g. here, two sentences!

Run it:

\`\`\`sh
one \\
  two
\`\`\`

| name | default | |
|---|---|---|
| PORT | | 8080 |

- an item
- another. With two sentences.`

test('choosePieces() gives Markdown of everything that fits', () => {
  expect(quote(MIXED, 'two', 1000)).toBe(
    'First line of a paragraph. It has, e.g. here, two sentences!\nRun it:\n' +
      '```\none \\\n  two\n```\nname | default |\nPORT |  | 8080\n' +
      '- an item\n- another. With two sentences.',
  )
})

test('choosePieces() starts with the match and what introduces it', () => {
  expect(quote(MIXED, 'one', 40)).toBe('Run it:\n```\none \\\n  two\n```')
  expect(quote(MIXED, 'two sentences!', 40)).toBe('It has, e.g. here, two sentences!')
  expect(quote(MIXED, 'PORT', 30)).toBe('PORT |  | 8080\n- an item')
})

test('choosePieces() cuts only a piece that is too long alone, and closes its fence', () => {
  expect(quote('One two three four five.', 'four', 16)).toBe('One two three…')
  expect(quote('```\na\nb\nc\n```', 'b', 12)).toBe('```\na\nb\n```')
  expect(quote('```\na long line of code\n```', 'line', 12)).toBe('')
  const fenced = quote('````\n```\na\n```\n````', 'a', 100)
  expect(fenced).toBe('````\n```\na\n```\n````')
  for (let most = 8; most < 60; most += 1) {
    const passage = quote(MIXED, 'two', most)
    expect(Buffer.byteLength(passage)).toBeLessThanOrEqual(most + 1)
    expect((passage.match(/^```/gm) ?? []).length % 2).toBe(0)
  }
  expect(quote('漢字を書く。次の文です。', '次', 30)).toBe('次の文です。')
  expect(quote('', 'x', 30)).toBe('')
})

test('splitRest() drops what a cut split, and keeps the match', () => {
  const text = textOf('Ab cd. Ef gh.\n\n```\nij\nkl\n```\n\nMn op. Qr st.')
  const rest = (from: number, word: string) =>
    splitRest(text.slice(from), text.indexOf(word) - from).map((piece) => piece.text)
  expect(rest(2, 'Mn')).toEqual(['```\nij\nkl\n```', 'Mn op.', 'Qr st.'])
  expect(rest(2, 'gh')[0]).toBe('Ef gh.')
  expect(rest(text.indexOf('kl'), 'Mn')).toEqual(['Mn op.', 'Qr st.'])
})

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
