import { BODY_MASK, IN_DESCRIPTION, IN_TITLE } from './_layout.ts'
import type { KnownWord, Meaning } from './_lookup.ts'
import type { SearchFile } from './_reader.ts'

// BM25 with its usual constants.
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

const TITLE = 1
const SUMMARY = 2
const BODY = 4
/** The same three places, for words of the same stem. */
const NEAR_SHIFT = 3

/**
 * What the pages gather while the words of a query are looked up: one number a page and figure, in
 * arrays that every query of a generation uses again. Nothing here grows with the queries.
 */
export class Tally {
  /** Pages that hold any word, in the order in which they were met. */
  readonly pages: Uint32Array
  count = 0
  /** How many demanded words a page holds at all, in its title, in title or description. */
  readonly held: Uint8Array
  readonly heldInTitle: Uint8Array
  readonly heldInSummary: Uint8Array
  /** The same, where a word of the same stem will do. */
  readonly near: Uint8Array
  readonly nearInTitle: Uint8Array
  readonly nearInSummary: Uint8Array
  /** Weights of the words found in title, description and body, and anywhere. */
  readonly title: Float32Array
  readonly description: Float32Array
  readonly body: Float32Array
  readonly anywhere: Float32Array
  /** Weight of all words that were looked up. */
  weight = 0

  readonly #file: SearchFile
  readonly #known: Uint8Array
  readonly #flags: Uint8Array
  readonly #titleShare: Float32Array
  readonly #descriptionShare: Float32Array
  readonly #bodyCount: Float32Array
  /** What the length of a body takes from each count, page by page. */
  readonly #damping: Float32Array
  readonly #touched: Uint32Array
  #touchedCount = 0

  constructor(file: SearchFile) {
    const { pages } = file
    this.#file = file
    this.pages = new Uint32Array(pages)
    this.held = new Uint8Array(pages)
    this.heldInTitle = new Uint8Array(pages)
    this.heldInSummary = new Uint8Array(pages)
    this.near = new Uint8Array(pages)
    this.nearInTitle = new Uint8Array(pages)
    this.nearInSummary = new Uint8Array(pages)
    this.title = new Float32Array(pages)
    this.description = new Float32Array(pages)
    this.body = new Float32Array(pages)
    this.anywhere = new Float32Array(pages)
    this.#known = new Uint8Array(pages)
    this.#flags = new Uint8Array(pages)
    this.#titleShare = new Float32Array(pages)
    this.#descriptionShare = new Float32Array(pages)
    this.#bodyCount = new Float32Array(pages)
    this.#touched = new Uint32Array(pages)
    this.#damping = Float32Array.from({ length: pages }, (_, page) => {
      const length = bodyWords(file, page) / file.meanBodyWords
      return SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length)
    })
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) {
      const page = this.pages[at] ?? 0
      this.held[page] = 0
      this.heldInTitle[page] = 0
      this.heldInSummary[page] = 0
      this.near[page] = 0
      this.nearInTitle[page] = 0
      this.nearInSummary[page] = 0
      this.title[page] = 0
      this.description[page] = 0
      this.body[page] = 0
      this.anywhere[page] = 0
      this.#known[page] = 0
    }
    this.count = 0
    this.weight = 0
  }

  /** Adds one word of the query. A word that is not demanded weighs, but need not be held. */
  add(word: KnownWord, demanded: boolean, times = 1): void {
    this.#touchedCount = 0
    for (const meaning of word.meanings) this.#gather(meaning)
    // Rare words say more; the form never falls below zero.
    const holders = this.#touchedCount
    const weight = times * Math.log(1 + (this.#file.pages - holders + 0.5) / (holders + 0.5))
    this.weight += weight
    for (let at = 0; at < this.#touchedCount; at++) {
      const page = this.#touched[at] ?? 0
      this.#credit(page, weight)
      if (demanded) this.#note(page, this.#flags[page] ?? 0)
      this.#flags[page] = 0
    }
  }

  #gather({ from, to, share, exact }: Meaning): void {
    const { postingPage, postingCount, postingAt } = this.#file
    const end = postingAt[to] ?? 0
    const shift = exact ? 0 : NEAR_SHIFT
    for (let at = postingAt[from] ?? 0; at < end; at++) {
      const page = postingPage[at] ?? 0
      const known = postingCount[at] ?? 0
      const flags = this.#flags[page] ?? 0
      if (flags === 0) this.#touch(page)
      let places = 0
      if ((known & IN_TITLE) !== 0) {
        places |= TITLE
        if (share > (this.#titleShare[page] ?? 0)) this.#titleShare[page] = share
      }
      if ((known & IN_DESCRIPTION) !== 0) {
        places |= SUMMARY
        if (share > (this.#descriptionShare[page] ?? 0)) this.#descriptionShare[page] = share
      }
      const count = known & BODY_MASK
      if (count > 0) {
        places |= BODY
        this.#bodyCount[page] = (this.#bodyCount[page] ?? 0) + share * count
      }
      this.#flags[page] = flags | (places << shift)
    }
  }

  #touch(page: number): void {
    this.#touched[this.#touchedCount] = page
    this.#touchedCount += 1
    this.#titleShare[page] = 0
    this.#descriptionShare[page] = 0
    this.#bodyCount[page] = 0
    if (this.#known[page] !== 0) return
    this.#known[page] = 1
    this.pages[this.count] = page
    this.count += 1
  }

  #credit(page: number, weight: number): void {
    const title = this.#titleShare[page] ?? 0
    const description = this.#descriptionShare[page] ?? 0
    const count = this.#bodyCount[page] ?? 0
    const body = count / (count + (this.#damping[page] ?? SATURATION))
    this.title[page] = (this.title[page] ?? 0) + weight * title
    this.description[page] = (this.description[page] ?? 0) + weight * description
    this.body[page] = (this.body[page] ?? 0) + weight * body
    const best = Math.max(title, description, Math.min(1, count))
    this.anywhere[page] = (this.anywhere[page] ?? 0) + weight * best
  }

  #note(page: number, flags: number): void {
    const near = flags | (flags >>> NEAR_SHIFT)
    this.near[page] = (this.near[page] ?? 0) + 1
    if ((near & TITLE) !== 0) this.nearInTitle[page] = (this.nearInTitle[page] ?? 0) + 1
    if ((near & (TITLE | SUMMARY)) !== 0) {
      this.nearInSummary[page] = (this.nearInSummary[page] ?? 0) + 1
    }
    if ((flags & (TITLE | SUMMARY | BODY)) === 0) return
    this.held[page] = (this.held[page] ?? 0) + 1
    if ((flags & TITLE) !== 0) this.heldInTitle[page] = (this.heldInTitle[page] ?? 0) + 1
    if ((flags & (TITLE | SUMMARY)) !== 0) {
      this.heldInSummary[page] = (this.heldInSummary[page] ?? 0) + 1
    }
  }
}

/** Words in the body of a page. */
export function bodyWords(file: SearchFile, page: number): number {
  return (file.streamAt[page + 1] ?? 0) - bodyAt(file, page)
}

/** Where the body of a page begins in the stream. */
export function bodyAt(file: SearchFile, page: number): number {
  const { streamAt, titleWords, summaryWords } = file
  return (streamAt[page] ?? 0) + (titleWords[page] ?? 0) + (summaryWords[page] ?? 0)
}
