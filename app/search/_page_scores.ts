import { BODY_MASK, IN_DESCRIPTION, IN_TITLE } from './_layout.ts'
import type { KnownWord, Meaning } from './_lookup.ts'
import { countBodyWords, type SearchFile } from './_search_file.ts'

// The usual constants of BM25.
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

const TITLE = 1
const SUMMARY = 2
const BODY = 4
/** The same three places again, for words that share a stem. */
const NEAR_SHIFT = 3
const ANY_PLACE = TITLE | SUMMARY | BODY

/** Three counts of eight bits: words in the page, in its title, in its title or description. */
const ONE_IN_PAGE = 1
const TITLE_SHIFT = 8
const SUMMARY_SHIFT = 16
const COUNT_MASK = 0xff

/** What one word adds to the counts of a page, by the places where it occurs. */
const COUNTS = Uint32Array.from({ length: ANY_PLACE + 1 }, (_, places) => {
  if (places === 0) return 0
  const inTitle = (places & TITLE) === 0 ? 0 : 1 << TITLE_SHIFT
  const inSummary = (places & (TITLE | SUMMARY)) === 0 ? 0 : 1 << SUMMARY_SHIFT
  return ONE_IN_PAGE + inTitle + inSummary
})

/** How many words a page holds. Two counts may be added, because a query has at most 64 words. */
export const countInPage = (counts: number): number => counts & COUNT_MASK
export const countInTitle = (counts: number): number => (counts >>> TITLE_SHIFT) & COUNT_MASK
export const countInSummary = (counts: number): number => (counts >>> SUMMARY_SHIFT) & COUNT_MASK

/** Word counts by page: of words as typed, and of words that only share a stem as well. */
type Counts = { readonly exact: Uint32Array; readonly near: Uint32Array }

/**
 * Scores of the pages for one query: one number per page and figure, in arrays that all queries of
 * a snapshot reuse. Nothing here grows with the number of queries.
 */
export class PageScores {
  /** Pages that hold any word, in the order in which they were found. */
  readonly pages: Uint32Array
  count = 0
  /** Counts of the telling words, and of the framing words. */
  readonly content: Counts
  readonly others: Counts
  /** Count of the query as a whole, when it is one identifier. */
  readonly whole: Counts
  /** Weights of the words that occur in the title, the description and the body. */
  readonly title: Float32Array
  readonly description: Float32Array
  readonly body: Float32Array
  /** Total weight of the words that were looked up. */
  weight = 0

  readonly #file: SearchFile
  /** Counts that this query has changed; most queries do not need all of them. */
  readonly #used = new Set<Counts>()
  readonly #known: Uint8Array
  readonly #flags: Uint8Array
  readonly #titleShare: Float32Array
  readonly #descriptionShare: Float32Array
  readonly #bodyCount: Float32Array
  /** How much the length of the body dampens each count, by page. */
  readonly #damping: Float32Array
  readonly #touched: Uint32Array
  #touchedCount = 0

  constructor(file: SearchFile) {
    const { pages } = file
    this.#file = file
    this.pages = new Uint32Array(pages)
    this.content = { exact: new Uint32Array(pages), near: new Uint32Array(pages) }
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

  /** Adds one word of the query. Framing words are counted, but have no weight. */
  add(word: KnownWord, counts: Counts | undefined): void {
    this.#touchedCount = 0
    if (counts !== undefined) this.#used.add(counts)
    for (const meaning of word.meanings) this.#gather(meaning)
    // Rare words weigh more; this formula never drops below zero.
    const pageCount = this.#touchedCount
    const rarity = Math.log(1 + (this.#file.pages - pageCount + 0.5) / (pageCount + 0.5))
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
