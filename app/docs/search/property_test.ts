import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalizeQuery } from '../../contract/query.ts'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

/** Words that share a stem, words that start others, and two function words. */
const FAMILIES = [
  ['port', 'ports', 'ported'],
  ['portal'],
  ['cache', 'caches'],
  ['tango'],
  ['zulu'],
  ['the'],
  ['for'],
] as const
const FUNCTION_WORDS: readonly string[] = ['the', 'for']
/** Misspelled words and the only word that is one typo away from each. */
const TYPOS: Readonly<Record<string, string>> = { prots: 'ports', cahce: 'cache', tnago: 'tango' }
/** Prefixes that share no stem with the words that they start. */
const BEGINNINGS = ['por', 'tan'] as const

const WORDS: readonly string[] = FAMILIES.flat()
const ASKED = [...WORDS, ...Object.keys(TYPOS), ...BEGINNINGS]

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

type Query = { readonly words: readonly string[]; readonly growing: boolean }
const query = (maxLength: number): fc.Arbitrary<Query> =>
  fc.record({
    words: fc.uniqueArray(fc.constantFrom(...ASKED), { minLength: 1, maxLength }),
    growing: fc.boolean(),
  })
const textOf = ({ words: asked, growing }: Query): string => asked.join(' ') + (growing ? '' : '.')

function search(pages: readonly SearchDocument[], asked: Query, limit = 100): readonly number[] {
  const opened = openSearchData(writeSearchData(pages))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value.search(normalizeQuery(textOf(asked)), limit).hits.map((hit) => hit.page)
}

/** What a word of a query stands for: itself, and related words. */
type Meaning = {
  readonly word: string
  readonly exact: ReadonlySet<string>
  readonly near: ReadonlySet<string>
}

const fieldsOf = ({ title, description, body }: SearchDocument) =>
  [title, description, body].map((field) => field.split(' '))
const relativesOf = (word: string): readonly string[] =>
  FAMILIES.find((family) => family.some((each) => each === word)) ?? []

/** The words of a query that the pages contain, according to the rules. */
function meaningsOf(pages: readonly SearchDocument[], asked: Query): readonly Meaning[] {
  const known = WORDS.filter((word) => pages.some((each) => fieldsOf(each).flat().includes(word)))
  const those = (list: readonly string[]) => known.filter((word) => list.includes(word))
  const content = asked.words.filter((word) => !FUNCTION_WORDS.includes(word))
  return (content.length > 0 ? content : asked.words)
    .flatMap((word) => {
      const grows = asked.growing && word === asked.words.at(-1)
      const begun = grows ? known.filter((each) => each.startsWith(word)) : []
      const spelt = [...those([word]), ...begun]
      const near = those(relativesOf(word))
      const correction = TYPOS[word] ?? ''
      if (spelt.length + near.length > 0 || !known.includes(correction)) {
        return [{ word, exact: new Set(spelt), near: new Set([...spelt, ...near]) }]
      }
      return [{ word, exact: new Set([correction]), near: new Set(those(relativesOf(correction))) }]
    })
    .filter(({ near }) => near.size > 0)
}

const holds = (field: readonly string[], meant: ReadonlySet<string>): boolean =>
  field.some((word) => meant.has(word))

/** Whether the values never decrease. */
const ascends = (values: readonly number[]): boolean =>
  values.every((value, at) => value >= (values[at - 1] ?? value))

/** The rank of each page that was found, in order. */
function ranksOf(
  pages: readonly SearchDocument[],
  asked: Query,
  rank: (
    fields: readonly (readonly string[])[],
    meanings: readonly Meaning[],
    asked: Query,
  ) => number,
): readonly number[] {
  const meanings = meaningsOf(pages, asked)
  return search(pages, asked).flatMap((at) => {
    const each = pages[at]
    return each === undefined ? [] : [rank(fieldsOf(each), meanings, asked)]
  })
}

/** The class of a page: complete titles and summaries, and for two words the better place. */
function tierOf(
  fields: readonly (readonly string[])[],
  meanings: readonly Meaning[],
  { words: asked }: Query,
): number {
  const [title = [], description = [], body = []] = fields
  const all = (held: readonly string[]) => meanings.every(({ near }) => holds(held, near))
  const some = (held: readonly string[]) => meanings.some(({ near }) => holds(held, near))
  if (meanings.length === 1) return 0
  if (all(title)) return 0
  const isLong = meanings.length > 2
  if ((isLong || some(title)) && all([...title, ...description])) return 1
  if (isLong) return 2
  const isQuoted = ` ${body.join(' ')} `.includes(` ${asked.join(' ')} `)
  if (asked.length >= 3 && isQuoted) return 2
  return 3 + 2 * fields.findIndex(some) + (all(fields.flat()) ? 0 : 1)
}

/** Title, description, body, and in each the word itself before its other forms. */
function placeOf(fields: readonly (readonly string[])[], meanings: readonly Meaning[]): number {
  const [meant] = meanings
  if (meant === undefined) return 0
  const place = fields.findIndex((field) => holds(field, meant.near))
  return 2 * place + (holds(fields[place] ?? [], meant.exact) ? 0 : 1)
}

describe('search, compared to a reference that checks every page', () => {
  test('search() finds exactly the pages that hold a content word of the query', () => {
    fc.assert(
      fc.property(corpus, query(5), (pages, asked) => {
        const meanings = meaningsOf(pages, asked)
        const wanted = [...pages.entries()].flatMap(([at, each]) =>
          meanings.some(({ near }) => holds(fieldsOf(each).flat(), near)) ? [at] : [],
        )
        expect([...search(pages, asked)].sort((a, b) => a - b)).toEqual(wanted)
      }),
    )
  })

  test('search() ranks pages by the place that holds all content words', () => {
    fc.assert(
      fc.property(corpus, query(7), (pages, asked) => {
        expect(ascends(ranksOf(pages, asked, tierOf))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('search() puts title before description before body for each one-word query', () => {
    fc.assert(
      fc.property(corpus, query(1), (pages, asked) => {
        expect(ascends(ranksOf(pages, asked, placeOf))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('search() returns the same order for a lower limit', () => {
    fc.assert(
      fc.property(corpus, query(5), fc.integer({ min: 1, max: 5 }), (pages, asked, limit) => {
        expect(search(pages, asked, limit)).toEqual(search(pages, asked).slice(0, limit))
      }),
    )
  })
})
