import type { SearchFile } from '../file/search_file.ts'
import type { BestPages } from './_best_pages.ts'
import type { Evidence } from './_evidence.ts'
import { saturate, weighInSections } from './_section_score.ts'
import { FRAMING_UNITS_SHARE_MAX, SECTION_NAME_TIMES, SECTION_WEIGHT } from './_weights.ts'
import type { PageSet } from './_word_scratch.ts'

/**
 * Compares the best pages of a long query by their best section: BM25 over all words of the query,
 * framing words too, in which the length of a section counts (spec/decisions/search.md, "Section
 * term").
 */
export class SectionTerm implements PageSet {
  /** The compared pages in ascending order. */
  readonly pages: Uint32Array
  count = 0
  readonly wanted: Uint8Array
  readonly #file: SearchFile
  readonly #evidence: Evidence
  readonly #scores: Float64Array
  #most = 0

  constructor(file: SearchFile, evidence: Evidence) {
    this.#file = file
    this.#evidence = evidence
    this.pages = new Uint32Array(file.pages)
    this.wanted = new Uint8Array(file.pages)
    this.#scores = new Float64Array(file.pages)
  }

  /** Scores the sections of the first of the best pages. */
  compare(best: BestPages, count: number, framing: ReadonlySet<string>): void {
    for (let at = 0; at < count; at++) this.pages[at] = best.pageAt(at)
    this.count = count
    const pages = this.pages.subarray(0, count).sort()
    for (const page of pages) this.wanted[page] = 1
    for (const word of framing) this.#addFraming(word)
    this.#most = 0
    for (const page of pages) {
      this.wanted[page] = 0
      const score = this.#scorePage(page)
      this.#scores[page] = score
      this.#most = Math.max(this.#most, score)
    }
  }

  /** What the best section of a compared page adds to its evidence. */
  weigh(page: number): number {
    return this.#most === 0 ? 0 : (SECTION_WEIGHT * (this.#scores[page] ?? 0)) / this.#most
  }

  isCompared(page: number): boolean {
    return this.pages.subarray(0, this.count).includes(page)
  }

  /** Adds a framing word to the units that hold a content word; a frequent one tells nothing. */
  #addFraming(word: string): void {
    const file = this.#file
    const term = file.terms.find(word)
    if (term === -1) return
    const postings = (file.postingAt[term + 1] ?? 0) - (file.postingAt[term] ?? 0)
    if (postings > FRAMING_UNITS_SHARE_MAX * file.units) return
    this.#evidence.addFraming(term, weighInSections(file, postings), this)
  }

  /** The score of the best section of a page; what names the page names those with a word. */
  #scorePage(page: number): number {
    const { unitAt } = this.#file
    const { inSummary, inUnit, sectionScore, bestSection, sectionWeights, sections } =
      this.#evidence
    const end = unitAt[page + 1] ?? 0
    const named = inSummary[page] ?? 0
    if (named === 0) return bestSection[page] ?? 0
    let most = 0
    for (let unit = unitAt[page] ?? 0; unit < end; ) {
      const first = unit
      // A damaged file may give a unit another section: each turn goes on by one at least.
      let held = inUnit[unit] ?? 0
      unit += 1
      for (; unit < end && sections.firstUnit[unit] === first; unit++) held |= inUnit[unit] ?? 0
      if (held === 0) continue
      let score = sectionScore[first] ?? 0
      const share = saturate(SECTION_NAME_TIMES, sections.damping[first] ?? 0)
      for (let left = named & ~held; left !== 0; left &= left - 1) {
        score += (sectionWeights[31 - Math.clz32(left & -left)] ?? 0) * share
      }
      most = Math.max(most, score)
    }
    return most
  }
}
