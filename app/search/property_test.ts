import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

// No word begins another, shares its stem, or is a slip away from it.
const WORDS = ['kilo', 'lima', 'oscar', 'quebec', 'romeo', 'tango', 'victor', 'zulu'] as const

const words = (maxLength: number) => fc.array(fc.constantFrom(...WORDS), { maxLength })
const text = (maxLength: number) => words(maxLength).map((each) => each.join(' '))
const page: fc.Arbitrary<SearchDocument> = fc.record({
  title: text(3),
  description: text(4),
  body: text(12),
  kind: fc.constantFrom('guide', 'reference'),
  status: fc.constant('available'),
  sections: fc.constant([]),
})
const corpus = fc.array(page, { minLength: 1, maxLength: 12 })
const query = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })

function search(pages: readonly SearchDocument[], asked: string, limit = 100): readonly number[] {
  const opened = openSearchData(writeSearchData(pages))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value.search(asked, limit).map((hit) => hit.page)
}

const holds = (field: string, word: string): boolean => field.split(' ').includes(word)
const holdsAnywhere = ({ title, description, body }: SearchDocument, word: string): boolean =>
  [title, description, body].some((field) => holds(field, word))

/** Whether no value is followed by a smaller one. */
const ascends = (values: readonly number[]): boolean =>
  values.every((value, at) => value >= (values[at - 1] ?? value))

describe('search, beside a reference that looks at every page', () => {
  test('search() finds exactly the pages that hold a word of the query', () => {
    fc.assert(
      fc.property(corpus, query, (pages, asked) => {
        const wanted = [...pages.keys()].filter((at) => {
          const each = pages[at]
          return each !== undefined && asked.some((word) => holdsAnywhere(each, word))
        })
        expect([...search(pages, asked.join(' '))].sort((a, b) => a - b)).toEqual(wanted)
      }),
    )
  })

  test('search() puts every page with all words before every page with some', () => {
    fc.assert(
      fc.property(corpus, query, (pages, asked) => {
        const tiers = search(pages, asked.join(' ')).map((at) => {
          const each = pages[at]
          return each !== undefined && asked.every((word) => holdsAnywhere(each, word)) ? 0 : 1
        })
        expect(ascends(tiers)).toBe(true)
      }),
    )
  })

  test('search() puts title before description before body for each one-word query', () => {
    fc.assert(
      fc.property(corpus, fc.constantFrom(...WORDS), (pages, word) => {
        const tiers = search(pages, word).map((at) => {
          if (holds(pages[at]?.title ?? '', word)) return 0
          return holds(pages[at]?.description ?? '', word) ? 1 : 2
        })
        expect(ascends(tiers)).toBe(true)
      }),
    )
  })

  test('search() only cuts the same order at a lower limit', () => {
    fc.assert(
      fc.property(corpus, query, fc.integer({ min: 1, max: 5 }), (pages, asked, limit) => {
        const all = search(pages, asked.join(' '))
        expect(search(pages, asked.join(' '), limit)).toEqual(all.slice(0, limit))
      }),
    )
  })
})
