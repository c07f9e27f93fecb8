import { describe, expect, test } from 'bun:test'
import { LIMITS } from '../../../contract/limits.ts'
import { normalizeQuery } from '../../../contract/query.ts'
import { parseQuery, QUERY_WORDS_MAX } from './query.ts'

const wordsOf = (query: string) => parseQuery(normalizeQuery(query)).words.map(({ text }) => text)
const growingOf = (query: string) =>
  parseQuery(normalizeQuery(query)).words.flatMap(({ text, isGrowing }) =>
    isGrowing ? [text] : [],
  )

describe('parseQuery', () => {
  test('parseQuery() drops repeats from the words and keeps them in the sequence', () => {
    const query = parseQuery(normalizeQuery('test the test'))
    expect(query.words.map(({ text }) => text)).toEqual(['test', 'the'])
    expect(query.sequence).toEqual(['test', 'the', 'test'])
  })

  test('parseQuery() keeps a camelCase word and its humps', () => {
    expect(parseQuery(normalizeQuery('useEffect')).words).toEqual([
      { text: 'useeffect', typed: 'useEffect', isGrowing: true, humps: ['use', 'effect'] },
    ])
  })

  test('parseQuery() returns CJK pairs, and a single character that stands alone', () => {
    expect(wordsOf('検索機')).toEqual(['検索', '索機'])
    expect(wordsOf('検')).toEqual(['検'])
  })

  test('parseQuery() reads a run of katakana as one word, with its pairs as parts', () => {
    const [word] = parseQuery(normalizeQuery('プロセス')).words
    expect(word).toMatchObject({ text: 'プロセス', typed: 'プロセス', isGrowing: true })
    expect(word?.humps).toEqual(['プロ', 'ロセ', 'セス'])
    expect(wordsOf('右クリック')).toEqual(['右〜', 'クリック'])
  })

  test('parseQuery() reads an ideograph among kana as the stem of a word', () => {
    const [word] = parseQuery(normalizeQuery('開く')).words
    expect(word).toMatchObject({ text: '開〜', typed: '開', humps: ['開'] })
    expect(wordsOf('検索する')).toEqual(['検索', '索す', 'する'])
  })

  test('parseQuery() lets the last word grow only when nothing follows it', () => {
    expect(growingOf('rate lim')).toEqual(['lim'])
    expect(growingOf('rate lim.')).toEqual([])
    expect(growingOf('rate lim?')).toEqual([])
    expect(growingOf('rate cafe\u0301\u200b')).toEqual(['cafe'])
  })

  test('parseQuery() calls one identifier tight, but not two words', () => {
    expect(
      ['Bun.serve', '検索', 'rate limit', 'rate'].map(
        (text) => parseQuery(normalizeQuery(text)).isTight,
      ),
    ).toEqual([true, true, false, false])
  })

  test('parseQuery() stops at the most words and characters of a query', () => {
    const words = Array.from({ length: 500 }, (_, at) => `w${at}`).join(' ')
    expect(wordsOf(words)).toHaveLength(QUERY_WORDS_MAX)
    expect(parseQuery(normalizeQuery(words)).sequence).toHaveLength(QUERY_WORDS_MAX)
    expect(wordsOf(`${'-'.repeat(LIMITS.queryCharactersMax * 2)}beyond`)).toEqual([])
  })
})
