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
const ANY_PLACE = TITLE | SUMMARY | BODY

/** Words that a page holds at all, in its title, in title or description: eight bits each. */
const ONE_IN_PAGE = 1
const TITLE_SHIFT = 8
const SUMMARY_SHIFT = 16
const COUNT_MASK = 0xff

/** What one word adds to the counts of a page, by the places where it stands there. */
const COUNTS = Uint32Array.from({ length: ANY_PLACE + 1 }, (_, places) => {
  if (places === 0) return 0
  const inTitle = (places & TITLE) === 0 ? 0 : 1 << TITLE_SHIFT
  const inSummary = (places & (TITLE | SUMMARY)) === 0 ? 0 : 1 << SUMMARY_SHIFT
  return ONE_IN_PAGE + inTitle + inSummary
})

/** How many words of a count a page holds. Two counts may be added: a query has 64 words. */
export const countInPage = (counts: number): number => counts & COUNT_MASK
export const countInTitle = (counts: number): number => (counts >>> TITLE_SHIFT) & COUNT_MASK
export const countInSummary = (counts: number): number => (counts >>> SUMMARY_SHIFT) & COUNT_MASK

/** Counts of words, as they were typed and where a word of the same stem will do. */
type Counts = { readonly exact: Uint32Array; readonly near: Uint32Array }

/**
 * What the pages gather while the words of a query are looked up: one number a page and figure, in
 * arrays that every query of a snapshot uses again. Nothing here grows with the queries.
 */
export class PageScores {
  /** Pages that hold any word, in the order in which they were met. */
  readonly pages: Uint32Array
  count = 0
  /** Counts of the words that carry the query, and of the others. */
  readonly telling: Counts
  readonly others: Counts
  /** Count of the query itself, where it is one identifier. */
  readonly whole: Counts
  /** Weights of the words found in title, description and body. */
  readonly title: Float32Array
  readonly description: Float32Array
  readonly body: Float32Array
  /** Weight of all words that were looked up. */
  weight = 0

  readonly #file: SearchFile
  /** Counts that the query has changed: most have no use for all. */
  readonly #used = new Set<Counts>()
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
    this.telling = { exact: new Uint32Array(pages), near: new Uint32Array(pages) }
    this.others = { exact: new Uint32Array(pages), near: new Uint32Array(pages) }
    this.whole = { exact: new Uint32Array(pages), near: new Uint32Array(pages) }
    this.title = new Float32Array(pages)
    this.description = new Float32Array(pages)
    this.body = new Float32Array(pages)
    this.#known = new Uint8Array(pages)
    this.#flags = new Uint8Array(pages)
    this.#titleShare = new Float32Array(pages)
    this.#descriptionShare = new Float32Array(pages)
    this.#bodyCount = new Float32Array(pages)
    this.#touched = new Uint32Array(pages)
    this.#damping = Float32Array.from({ length: pages }, (_, page) => {
      const length = countBodyWords(file, page) / file.meanBodyWords
      return SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length)
    })
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) {
      const page = this.pages[at] ?? 0
      this.title[page] = 0
      this.description[page] = 0
      this.body[page] = 0
      this.#known[page] = 0
    }
    for (const counts of this.#used) this.#clearCounts(counts)
    this.#used.clear()
    this.count = 0
    this.weight = 0
  }

  #clearCounts({ exact, near }: Counts): void {
    for (let at = 0; at < this.count; at++) {
      const page = this.pages[at] ?? 0
      exact[page] = 0
      near[page] = 0
    }
  }

  /** Adds one word of the query; words that only carry the question are held, but weigh nothing. */
  add(word: KnownWord, counts: Counts | undefined): void {
    this.#touchedCount = 0
    if (counts !== undefined) this.#used.add(counts)
    for (const meaning of word.meanings) this.#gather(meaning)
    // Rare words say more; the form never falls below zero.
    const holders = this.#touchedCount
    const rarity = Math.log(1 + (this.#file.pages - holders + 0.5) / (holders + 0.5))
    const weight = counts === this.others ? 0 : rarity
    this.weight += weight
    for (let at = 0; at < this.#touchedCount; at++) {
      const page = this.#touched[at] ?? 0
      if (weight > 0) this.#credit(page, weight)
      if (counts !== undefined) addCounts(counts, page, this.#flags[page] ?? 0)
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
    const count = this.#bodyCount[page] ?? 0
    const body = count / (count + (this.#damping[page] ?? SATURATION))
    this.title[page] = (this.title[page] ?? 0) + weight * (this.#titleShare[page] ?? 0)
    this.description[page] =
      (this.description[page] ?? 0) + weight * (this.#descriptionShare[page] ?? 0)
    this.body[page] = (this.body[page] ?? 0) + weight * body
  }
}

function addCounts({ exact, near }: Counts, page: number, flags: number): void {
  exact[page] = (exact[page] ?? 0) + (COUNTS[flags & ANY_PLACE] ?? 0)
  near[page] = (near[page] ?? 0) + (COUNTS[(flags | (flags >>> NEAR_SHIFT)) & ANY_PLACE] ?? 0)
}

/** Words in the body of a page. */
export function countBodyWords(file: SearchFile, page: number): number {
  return (file.streamAt[page + 1] ?? 0) - findBodyStart(file, page)
}

/** Where the body of a page begins in the stream. */
export function findBodyStart(file: SearchFile, page: number): number {
  const { streamAt, titleWords, summaryWords } = file
  return (streamAt[page] ?? 0) + (titleWords[page] ?? 0) + (summaryWords[page] ?? 0)
}
