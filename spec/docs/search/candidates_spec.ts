import { expect } from 'bun:test'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { createRandom } from '../../../app/contract/text_hash.ts'
import { openSearchData, writeSearchData } from '../../../app/docs/search/mod.ts'
import { verifies } from '../../requirements/verifies.ts'

const PAGES = 1500
const WORDS = 'cache port build page index query token server lambda vector kernel socket'.split(
  ' ',
)
const QUERIES = [
  'cache kernel port socket',
  'index vector build token lambda',
  'server query page.',
]
/** How many are compared by the nearness of words, which the sums below leave out. */
const COMPARED = 64

const random = createRandom(3)
const write = (count: number) =>
  Array.from({ length: count }, () => WORDS[Math.floor(WORDS.length * random() ** 2)]).join(' ')

/** Common words on many pages, so that only the likeliest are scored. */
function openIndex() {
  const file = writeSearchData(
    Array.from({ length: PAGES }, (_, page) => ({
      title: random() < 0.3 ? write(1) : `tango${page}`,
      description: random() < 0.3 ? write(2) : 'nothing',
      body: write(2 + Math.floor(random() * 40)),
      kind: 'guide',
      status: 'available',
      sections: [],
    })),
  )
  const opened = openSearchData(file)
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

verifies(
  'search.order_is_ranking',
  'no page that search leaves out scores more than one that it lists',
  () => {
    const { search, explain } = openIndex()
    const all = Array.from({ length: PAGES }, (_, page) => page)
    for (const query of QUERIES) {
      const listed = new Set(search(normalizeQuery(query), COMPARED).hits.map(({ page }) => page))
      const scores = explain(normalizeQuery(query), all).pages.map(({ page, reason, parts }) => {
        const {
          title = 0,
          description = 0,
          section = 0,
          page: whole = 0,
          quotation = 0,
        } = parts ?? {}
        const isInClass = reason !== undefined && reason !== 'evidence'
        const sum = title + description + section + whole + quotation
        return { page, score: isInClass ? Number.POSITIVE_INFINITY : sum }
      })
      const scoresOf = (isListed: boolean) =>
        scores.filter(({ page }) => listed.has(page) === isListed).map(({ score }) => score)
      expect(listed.size).toBe(COMPARED)
      const left = scoresOf(false).filter(Number.isFinite)
      expect(Math.min(...scoresOf(true))).toBeGreaterThanOrEqual(Math.max(...left) - 1e-9)
    }
  },
)
