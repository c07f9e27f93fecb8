import {
  BODY_MASK,
  IN_DESCRIPTION,
  IN_HEADING,
  IN_TITLE,
  type KnownWord,
  type SearchFile,
} from '../file/search_file.ts'
import type { BestPages } from './_best_pages.ts'
import {
  EXACT_TITLE_SHARE,
  FREQUENT_EVEN,
  FREQUENT_WEIGHT,
  IN_BODY_WEIGHT,
  IN_DESCRIPTION_WEIGHT,
  IN_HEADING_WEIGHT,
  IN_TITLE_WEIGHT,
  type PageWeights,
  PRESENT_WEIGHT,
  QUOTED_UNITS_MAX,
  UNIT_SATURATION,
} from './_weights.ts'
import type { PageSet } from './_word_scratch.ts'

/** Marks a page of the current word; a bit that no place of a posting has. */
const SEEN = 1
/** More words than any query has. */
const WHOLE = 255
const PLACES = IN_TITLE | IN_DESCRIPTION | IN_HEADING
const SUMMARY = IN_TITLE | IN_DESCRIPTION
/** Bounds are sums in another order than scores, so they may be off by a rounding. */
const ROUNDING = 1 + 1e-6
const IN_TITLE_MOST = IN_TITLE_WEIGHT * (1 + EXACT_TITLE_SHARE)

/**
 * Finds the few pages that can be among the best of a query, so that only they are scored. A score
 * needs all units of a page; the bound on it needs one number a word, which costs a tenth.
 */
export class Candidates implements PageSet {
  /** The chosen pages. */
  readonly pages: Uint32Array
  count = 0
  readonly wanted: Uint8Array

  readonly #file: SearchFile
  readonly #weights: PageWeights
  /** Pages that hold any word; for each, a bound on its score, its words and their best places. */
  readonly #found: Uint32Array
  #foundCount = 0
  readonly #bounds: Float64Array
  readonly #words: Uint8Array
  readonly #places: Uint8Array
  /** The same of one word: its pages, how often they hold it and where. */
  readonly #wordPages: Uint32Array
  readonly #hits: Float32Array
  readonly #wordPlaces: Uint8Array

  constructor(file: SearchFile, weights: PageWeights) {
    const { pages } = file
    this.#file = file
    this.#weights = weights
    this.pages = new Uint32Array(pages)
    this.wanted = new Uint8Array(pages)
    this.#found = new Uint32Array(pages)
    this.#bounds = new Float64Array(pages)
    this.#words = new Uint8Array(pages)
    this.#places = new Uint8Array(pages)
    this.#wordPages = new Uint32Array(pages)
    this.#hits = new Float32Array(pages)
    this.#wordPlaces = new Uint8Array(pages)
  }

  clear(): void {
    for (let at = 0; at < this.#foundCount; at++) {
      const page = this.#found[at] ?? 0
      this.#bounds[page] = 0
      this.#words[page] = 0
      this.#places[page] = 0
    }
    this.#foundCount = 0
  }

  /** Bounds what a word adds to each page; returns how many pages hold it. */
  add(word: KnownWord): number {
    const count = this.#gather(word)
    const weight = this.#weights.weigh(count)
    const hits = this.#hits
    for (let at = 0; at < count; at++) {
      const page = this.#wordPages[at] ?? 0
      const places = this.#wordPlaces[page] ?? 0
      this.#wordPlaces[page] = 0
      this.#find(page)
      this.#words[page] = (this.#words[page] ?? 0) + 1
      this.#places[page] = (this.#places[page] ?? 0) | places
      const most = this.#boundWord(page, hits[page] ?? 0, places)
      this.#bounds[page] = (this.#bounds[page] ?? 0) + weight * most
    }
    return count
  }

  #find(page: number): void {
    if ((this.#words[page] ?? 0) > 0) return
    this.#found[this.#foundCount] = page
    this.#foundCount += 1
  }

  /** Collects the pages of a word. */
  #gather({ meanings }: KnownWord): number {
    const { postingUnit, postingCount, postingAt, unitPage } = this.#file
    const hits = this.#hits
    const wordPlaces = this.#wordPlaces
    const wordPages = this.#wordPages
    let count = 0
    for (const { from, to, share } of meanings) {
      const end = postingAt[to] ?? 0
      for (let at = postingAt[from] ?? 0; at < end; at++) {
        const page = unitPage[postingUnit[at] ?? 0] ?? 0
        const posting = postingCount[at] ?? 0
        const before = wordPlaces[page] ?? 0
        if (before === 0) {
          wordPages[count] = page
          count += 1
          hits[page] = 0
        }
        wordPlaces[page] = before | SEEN | (posting & PLACES)
        const inHeading = (posting & IN_HEADING) === 0 ? 0 : 2
        hits[page] = (hits[page] ?? 0) + share * ((posting & BODY_MASK) + inHeading)
      }
    }
    return count
  }

  /** The most that a word of weight 1 adds to a page: as if all its places were in one unit. */
  #boundWord(page: number, hits: number, places: number): number {
    const often = hits === 0 ? 0 : hits / (hits + (this.#weights.damping[page] ?? 0))
    const text = IN_BODY_WEIGHT * (hits / (hits + UNIT_SATURATION))
    if ((places & PLACES) === 0) {
      return PRESENT_WEIGHT + FREQUENT_WEIGHT * Math.min(often, FREQUENT_EVEN) + text
    }
    const unit = (places & IN_HEADING) === 0 ? text : Math.max(text, IN_HEADING_WEIGHT)
    const title = (places & IN_TITLE) === 0 ? 0 : IN_TITLE_MOST
    const description = (places & IN_DESCRIPTION) === 0 ? 0 : IN_DESCRIPTION_WEIGHT
    const whole = PRESENT_WEIGHT + FREQUENT_WEIGHT * Math.max(often, FREQUENT_EVEN)
    return whole + unit + title + description
  }

  /** The pages of the query as one identifier, whatever their places. */
  addWhole(word: KnownWord): void {
    const count = this.#gather(word)
    for (let at = 0; at < count; at++) {
      const page = this.#wordPages[at] ?? 0
      this.#wordPlaces[page] = 0
      this.#find(page)
      this.#words[page] = WHOLE
    }
  }

  /** Marks the pages of the first units that hold a word: only so many are read for quotations. */
  #wantFirstUnits({ meanings }: KnownWord): void {
    const { postingUnit, postingCount, postingAt, unitPage } = this.#file
    const units = new Set<number>()
    for (const { from, to } of meanings) {
      const end = postingAt[to] ?? 0
      for (let at = postingAt[from] ?? 0; at < end && units.size < QUOTED_UNITS_MAX; at++) {
        if (((postingCount[at] ?? 0) & (BODY_MASK | IN_HEADING)) === 0) continue
        const unit = postingUnit[at] ?? 0
        units.add(unit)
        this.wanted[unitPage[unit] ?? 0] = 1
      }
    }
  }

  /**
   * For a query that is ranked by place: pages with a word in the title or description, or with all
   * words. False when so few are accepted that others could follow them.
   */
  chooseByPlace(
    words: readonly KnownWord[],
    least: number,
    accepts: (page: number) => boolean,
  ): boolean {
    this.#forgetChoice()
    const only = words.length === 1 ? words[0] : undefined
    let accepted = 0
    for (let at = 0; at < this.#foundCount; at++) {
      const page = this.#found[at] ?? 0
      const isNamed = ((this.#places[page] ?? 0) & SUMMARY) !== 0
      const held = this.#words[page] ?? 0
      if (!isNamed && (only === undefined ? held < words.length : held !== WHOLE)) continue
      this.wanted[page] = 1
      if (accepted < least && accepts(page)) accepted += 1
    }
    if (only !== undefined) this.#wantFirstUnits(only)
    this.#list()
    return accepted >= least
  }

  /** The accepted pages with the highest bounds. */
  chooseLikeliest(best: BestPages, most: number, accepts: (page: number) => boolean): void {
    this.#forgetChoice()
    best.clear(most)
    for (let at = 0; at < this.#foundCount; at++) {
      const page = this.#found[at] ?? 0
      const bound = this.#bounds[page] ?? 0
      if (best.accepts(bound) && accepts(page)) best.add(page, bound)
    }
    for (let at = 0; at < best.count; at++) this.wanted[best.pageAt(at)] = 1
    this.#list()
  }

  /** Pages whose bound reaches a score, and those in which more than a sum over words counts. */
  chooseAbove(score: number, words: number, weight: number): void {
    this.#forgetChoice()
    const least = (score * (weight || 1)) / ROUNDING
    for (let at = 0; at < this.#foundCount; at++) {
      const page = this.#found[at] ?? 0
      const isWhole = (this.#words[page] ?? 0) >= words
      if (isWhole || (this.#bounds[page] ?? 0) >= least) this.wanted[page] = 1
    }
    this.#list()
  }

  #forgetChoice(): void {
    for (let at = 0; at < this.count; at++) this.wanted[this.pages[at] ?? 0] = 0
    this.count = 0
  }

  /** Lists the marked pages in ascending order, so that postings are read forwards. */
  #list(): void {
    for (let page = 0; page < this.wanted.length; page++) {
      if (this.wanted[page] === 0) continue
      this.pages[this.count] = page
      this.count += 1
    }
  }
}
