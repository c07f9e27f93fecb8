import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../../contract/query.ts'
import { parseQuery, QUERY_WORDS_MAX } from '../analysis/query.ts'
import { openSearchFile } from '../file/reader.ts'
import { writeSearchData } from '../file/writer.ts'
import { lookUpWords } from './lookup.ts'

function lookUp(title: string, query: string) {
  const page = { description: '', body: '', kind: 'guide', status: 'available', sections: [] }
  const opened = openSearchFile(writeSearchData([{ ...page, title }]))
  if (!opened.ok) throw new Error(opened.error)
  const file = opened.value
  return lookUpWords(file, parseQuery(normalizeQuery(query))).words.map(({ text, meanings }) => ({
    text,
    terms: meanings.flatMap(({ from, to, isExact }) =>
      Array.from({ length: to - from }, (_, at) => [file.terms.text(from + at), isExact]),
    ),
  }))
}

describe('lookup', () => {
  test('lookUpWords() finds the word, its completions and words with its stem', () => {
    expect(lookUp('test tests tested contest', 'test')).toEqual([
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
    expect(lookUp('test tests', 'tests.')[0]?.terms).toEqual([
      ['tests', true],
      ['test', false],
    ])
  })

  test('lookUpWords() finds the only term of a stem that is its own stem', () => {
    expect(lookUp('plugin', 'plugins.')).toEqual([{ text: 'plugins', terms: [['plugin', false]] }])
  })

  test('lookUpWords() tries the parts of camelCase before typos', () => {
    expect(lookUp('layout effect', 'layoutEffect').map(({ text }) => text)).toEqual([
      'layout',
      'effect',
    ])
    expect(lookUp('cache', 'cahce.')).toEqual([{ text: 'cahce', terms: [['cache', true]] }])
  })

  test('lookUpWords() counts words that share the stem of a correction as near', () => {
    expect(lookUp('webhook webhooks', 'wehbook.')[0]?.terms).toEqual([
      ['webhook', true],
      ['webhooks', false],
    ])
    expect(lookUp('webhooks', 'wehbook.')).toEqual([])
  })

  test('lookUpWords() corrects at most eight words, the longest', () => {
    const letters = [...'abcdefghij']
    const words = letters.map((letter, at) => letter.repeat(10 + at))
    const typed = words.map((word) => `${word.slice(1)}z`)
    const corrections = lookUp(words.join(' '), `${typed.join(' ')}.`).map(({ text }) => text)
    expect(corrections).toEqual(typed.slice(2))
  })

  test('lookUpWords() corrects the whole word when no part is known', () => {
    expect(lookUp('javascript', 'jvaScript.')[0]?.terms).toEqual([['javascript', true]])
  })

  test('lookUpWords() drops a word that resembles no other', () => {
    expect(lookUp('cache', 'zzzz cache.').map(({ text }) => text)).toEqual(['cache'])
  })

  test('lookUpWords() returns no more words than a query may have, parts included', () => {
    const letters = [...'abcdefghij']
    const parts = letters.flatMap((one) => letters.map((other) => `Q${one}${other}`))
    const query = Array.from({ length: 10 }, (_, at) => parts.slice(at * 10, at * 10 + 10).join(''))
    expect(lookUp(parts.join(' '), query.join(' '))).toHaveLength(QUERY_WORDS_MAX)
  })
})
