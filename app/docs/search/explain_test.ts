import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalizeQuery } from '../../contract/query.ts'
import {
  openSearchData,
  type SearchDocument,
  type SearchExplanation,
  writeSearchData,
} from './mod.ts'

const WORDS = ['port', 'ports', 'cache', 'tango', 'zulu', 'kilo', 'lima', 'the'] as const
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { maxLength }).map((words) => words.join(' '))
const page: fc.Arbitrary<SearchDocument> = fc.record({
  title: text(3),
  description: text(4),
  body: text(20),
  kind: fc.constant('guide'),
  status: fc.constant('available'),
  sections: fc.constant([]),
})
const corpus = fc.array(page, { minLength: 1, maxLength: 12 })
const query = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 6 })

function sumParts({ parts }: SearchExplanation['pages'][number]): number {
  return Object.values(parts ?? {}).reduce((sum, part) => sum + part, 0)
}

test('explain() of pages that are ranked by evidence has points in the order of search', () => {
  fc.assert(
    fc.property(corpus, query, (pages, words) => {
      const opened = openSearchData(writeSearchData(pages))
      if (!opened.ok) throw new Error(opened.error)
      const asked = words.join(' ')
      const found = opened.value.search(normalizeQuery(asked), 20).hits.map((hit) => hit.page)
      const explained = opened.value.explain(normalizeQuery(asked), found).pages
      expect(explained.map((each) => each.page)).toEqual(found)
      const points = explained.filter(({ reason }) => reason === 'evidence').map(sumParts)
      for (const [at, each] of points.entries()) {
        expect(each).toBeLessThanOrEqual((points[at - 1] ?? each) + 1e-6)
      }
    }),
    { numRuns: 200 },
  )
})
