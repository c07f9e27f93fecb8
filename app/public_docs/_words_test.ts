import { describe, expect, test } from 'bun:test'
import { endsInsideWord, QUERY_WORDS_MAX, wordsOfQuery, wordsOfText } from './_words.ts'

describe('words', () => {
  test('wordsOfText() folds case and accents', () => {
    expect(wordsOfText('Über CAFÉ naïve')).toEqual(['uber', 'cafe', 'naive'])
  })

  test('wordsOfText() adds the humps of camelCase behind the whole word', () => {
    expect(wordsOfText('useEffect parseHTMLText')).toEqual([
      'useeffect',
      'use',
      'effect',
      'parsehtmltext',
      'parse',
      'html',
      'text',
    ])
  })

  test('wordsOfText() parts hyphens, dots and underscores', () => {
    expect(wordsOfText('in-memory bun.lock snake_case')).toEqual([
      'in',
      'memory',
      'bun',
      'lock',
      'snake',
      'case',
    ])
  })

  test('wordsOfText() keeps the signs of C++ and C#', () => {
    expect(wordsOfText('C++, C# and C.')).toEqual(['c++', 'c#', 'and', 'c'])
  })

  test('wordsOfText() makes each CJK character a word', () => {
    expect(wordsOfText('検索する')).toEqual(['検', '索', 'す', 'る'])
  })

  test('wordsOfQuery() keeps an identifier whole and drops repeats', () => {
    expect(wordsOfQuery('useEffect hook useEffect')).toEqual(['useeffect', 'hook'])
  })

  test('wordsOfQuery() stops at the most words of a query', () => {
    const query = Array.from({ length: 500 }, (_, at) => `w${at}`).join(' ')
    expect(wordsOfQuery(query)).toHaveLength(QUERY_WORDS_MAX)
  })

  test('endsInsideWord() tells a growing word from a finished one', () => {
    expect([endsInsideWord('rate lim'), endsInsideWord('rate lim ')]).toEqual([true, false])
  })
})
