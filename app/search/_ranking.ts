import {
  countBodyWords,
  countInPage,
  countInSummary,
  countInTitle,
  type PageScores,
} from './_page_scores.ts'
import {
  findBodyOrder,
  isInDescription,
  isInTitle,
  isTitle,
  type Order,
  type Phrase,
} from './_phrases.ts'
import { QUERY_WORDS_MAX } from './_query.ts'
import type { SearchFile } from './_reader.ts'

/** A page and its score; a higher class always comes before a lower one. */
export type ScoredPage = [page: number, score: number]

// Classes of a query of several words, best first (contract 4.2): pages that hold all words, as
// typed, then in other forms, then all but those that only carry the question, then some, by how
// many. Each has room for four places: the title holds what counts, title and description do, the
// page quotes the query, the page holds its words somewhere. A name is one word, so pages that hold
// it as it stands come before.
const CLASS = 2 ** 30
const PLACES = 4
const SOME = 0
const TELLING_NEAR = QUERY_WORDS_MAX
const TELLING = TELLING_NEAR + PLACES
const ALL_NEAR = TELLING + PLACES
const ALL = ALL_NEAR + PLACES
const IDENTIFIER = ALL + PLACES
const IS_TITLE = IDENTIFIER + PLACES
const [IN_TITLE, IN_SUMMARY, QUOTED, IN_PAGE] = [3, 2, 1, 0]

// Classes of one word: its place decides, and there the word itself stands before its other forms.
const ONE_WORD_PLACE = 2
const AS_TYPED = 1

// Weights inside a class (contract 4.2): bodies have none.
const TITLE_WEIGHT = 16
const EXACTNESS_WEIGHT = 8
const DESCRIPTION_WEIGHT = 2

// What breaks ties: the order of the words, then what the body says.
const TITLE_ORDER = 3
const BODY_ORDERS: Readonly<Record<Order, number>> = {
  heading: 6,
  in_heading: 3,
  together: 1.5,
  apart: 0,
}
/** All ties together stay below one step of weights. */
const TIES = 16
const STEPS = 2 ** 20

/** A page that holds so many words in a row as they were asked does not do so by chance. */
const QUOTED_WORDS_MIN = 5

/** Pages whose bodies are read for a phrase, and words that are read for it in all. */
const PHRASE_PAGES_MAX = 64
const PHRASE_STREAM_MAX = 300_000

/** What is asked of a page. */
export type QueryTraits = {
  /** How many words the query has, and how many of them tell what it is about. */
  readonly words: number
  readonly telling: number
  /** The query as it stands. */
  readonly phrase: Phrase | undefined
  /**
   * Whether it is one name (`Bun.serve`, a run of CJK), whose words alone mean something else, or
   * words that hyphens join, which many write apart.
   */
  readonly identifier: 'name' | 'compound' | undefined
}

/** Orders the pages of a tally. */
export class Ranking {
  readonly #file: SearchFile
  readonly #tally: PageScores
  readonly #demand: QueryTraits
  readonly #phrase: Phrase | undefined
  readonly #orders: ReadonlyMap<number, Order>

  constructor(file: SearchFile, tally: PageScores, demand: QueryTraits) {
    this.#file = file
    this.#tally = tally
    this.#demand = demand
    this.#phrase = demand.phrase
    this.#orders = this.#bodyOrders()
  }

  /** The best pages that are accepted, best first. */
  rank(limit: number, accepts: (page: number) => boolean): ScoredPage[] {
    const best: ScoredPage[] = []
    const { pages, count } = this.#tally
    for (let at = 0; at < count; at++) {
      const page = pages[at] ?? 0
      if (!accepts(page)) continue
      const score = this.#score(page)
      // Most pages are none of the best, and need no pair of their own.
      const last = best.length === limit ? best.at(-1) : undefined
      if (last === undefined || score >= last[1]) insertIfBetter(best, [page, score], limit)
    }
    return best
  }

  /** One number in which no tie outweighs a weight, and no weight a class. */
  #score(page: number): number {
    const weight = Math.ceil(this.#weight(page) * STEPS) * TIES
    return this.#class(page) * CLASS + weight + this.#tie(page)
  }

  #class(page: number): number {
    const { telling } = this.#tally
    const exact = telling.exact[page] ?? 0
    const near = telling.near[page] ?? 0
    if (this.#isTitle(page, exact)) return IS_TITLE
    if (this.#demand.words === 1) return classifyOneWord(exact, near)
    const place = this.#placeOfIdentifier(page)
    if (place !== undefined && this.#demand.identifier === 'name') return IDENTIFIER + place
    const compound = place === undefined ? SOME : ALL + Math.max(place, QUOTED)
    return Math.max(compound, this.#classOfWords(page, exact, near))
  }

  #classOfWords(page: number, exact: number, near: number): number {
    const { others } = this.#tally
    const wanted = this.#demand.telling
    const rest = this.#demand.words - wanted
    if (countInPage(near) < wanted) return countInPage(near)
    const isExact = countInPage(exact) === wanted
    const place = findPlace(isExact ? exact : near, wanted)
    if (isExact && countInPage(others.exact[page] ?? 0) === rest) {
      return ALL + (place === IN_PAGE && this.#isQuoted(page) ? QUOTED : place)
    }
    if (countInPage(others.near[page] ?? 0) === rest) return ALL_NEAR + findPlace(near, wanted)
    return (isExact ? TELLING : TELLING_NEAR) + place
  }

  /** Whether a section is titled by the query, or the text quotes a long one. */
  #isQuoted(page: number): boolean {
    const order = this.#orders.get(page) ?? 'apart'
    const words = this.#phrase?.ranks.length ?? 0
    return order === 'heading' || (order !== 'apart' && words >= QUOTED_WORDS_MIN)
  }

  #isTitle(page: number, exact: number): boolean {
    const phrase = this.#phrase
    if (phrase === undefined || countInTitle(exact) < this.#demand.telling) return false
    return isTitle(this.#file, page, phrase)
  }

  /** Where an identifier stands whole, be it with other signs between its words. */
  #placeOfIdentifier(page: number): number | undefined {
    const { identifier, phrase } = this.#demand
    if (identifier === undefined) return undefined
    const whole = this.#tally.whole.exact[page] ?? 0
    if (countInTitle(whole) > 0 || this.#followsInTitle(page)) return IN_TITLE
    if (countInSummary(whole) > 0) return IN_SUMMARY
    if (phrase !== undefined && isInDescription(this.#file, page, phrase)) return IN_SUMMARY
    const stands = (this.#orders.get(page) ?? 'apart') !== 'apart'
    return countInPage(whole) > 0 || stands ? IN_PAGE : undefined
  }

  #followsInTitle(page: number): boolean {
    const phrase = this.#phrase
    if (phrase === undefined) return false
    const held = countInTitle(this.#tally.telling.exact[page] ?? 0)
    return held === this.#demand.telling && isInTitle(this.#file, page, phrase)
  }

  #weight(page: number): number {
    const { title, description, weight, telling, others } = this.#tally
    const titleShare = (title[page] ?? 0) / weight
    const held = countInTitle((telling.exact[page] ?? 0) + (others.exact[page] ?? 0))
    const exactness = Math.min(1, held / (this.#file.titleWords[page] || 1))
    return (
      TITLE_WEIGHT * titleShare +
      EXACTNESS_WEIGHT * titleShare * exactness +
      DESCRIPTION_WEIGHT * ((description[page] ?? 0) / weight)
    )
  }

  #tie(page: number): number {
    const { body, weight } = this.#tally
    return (
      (this.#followsInTitle(page) ? TITLE_ORDER : 0) +
      BODY_ORDERS[this.#orders.get(page) ?? 'apart'] +
      (body[page] ?? 0) / weight
    )
  }

  /** How the query stands in the bodies of pages that hold it all, as far as work is bounded. */
  #bodyOrders(): ReadonlyMap<number, Order> {
    const phrase = this.#phrase
    const orders = new Map<number, Order>()
    if (this.#demand.words < 2 || phrase === undefined || phrase.ranks.length < 2) return orders
    for (const page of this.#candidates()) orders.set(page, findBodyOrder(this.#file, page, phrase))
    return orders
  }

  #candidates(): readonly number[] {
    const { pages, count, telling, others, body } = this.#tally
    const all: number[] = []
    let words = 0
    for (let at = 0; at < count; at++) {
      const page = pages[at] ?? 0
      const held = countInPage((telling.exact[page] ?? 0) + (others.exact[page] ?? 0))
      if (held < this.#demand.words) continue
      all.push(page)
      words += countBodyWords(this.#file, page)
    }
    if (words <= PHRASE_STREAM_MAX) return all
    return all
      .sort((one, other) => (body[other] ?? 0) - (body[one] ?? 0) || one - other)
      .slice(0, PHRASE_PAGES_MAX)
  }
}

/** The best place that holds all words of a count by itself. */
function findPlace(counts: number, wanted: number): number {
  if (countInTitle(counts) === wanted) return IN_TITLE
  return countInSummary(counts) === wanted ? IN_SUMMARY : IN_PAGE
}

/** One word: the place comes first, in whatever form the word stands there. */
function classifyOneWord(exact: number, near: number): number {
  const place = findPlace(near, 1)
  const asTyped = countInPage(exact) === 1 && findPlace(exact, 1) === place
  return place * ONE_WORD_PLACE + (asTyped ? AS_TYPED : 0)
}

/** Keeps the best of what comes by, in order; of equals the earlier page is the better one. */
function insertIfBetter(best: ScoredPage[], scored: ScoredPage, limit: number): void {
  const isBefore = ([page, score]: ScoredPage, [other, otherScore]: ScoredPage) =>
    score > otherScore || (score === otherScore && page < other)
  const last = best.at(-1)
  if (best.length === limit) {
    if (last === undefined || !isBefore(scored, last)) return
    best.pop()
  }
  let low = 0
  let high = best.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const each = best[middle]
    if (each !== undefined && isBefore(each, scored)) low = middle + 1
    else high = middle
  }
  best.splice(low, 0, scored)
}
