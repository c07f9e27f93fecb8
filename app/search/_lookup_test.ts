import { describe, expect, test } from 'bun:test'
import { lookUpWords } from './_lookup.ts'
import { parseQuery, QUERY_WORDS_MAX } from './_query.ts'
import { openSearchFile } from './_reader.ts'
import { writeSearchData } from './_writer.ts'

function known(title: string, query: string) {
  const page = { description: '', body: '', kind: 'guide', status: 'available', sections: [] }
  const opened = openSearchFile(writeSearchData([{ ...page, title }]))
  if (!opened.ok) throw new Error(opened.error)
  const file = opened.value
  return lookUpWords(file, parseQuery(query)).map(({ text, meanings }) => ({
    text,
    terms: meanings.flatMap(({ from, to, exact }) =>
      Array.from({ length: to - from }, (_, at) => [file.terms.text(from + at), exact]),
    ),
  }))
}

describe('lookup', () => {
  test('knownWords() takes the word, what it begins, and what shares its stem', () => {
    expect(known('test tests tested contest', 'test')).toEqual([
      {
        text: 'test',
        terms: [
          ['test', true],
          ['tested', true],
          ['tests', true],
          ['tested', false],
          ['tests', false],
        ],
      },
    ])
    expect(known('test tests', 'tests.')[0]?.terms).toEqual([
      ['tests', true],
      ['test', false],
    ])
  })

  test('knownWords() finds the only term of a stem that is its own stem', () => {
    expect(known('plugin', 'plugins.')).toEqual([{ text: 'plugins', terms: [['plugin', false]] }])
  })

  test('knownWords() falls back on the parts of camelCase before it thinks of slips', () => {
    expect(known('layout effect', 'layoutEffect').map(({ text }) => text)).toEqual([
      'layout',
      'effect',
    ])
    expect(known('cache', 'cahce.')).toEqual([{ text: 'cahce', terms: [['cache', true]] }])
  })

  test('knownWords() takes the stems of what a misspelt word may mean for near', () => {
    expect(known('webhook webhooks', 'wehbook.')[0]?.terms).toEqual([
      ['webhook', true],
      ['webhooks', false],
    ])
    expect(known('webhooks', 'wehbook.')).toEqual([])
  })

  test('knownWords() corrects at most eight words, the longest', () => {
    const letters = [...'abcdefghij']
    const words = letters.map((letter, at) => letter.repeat(10 + at))
    const typed = words.map((word) => `${word.slice(1)}z`)
    const corrected = known(words.join(' '), `${typed.join(' ')}.`).map(({ text }) => text)
    expect(corrected).toEqual(typed.slice(2))
  })

  test('knownWords() looks for a slip in the whole word where no part is known', () => {
    expect(known('javascript', 'jvaScript.')[0]?.terms).toEqual([['javascript', true]])
  })

  test('knownWords() leaves out a word that nothing resembles', () => {
    expect(known('cache', 'zzzz cache.').map(({ text }) => text)).toEqual(['cache'])
  })

  test('knownWords() gives no more words than a query may have, whatever their parts', () => {
    const letters = [...'abcdefghij']
    const parts = letters.flatMap((one) => letters.map((other) => `Q${one}${other}`))
    const query = Array.from({ length: 10 }, (_, at) => parts.slice(at * 10, at * 10 + 10).join(''))
    expect(known(parts.join(' '), query.join(' '))).toHaveLength(QUERY_WORDS_MAX)
  })
})
