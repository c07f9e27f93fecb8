import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../../contract/query.ts'
import { CUT_LINE } from '../../../contract/text_pieces.ts'
import { openSearchData, type PassageSize, type SearchDocument, writeSearchData } from '../mod.ts'
import { createSnippet, readWords, SNIPPET_CHARACTERS_MAX } from './_snippets.ts'

const SIZE: PassageSize = { most: 180, places: 2 }

/** A page whose words are its Markdown; each blank line begins a piece. */
function pageOf(markdown: string): SearchDocument {
  const pieces: { kind: 'prose' | 'heading' | 'item' | 'head' | 'row' | 'code'; start: number }[] =
    []
  const sections: SearchDocument['sections'][number][] = []
  let isTable = false
  for (const { index, 0: block } of markdown.matchAll(/[^\n](?:[^\n]|\n(?![\n|]))*/g)) {
    const isBar = block.startsWith('|')
    const isFirst = isBar && !isTable
    isTable = isBar
    if (block.startsWith('|--')) continue
    if (block.startsWith('# '))
      sections.push({ heading: block.slice(2), anchor: 'a', start: index })
    const kind = block.startsWith('# ') ? 'heading' : block.startsWith('```') ? 'code' : 'prose'
    pieces.push({
      kind: isFirst ? 'head' : isBar ? 'row' : block.startsWith('- ') ? 'item' : kind,
      start: index,
    })
  }
  const shown = { markdown, pieces: pieces.map((piece) => ({ ...piece, at: piece.start })) }
  const plain = { title: 'T', description: 'D', kind: 'guide', status: 'available' }
  return { ...plain, body: markdown, sections, shown }
}

function quote(markdown: string, query: string, size = SIZE): string {
  const opened = openSearchData(writeSearchData([pageOf(markdown)]))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value.search(normalizeQuery(query), 1).hits[0]?.quote(size) ?? ''
}

const FILLER = 'Nothing of note is said here, and it takes some room to say so.'

describe('passages', () => {
  test('quote() has the section that answers with its heading, and no other lead', () => {
    const two = `# Two\n\nThe *needle*.\n\n# Three\n\nEnd.`
    const page = `It begins [here](x.md).\n\n# One\n\n${FILLER}\n\n${two}`
    expect(quote(page, 'needle')).toBe('# Two\n\nThe *needle*.')
  })

  test('quote() has the places that say most in page order, and what is around', () => {
    const long = FILLER.repeat(9)
    const page = `# One\n\nA thread.\n\n# Two\n\n${long}\n\n# Three\n\nA needle.\n\nMore.`
    expect(quote(page, 'needle thread')).toBe(
      `# One\n\nA thread.\n${CUT_LINE}\n# Three\n\nA needle.\n\nMore.`,
    )
  })

  test('quote() counts the heading of a section for each of its places', () => {
    const others = `# Two\n\nA thread here.\n\n# Three\n\nA thread.`
    const page = `# Needle\n\n${FILLER.repeat(5)}\n\nA thread.\n\n${others}`
    expect(quote(page, 'needle thread', { most: 60, places: 1 })).toBe('# Needle\n…\nA thread.')
  })

  test('quote() begins with the beginning of a page that has the query in its title', () => {
    const page = `It begins here.\n\n# One\n\n${FILLER}\n\nThe t of it.`
    expect(quote(page, 'T', { most: 20, places: 1 })).toBe('It begins here.')
  })

  test('quote() keeps the head of the table of a row', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `| row${at} | ${FILLER} |`).join('\n')
    const page = `Lead.\n\n# T\n\n| name | is |\n|---|---|\n${rows}\n| needle | thin |`
    const passage = quote(page, 'needle')
    expect(passage).toStartWith('# T\n\n| name | is |\n|---|---|\n…\n')
    expect(passage).toEndWith('| needle | thin |')
  })

  test('quote() keeps what introduces an item', () => {
    const items = Array.from({ length: 9 }, (_, at) => `- item${at} ${FILLER}`).join('\n\n')
    const passage = quote(`Lead.\n\n# T\n\nSteps of it:\n\n${items}\n\n- needle`, 'needle')
    expect(passage).toStartWith('# T\n\nSteps of it:\n…\n- item')
    expect(passage).toEndWith('\n\n- needle')
  })

  test('quote() closes the fence of code that it cuts, and cuts prose after a sentence', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line${at} of code`).join('\n')
    const code = quote(`Lead.\n\n# T\n\n\`\`\`sh\nneedle\n${lines}\n\`\`\``, 'needle')
    expect(code).toMatch(/```sh\nneedle\n(line\d+ of code\n)+…\n```$/)
    const sentences = `${FILLER} `.repeat(20).trim()
    expect(quote(sentences, 'room')).toEndWith('to say so.')
  })

  test('quote() says the beginning alone of a page that a query names', () => {
    expect(quote('', 'T')).toBe('')
    expect(quote(`One.\n\n${FILLER}`, 'T')).toBe(`One.\n\n${FILLER}`)
  })
})

const LONG = Array.from({ length: 90 }, (_, at) => `word${at}`).join(' ')

describe('snippets', () => {
  test('readWords() gives the words of Markdown on one line', () => {
    const markdown =
      '## A *b*\n\n> - `c_d` [e](f.md "g") ![h](i.png)\n\n' +
      '| j | k |\n|---|--:|\n| l \\| m | --n |\n\n```sh\no\n```'
    expect(readWords(markdown)).toBe('A b c_d e h j · k l | m · --n o')
  })

  test('createSnippet() returns a short text in full', () => {
    expect(createSnippet('One two three', 0)).toBe('One two three')
  })

  test('createSnippet() cuts a long text between words and marks the cut', () => {
    const snippet = createSnippet(LONG, LONG.indexOf('word50'))
    expect(snippet).toMatch(/^…(word\d\d )+word\d\d…$/)
    expect(snippet).toContain('word50')
    expect(snippet.length).toBeLessThanOrEqual(SNIPPET_CHARACTERS_MAX)
  })

  test('createSnippet() respects its limit and surrogate pairs in a text without spaces', () => {
    const text = '𠮷'.repeat(200)
    for (const match of [0, 100, 101, 399]) {
      const snippet = createSnippet(text, match)
      expect(snippet.length).toBeLessThanOrEqual(SNIPPET_CHARACTERS_MAX)
      expect(snippet.isWellFormed()).toBe(true)
      expect(snippet.length).toBeGreaterThan(0)
    }
  })
})
