import type { KnownWord } from './_lookup.ts'
import { followInTitle, isTitle, type Order, orderInBody, type Phrase } from './_phrases.ts'
import type { SearchFile } from './_reader.ts'
import { bodyWords, type Tally } from './_tally.ts'

/** A page and its score; a higher class always comes before a lower one. */
export type Scored = [page: number, score: number]

/** What a page must show to stand in a class. One class is worth more than all weights together. */
const CLASS = 1000
const IS_TITLE = 9 * CLASS
const TITLE = 8 * CLASS
const SUMMARY = 7 * CLASS
const NEAR_WORD_TITLE = 6 * CLASS
const TOGETHER = 6 * CLASS
const HELD = 5 * CLASS
const NEAR_TITLE = 4 * CLASS
const NEAR = 3 * CLASS
const SOME = 0

// Weights inside a class; each figure lies between 0 and 1 (contract 4.2).
const TITLE_WEIGHT = 16
const EXACTNESS_WEIGHT = 8
const DESCRIPTION_WEIGHT = 2
const BODY_WEIGHT = 1
const ANYWHERE_WEIGHT = 8
const TITLE_ORDER_WEIGHT = 3
const ORDER_WEIGHTS: Readonly<Record<Order, number>> = {
  heading: 6,
  in_heading: 3,
  together: 1.5,
  apart: 0,
}

/** Pages whose bodies are read for a phrase, and words that are read for it in all. */
const PHRASE_PAGES_MAX = 64
const PHRASE_STREAM_MAX = 300_000

/** A query from this many words on need not be held whole: common words are let off. */
const LONG_QUERY_WORDS = 4
const COMMON_SHARE = 0.5
const DEMANDED_MIN = 2

/** Words that carry a question, not what it is about. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a about an and any are as at be been but by can could did do does for from had has have ' +
    'how i if in into is it its me my no of on or our out should so some than that the their ' +
    'them then there these they this to up us was we were what when where which while who why ' +
    'will with would you your'
  ).split(' '),
)

/** The words that a page must hold to hold all: common ones of a long query are let off. */
export function demandedOf(file: SearchFile, words: readonly KnownWord[]): ReadonlySet<KnownWord> {
  if (words.length < LONG_QUERY_WORDS) return new Set(words)
  const telling = words.filter(
    ({ text, holders }) => !FUNCTION_WORDS.has(text) && holders < file.pages * COMMON_SHARE,
  )
  return new Set(telling.length < DEMANDED_MIN ? words : telling)
}

/** Orders the pages of a tally. */
export class Ranking {
  readonly #file: SearchFile
  readonly #tally: Tally
  readonly #demanded: number
  readonly #phrase: Phrase | undefined
  readonly #orders: ReadonlyMap<number, Order>

  constructor(file: SearchFile, tally: Tally, demanded: number, phrase: Phrase | undefined) {
    this.#file = file
    this.#tally = tally
    this.#demanded = demanded
    this.#phrase = phrase
    this.#orders = demanded > 1 ? this.#bodyOrders() : new Map()
  }

  /** The best pages that are accepted, best first. */
  best(limit: number, accepts: (page: number) => boolean): Scored[] {
    const best: Scored[] = []
    const { pages, count } = this.#tally
    for (let at = 0; at < count; at++) {
      const page = pages[at] ?? 0
      if (!accepts(page)) continue
      const score = this.#class(page) + this.#weight(page)
      keep(best, [page, score], limit)
    }
    return best
  }

  #class(page: number): number {
    const { heldInTitle, heldInSummary, held, near, nearInTitle } = this.#tally
    const all = this.#demanded
    if (heldInTitle[page] === all) {
      const phrase = this.#phrase
      return phrase !== undefined && isTitle(this.#file, page, phrase) ? IS_TITLE : TITLE
    }
    if (heldInSummary[page] === all) return SUMMARY
    const isNearTitle = nearInTitle[page] === all
    // Of one word the title says enough, in whatever form; of several the words themselves do.
    if (isNearTitle && all === 1) return NEAR_WORD_TITLE
    if (held[page] === all) return this.#isTogether(page) ? TOGETHER : HELD
    if (isNearTitle) return NEAR_TITLE
    return near[page] === all ? NEAR : SOME
  }

  #isTogether(page: number): boolean {
    const order = this.#orders.get(page) ?? 'apart'
    return order === 'heading' || (order !== 'apart' && this.#phrase?.telling === true)
  }

  #weight(page: number): number {
    const tally = this.#tally
    const { title, description, body, anywhere, weight, heldInTitle } = tally
    const share = (value: number | undefined) => (value ?? 0) / weight
    const titleShare = share(title[page])
    const exactness = (heldInTitle[page] ?? 0) / (this.#file.titleWords[page] || 1)
    const phrase = this.#phrase
    const follows =
      phrase !== undefined &&
      heldInTitle[page] === this.#demanded &&
      followInTitle(this.#file, page, phrase)
    return (
      TITLE_WEIGHT * titleShare +
      EXACTNESS_WEIGHT * titleShare * Math.min(1, exactness) +
      DESCRIPTION_WEIGHT * share(description[page]) +
      BODY_WEIGHT * share(body[page]) +
      ANYWHERE_WEIGHT * share(anywhere[page]) +
      (follows ? TITLE_ORDER_WEIGHT : 0) +
      ORDER_WEIGHTS[this.#orders.get(page) ?? 'apart']
    )
  }

  /** How the query stands in the bodies of pages that hold it all, as far as work is bounded. */
  #bodyOrders(): ReadonlyMap<number, Order> {
    const phrase = this.#phrase
    const orders = new Map<number, Order>()
    if (phrase === undefined || phrase.ranks.length < 2) return orders
    for (const page of this.#candidates()) orders.set(page, orderInBody(this.#file, page, phrase))
    return orders
  }

  #candidates(): readonly number[] {
    const { pages, count, held, body } = this.#tally
    const all: number[] = []
    let words = 0
    for (let at = 0; at < count; at++) {
      const page = pages[at] ?? 0
      if (held[page] !== this.#demanded) continue
      all.push(page)
      words += bodyWords(this.#file, page)
    }
    if (words <= PHRASE_STREAM_MAX) return all
    return all
      .sort((one, other) => (body[other] ?? 0) - (body[one] ?? 0) || one - other)
      .slice(0, PHRASE_PAGES_MAX)
  }
}

/** Keeps the best of what comes by, in order; of equals the earlier page is the better one. */
function keep(best: Scored[], scored: Scored, limit: number): void {
  const isBefore = ([page, score]: Scored, [other, otherScore]: Scored) =>
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
