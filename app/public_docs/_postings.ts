import { endsInsideWord, wordsOfQuery, wordsOfText } from './_words.ts'

/** The searched fields, in the order in which a match weighs (contract 4.2). */
export const FIELDS = ['title', 'description', 'body'] as const
export type Field = (typeof FIELDS)[number]

/** One entry of a posting list: document number, then how often the word stands in each field. */
const STRIDE = 1 + FIELDS.length

/** Longer words that a growing last word may stand for; bounds the work of one query. */
const COMPLETIONS_MAX = 256

/** What a completed word counts for, beside the very word that was asked for. */
const COMPLETION_SHARE = 0.7

// BM25 with its usual constants; the body only orders pages that are otherwise equal.
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

// A title match outweighs a description match for any query of up to sixteen equal words.
const TITLE_WEIGHT = 16
const TITLE_EXACTNESS_WEIGHT = 2
const BODY_WEIGHT = 0.01
const ALL_WORDS_TIER = 100

export type Scored = [document: number, score: number]

/** Document → how often a word stands in its title, description and body. */
type Counts = Map<number, [title: number, description: number, body: number]>

/** What each document gathers while the words of a query are looked up. */
type Tally = {
  readonly seen: Uint32Array
  readonly title: Float64Array
  readonly titleHits: Float64Array
  readonly description: Float64Array
  readonly body: Float64Array
}

/** Word → documents, with true counts per field. Documents are numbered from 1. */
export class Postings {
  readonly #lists = new Map<string, number[]>()
  readonly #titleLengths: number[] = [0]
  readonly #bodyLengths: number[] = [0]
  #bodyWords = 0
  #documents = 0
  #sorted: readonly string[] | undefined

  add(document: number, field: Field, text: string): void {
    this.#documents = Math.max(this.#documents, document)
    this.#sorted = undefined
    const words = wordsOfText(text)
    if (field === 'title') this.#titleLengths[document] = words.length
    if (field === 'body') {
      this.#bodyLengths[document] = words.length
      this.#bodyWords += words.length
    }
    const column = 1 + FIELDS.indexOf(field)
    for (const word of words) this.#count(word, document, column)
  }

  #count(word: string, document: number, column: number): void {
    let list = this.#lists.get(word)
    if (list === undefined) {
      list = []
      this.#lists.set(word, list)
    }
    let at = list.length - STRIDE
    if (at < 0 || list[at] !== document) {
      at = list.length
      list.push(document, 0, 0, 0)
    }
    list[at + column] = (list[at + column] ?? 0) + 1
  }

  /** Every document that holds a word of the query, unordered, each with its score. */
  search(query: string, accepts: (document: number) => boolean): Scored[] {
    const words = wordsOfQuery(query)
    if (words.length === 0) return []
    const tally = emptyTally(this.#documents + 1)
    let weights = 0
    words.forEach((word, at) => {
      const growing = at === words.length - 1 && endsInsideWord(query)
      weights += this.#lookUp(word, growing, tally)
    })
    return this.#scores(tally, words.length, weights, accepts)
  }

  /** Adds one word of the query to the tally and says what the word weighs. */
  #lookUp(word: string, growing: boolean, tally: Tally): number {
    const exact: Counts = new Map()
    gather(this.#lists.get(word) ?? [], exact)
    const completed: Counts = new Map()
    if (growing) for (const list of this.#completions(word)) gather(list, completed)
    for (const document of exact.keys()) completed.delete(document)
    // Rare words say more; the form never falls below zero.
    const holders = exact.size + completed.size
    const weight = Math.log(1 + (this.#documents - holders + 0.5) / (holders + 0.5))
    this.#credit(exact, weight, tally)
    this.#credit(completed, weight * COMPLETION_SHARE, tally)
    return weight
  }

  #credit(counts: Counts, weight: number, tally: Tally): void {
    const meanLength = this.#bodyWords / Math.max(1, this.#documents) || 1
    for (const [document, [title, description, body]] of counts) {
      add(tally.seen, document, 1)
      if (title > 0) add(tally.title, document, weight)
      add(tally.titleHits, document, title)
      if (description > 0) add(tally.description, document, weight)
      const length = (this.#bodyLengths[document] ?? 0) / meanLength
      const damping = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length)
      add(tally.body, document, (weight * body) / (body + damping))
    }
  }

  #completions(prefix: string): readonly number[][] {
    this.#sorted ??= [...this.#lists.keys()].sort()
    const lists: number[][] = []
    let at = lowerBound(this.#sorted, prefix)
    while (lists.length < COMPLETIONS_MAX) {
      const word = this.#sorted[at]
      if (word?.startsWith(prefix) !== true) break
      const list = word === prefix ? undefined : this.#lists.get(word)
      if (list !== undefined) lists.push(list)
      at += 1
    }
    return lists
  }

  #scores(
    tally: Tally,
    words: number,
    weights: number,
    accepts: (document: number) => boolean,
  ): Scored[] {
    const scored: Scored[] = []
    for (let document = 1; document <= this.#documents; document++) {
      const seen = tally.seen[document] ?? 0
      if (seen === 0 || !accepts(document)) continue
      const share = (value: number | undefined) => (value ?? 0) / weights
      const title = share(tally.title[document])
      const exactness = (tally.titleHits[document] ?? 0) / (this.#titleLengths[document] || 1)
      scored.push([
        document,
        (seen === words ? ALL_WORDS_TIER : 0) +
          TITLE_WEIGHT * title +
          TITLE_EXACTNESS_WEIGHT * title * Math.min(1, exactness) +
          share(tally.description[document]) +
          BODY_WEIGHT * share(tally.body[document]),
      ])
    }
    return scored
  }
}

function emptyTally(length: number): Tally {
  return {
    seen: new Uint32Array(length),
    title: new Float64Array(length),
    titleHits: new Float64Array(length),
    description: new Float64Array(length),
    body: new Float64Array(length),
  }
}

function add(values: Float64Array | Uint32Array, at: number, value: number): void {
  values[at] = (values[at] ?? 0) + value
}

function gather(list: readonly number[], found: Counts): void {
  for (let at = 0; at < list.length; at += STRIDE) {
    const document = list[at] ?? 0
    const counts = found.get(document) ?? [0, 0, 0]
    counts[0] += list[at + 1] ?? 0
    counts[1] += list[at + 2] ?? 0
    counts[2] += list[at + 3] ?? 0
    found.set(document, counts)
  }
}

function lowerBound(sorted: readonly string[], wanted: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}
