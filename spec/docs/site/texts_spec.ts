import { expect } from 'bun:test'
import { CAPABILITY_STATUSES, factsOf } from '../../../app/contract/statuses.ts'
import {
  cautionOf,
  countResults,
  directionOf,
  fillCount,
  labelStatus,
  SITE_LANGUAGES,
  type SiteTexts,
  textsFor,
  writeDate,
} from '../../../app/docs/site/texts.ts'
import { listWords } from '../../../app/docs/site/word_list.ts'
import { verifies } from '../../requirements/verifies.ts'

const ENGLISH = textsFor('en')
const withoutLabels = ({ 'status.not_yet': _label, ...texts }: SiteTexts) => texts
const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

verifies('site.texts', 'every language has every text, with the same places to fill', () => {
  for (const [language, texts] of Object.entries(SITE_LANGUAGES)) {
    const own = Object.keys(texts).filter((key) => !/^(status|notice)\./.test(key))
    expect([language, own]).toEqual([language, Object.keys(ENGLISH)])
    for (const [key, text] of Object.entries(texts)) {
      const english = Object.entries(ENGLISH).find(([name]) => name === key)?.[1] ?? ''
      expect([language, key, placesOf(text)]).toEqual([language, key, placesOf(english)])
      expect([language, key, text.trim() === text && text !== '']).toEqual([language, key, true])
    }
  }
})

verifies(
  'site.texts',
  'a status has a label in every language, English until it is translated',
  () => {
    for (const status of CAPABILITY_STATUSES) {
      expect(labelStatus(ENGLISH, status)).toBe(factsOf(status).label)
      for (const texts of Object.values(SITE_LANGUAGES)) {
        expect(labelStatus(texts, status).trim()).not.toBe('')
        expect(cautionOf(texts, status) === undefined).toBe(factsOf(status).caution === undefined)
      }
    }
    expect(labelStatus(textsFor('de'), 'not_yet')).toBe('Geplant')
    expect(labelStatus(withoutLabels(textsFor('de')), 'not_yet')).toBe('Planned')
  },
)

verifies('site.texts', 'punctuation is that of the language', () => {
  for (const text of Object.values(textsFor('fr'))) {
    expect(text).not.toMatch(/[^\u202f][!?;»]|\p{L}:| :|«[^\u202f]/u)
  }
  for (const text of Object.values(textsFor('ja'))) expect(text).not.toMatch(/[^\w] [^\w]|,|\. /)
  for (const text of Object.values(textsFor('zh'))) expect(text).not.toMatch(/[^\w] |[,.] |[。，] /)
})

verifies('site.texts', 'words are listed and quoted as each language does it', () => {
  const lists = Object.entries(SITE_LANGUAGES).map(([language, texts]) => {
    return listWords(['a', 'b'], language, texts['search.none'])
  })
  expect(lists).toEqual([
    ...['„a“ und „b“', '“a” and “b”', '«a» y «b»', '«\u202fa\u202f» et «\u202fb\u202f»'],
    ...[
      '«a» e «b»',
      '「a」、「b」',
      '‘a’ 및 ‘b’',
      '“a” en “b”',
      '“a” e “b”',
      '«a» и «b»',
      '“a”和“b”',
    ],
  ])
})

verifies('site.texts', 'a language is chosen by its first subtag, and English stands in', () => {
  expect(textsFor('de-AT')['search.open']).toBe('Suchen')
  expect(textsFor('JA')['search.open']).toBe('検索')
  expect(textsFor('pt-BR')['search.open']).toBe('Pesquisar')
  expect(textsFor('sv')).toBe(ENGLISH)
  expect(['ar', 'he-IL', 'fa', 'en', 'ku-Latn'].map(directionOf)).toEqual([
    ...['rtl', 'rtl', 'rtl', 'ltr', 'ltr'],
  ] as ('ltr' | 'rtl')[])
})

verifies('site.texts', 'results are counted as the language counts', () => {
  const count = (language: string, many: number) =>
    countResults(textsFor(language), language, { count: many, query: 'x', isFull: many === 20 })
  expect(count('en', 1)).toBe('1 result for “x”')
  expect(count('en', 0)).toBe('0 results for “x”')
  expect(count('fr', 0)).toBe('0 résultat pour «\u202fx\u202f»')
  expect(count('de', 2)).toBe('2 Ergebnisse für „x“')
  expect(count('en', 20)).toBe('The best 20 results for “x”')
  expect(count('ja', 1)).toBe('「x」の検索結果：1件')
  expect(count('it', 1)).toBe('1 risultato per «x»')
  expect(count('ru', 3)).toBe('Результатов по запросу «x»: 3')
})

verifies('site.texts', 'dates are written as the language writes them, else in English', () => {
  const write = (language: string) => writeDate(language, '2026-11-02')
  expect(write('en')).toBe('November 2, 2026')
  expect(write('en-GB')).toBe('2 November 2026')
  expect(write('de-AT')).toBe('2. November 2026')
  expect(write('ja')).toBe('2026年11月2日')
  expect(write('sv')).toBe('November 2, 2026')
  // The registry takes such tags; no locale has them.
  expect(write('en-x')).toBe('November 2, 2026')
})

verifies('site.texts', 'numbers have the form of the language of the texts', () => {
  const write = (language: string) => fillCount('{count}', language, { count: 12_345 })
  expect(Object.keys(SITE_LANGUAGES).map((tag) => [tag, write(tag)])).toEqual([
    ['de', '12.345'],
    ['en', '12,345'],
    ['es', '12.345'],
    ['fr', '12\u202f345'],
    ['it', '12.345'],
    ['ja', '12,345'],
    ['ko', '12,345'],
    ['nl', '12.345'],
    ['pt', '12.345'],
    ['ru', '12\u00a0345'],
    ['zh', '12,345'],
  ])
  // Texts in English have English numbers, whatever the language of the pages.
  expect([write('de-CH'), write('fi')]).toEqual(["12'345", '12,345'])
})
