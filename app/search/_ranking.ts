import { countInPage, countInSummary, countInTitle, type PageScores } from './_page_scores.ts'
import {
  findBodyOrder,
  isInDescription,
  isInTitle,
  isTitle,
  type Order,
  type Phrase,
} from './_phrases.ts'
import { QUERY_WORDS_MAX } from './_query.ts'
import { countBodyWords, type SearchFile } from './_search_file.ts'

/** A page and its score; a higher class always ranks before a lower one. */
export type ScoredPage = [page: number, score: number]

// Classes of a query of several words (contract 4.2), in ascending order: pages that hold some of
// the words, by how many; all telling words; all words in other forms; all words as typed. Each
// class but the first has four places: all over the page, in a quotation of the query, in title and
// description, in the title. A name counts as one word, so pages that hold it as typed rank higher.
const CLASS = 2 ** 30
const PLACES = 4
const SOME = 0
const CONTENT_NEAR = QUERY_WORDS_MAX
const CONTENT = CONTENT_NEAR + PLACES
const ALL_NEAR = CONTENT + PLACES
const ALL = ALL_NEAR + PLACES
const IDENTIFIER = ALL + PLACES
const IS_TITLE = IDENTIFIER + PLACES
const [IN_TITLE, IN_SUMMARY, QUOTED, IN_PAGE] = [3, 2, 1, 0]

// Classes of one word: its place decides, and within a place the word itself beats other forms.
const ONE_WORD_PLACE = 2
const AS_TYPED = 1

// Weights within a class (contract 4.2): bodies have none.
const TITLE_WEIGHT = 16
const EXACTNESS_WEIGHT = 8
const DESCRIPTION_WEIGHT = 2

// Ties are broken by the order of the words, then by the body.
const TITLE_ORDER = 3
const BODY_ORDERS: Readonly<Record<Order, number>> = {
  heading: 6,
  in_heading: 3,
  together: 1.5,
  apart: 0,
}
/** The sum of all tie breakers stays below one step of the weights. */
const TIES = 16
const STEPS = 2 ** 20

/** A page that holds this many words of the query in a row does not do so by chance. */
const QUOTED_WORDS_MIN = 5

/** Limits on the pages, and on the words in all, that are searched for a phrase. */
const PHRASE_PAGES_MAX = 64
const PHRASE_STREAM_MAX = 300_000

/** What the ranking needs to know about a query. */
export type QueryTraits = {
  /** How many words the query has, and how many of them are telling words. */
  readonly words: number
  readonly contentWords: number
  /** The query as typed. */
  readonly phrase: Phrase | undefined
  /**
   * A name (`Bun.serve`, a run of CJK), whose words mean something else on their own, or a compound
   * joined by hyphens, which many people write as separate words.
   */
  readonly identifier: 'name' | 'compound' | undefined
}

/** Orders the pages that were scored for a query. */
export class Ranking {
  readonly #file: SearchFile
  readonly #scores: PageScores
  readonly #traits: QueryTraits
  readonly #phrase: Phrase | undefined
  readonly #orders: ReadonlyMap<number, Order>

  constructor(file: SearchFile, scores: PageScores, traits: QueryTraits) {
    this.#file = file
    this.#scores = scores
    this.#traits = traits
    this.#phrase = traits.phrase
    this.#orders = this.#bodyOrders()
  }

  /** The best accepted pages, best first. */
  rank(limit: number, accepts: (page: number) => boolean): ScoredPage[] {
    const best: ScoredPage[] = []
    const { pages, count } = this.#scores
    for (let at = 0; at < count; at++) {
      const page = pages[at] ?? 0
      if (!accepts(page)) continue
      const score = this.#score(page)
      // Most pages are not among the best; allocate no pair for them.
      const last = best.length === limit ? best.at(-1) : undefined
      if (last === undefined || score >= last[1]) insertIfBetter(best, [page, score], limit)
    }
    return best
  }

  /** One number in which a tie never outweighs a weight, and a weight never outweighs a class. */
  #score(page: number): number {
    const weight = Math.ceil(this.#weight(page) * STEPS) * TIES
    return this.#class(page) * CLASS + weight + this.#tie(page)
  }

  #class(page: number): number {
    const { content } = this.#scores
    const exact = content.exact[page] ?? 0
    const near = content.near[page] ?? 0
    if (this.#isTitle(page, exact)) return IS_TITLE
    if (this.#traits.words === 1) return classifyOneWord(exact, near)
    const place = this.#placeOfIdentifier(page)
    if (place !== undefined && this.#traits.identifier === 'name') return IDENTIFIER + place
    const compound = place === undefined ? SOME : ALL + Math.max(place, QUOTED)
    return Math.max(compound, this.#classOfWords(page, exact, near))
  }

  #classOfWords(page: number, exact: number, near: number): number {
    const { others } = this.#scores
    const wanted = this.#traits.contentWords
    const rest = this.#traits.words - wanted
    if (countInPage(near) < wanted) return countInPage(near)
    const isExact = countInPage(exact) === wanted
    const place = findPlace(isExact ? exact : near, wanted)
    if (isExact && countInPage(others.exact[page] ?? 0) === rest) {
      return ALL + (place === IN_PAGE && this.#isQuoted(page) ? QUOTED : place)
    }
    if (countInPage(others.near[page] ?? 0) === rest) return ALL_NEAR + findPlace(near, wanted)
    return (isExact ? CONTENT : CONTENT_NEAR) + place
  }

  /** Whether a heading is the query, or the text quotes a long query. */
  #isQuoted(page: number): boolean {
    const order = this.#orders.get(page) ?? 'apart'
    const words = this.#phrase?.ranks.length ?? 0
    return order === 'heading' || (order !== 'apart' && words >= QUOTED_WORDS_MIN)
  }

  #isTitle(page: number, exact: number): boolean {
    const phrase = this.#phrase
    if (phrase === undefined || countInTitle(exact) < this.#traits.contentWords) return false
    return isTitle(this.#file, page, phrase)
  }

  /** Where an identifier occurs as a whole, with any punctuation between its words. */
  #placeOfIdentifier(page: number): number | undefined {
    const { identifier, phrase } = this.#traits
    if (identifier === undefined) return undefined
    const whole = this.#scores.whole.exact[page] ?? 0
    if (countInTitle(whole) > 0 || this.#followsInTitle(page)) return IN_TITLE
    if (countInSummary(whole) > 0) return IN_SUMMARY
    if (phrase !== undefined && isInDescription(this.#file, page, phrase)) return IN_SUMMARY
    const isInBody = (this.#orders.get(page) ?? 'apart') !== 'apart'
    return countInPage(whole) > 0 || isInBody ? IN_PAGE : undefined
  }

  #followsInTitle(page: number): boolean {
    const phrase = this.#phrase
    if (phrase === undefined) return false
    const held = countInTitle(this.#scores.content.exact[page] ?? 0)
    return held === this.#traits.contentWords && isInTitle(this.#file, page, phrase)
  }

  #weight(page: number): number {
    const { title, description, weight, content, others } = this.#scores
    const titleShare = (title[page] ?? 0) / weight
    const held = countInTitle((content.exact[page] ?? 0) + (others.exact[page] ?? 0))
    const exactness = Math.min(1, held / (this.#file.titleWords[page] || 1))
    return (
      TITLE_WEIGHT * titleShare +
      EXACTNESS_WEIGHT * titleShare * exactness +
      DESCRIPTION_WEIGHT * ((description[page] ?? 0) / weight)
    )
  }

  #tie(page: number): number {
    const { body, weight } = this.#scores
    return (
      (this.#followsInTitle(page) ? TITLE_ORDER : 0) +
      BODY_ORDERS[this.#orders.get(page) ?? 'apart'] +
      (body[page] ?? 0) / weight
    )
  }

  /** How the query occurs in the bodies of pages that hold all its words, within the limits. */
  #bodyOrders(): ReadonlyMap<number, Order> {
    const phrase = this.#phrase
    const orders = new Map<number, Order>()
    if (this.#traits.words < 2 || phrase === undefined || phrase.ranks.length < 2) return orders
    for (const page of this.#candidates()) orders.set(page, findBodyOrder(this.#file, page, phrase))
    return orders
  }

  #candidates(): readonly number[] {
    const { pages, count, content, others, body } = this.#scores
    const all: number[] = []
    let words = 0
    for (let at = 0; at < count; at++) {
      const page = pages[at] ?? 0
      const held = countInPage((content.exact[page] ?? 0) + (others.exact[page] ?? 0))
      if (held < this.#traits.words) continue
      all.push(page)
      words += countBodyWords(this.#file, page)
    }
    if (words <= PHRASE_STREAM_MAX) return all
    return all
      .sort((one, other) => (body[other] ?? 0) - (body[one] ?? 0) || one - other)
      .slice(0, PHRASE_PAGES_MAX)
  }
}

/** The best place that holds all words on its own. */
function findPlace(counts: number, wanted: number): number {
  if (countInTitle(counts) === wanted) return IN_TITLE
  return countInSummary(counts) === wanted ? IN_SUMMARY : IN_PAGE
}

/** Ranks one word: the place decides first, whatever the form of the word. */
function classifyOneWord(exact: number, near: number): number {
  const place = findPlace(near, 1)
  const asTyped = countInPage(exact) === 1 && findPlace(exact, 1) === place
  return place * ONE_WORD_PLACE + (asTyped ? AS_TYPED : 0)
}

/** Inserts a page into the sorted list of the best; of equal pages the earlier one is better. */
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
