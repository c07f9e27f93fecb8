import { type KnownWord, MASKED_WORDS_MAX, type SearchFile } from '../file/search_file.ts'
import { createSections, type Sections, saturate, weighInSections } from './_section_score.ts'
import {
  FREQUENT_EVEN,
  FREQUENT_WEIGHT,
  IN_BODY_WEIGHT,
  IN_HEADING_WEIGHT,
  PAGE_SATURATION,
  type PageWeights,
  PRESENT_WEIGHT,
  SECTION_NAME_TIMES,
  UNIT_SATURATION,
} from './_weights.ts'
import {
  BODY,
  createScratch,
  gather,
  gatherWanted,
  NEAR_SHIFT,
  type PageSet,
  SUMMARY,
  TITLE,
  type WordScratch,
} from './_word_scratch.ts'

/** The bit of the query as one identifier. */
export const WHOLE_BIT = 1 << MASKED_WORDS_MAX

/** Some pages, and how many hold the word in all. */
type SomePages = { readonly wanted: PageSet; readonly holders: number }

/**
 * What the pages and their units hold of one query: numbers in arrays that all queries of a
 * snapshot reuse. Nothing here grows with the number of queries.
 */
export class Evidence {
  /** Pages and units that hold any word, in the order in which they were found. */
  readonly pages: Uint32Array
  pageCount = 0
  readonly units: Uint32Array
  unitCount = 0
  /** Masks of the words that a page holds: anywhere, in its title, in title or description; */
  readonly held: Int32Array
  readonly inTitle: Int32Array
  readonly inSummary: Int32Array
  /** and the same as typed. */
  readonly titleExact: Int32Array
  readonly summaryExact: Int32Array
  readonly exact: Int32Array
  /** Sums over the words of a page: in its title, its description, anywhere. */
  readonly title: Float64Array
  readonly description: Float64Array
  readonly presence: Float64Array
  /** The words of a unit, those in its heading, and its score; the best unit of each page. */
  readonly inUnit: Int32Array
  readonly inHeading: Int32Array
  readonly unitScore: Float64Array
  readonly bestUnit: Uint32Array
  readonly bestScore: Float64Array
  /** What the words of a long query add to each unit by BM25, and the weight of each word there. */
  readonly sectionScore: Float64Array
  readonly bestSection: Float64Array
  readonly sectionWeights = new Float64Array(MASKED_WORDS_MAX + 1)
  /** Weight of each word by bit, and of all. */
  readonly weights = new Float64Array(MASKED_WORDS_MAX + 1)
  weight = 0

  readonly #file: SearchFile
  readonly #scratch: WordScratch
  readonly #pageWeights: PageWeights
  #isLong = false
  #sections: Sections | undefined
  /** How often one word stands in each section, and in which. */
  readonly #times: Float32Array
  readonly #touched: Uint32Array
  #touchedCount = 0

  constructor(file: SearchFile, pageWeights: PageWeights) {
    const { pages, units } = file
    this.#file = file
    this.#scratch = createScratch(pages, units)
    this.pages = new Uint32Array(pages)
    this.units = new Uint32Array(units)
    this.held = new Int32Array(pages)
    this.inTitle = new Int32Array(pages)
    this.inSummary = new Int32Array(pages)
    this.titleExact = new Int32Array(pages)
    this.summaryExact = new Int32Array(pages)
    this.exact = new Int32Array(pages)
    this.title = new Float64Array(pages)
    this.description = new Float64Array(pages)
    this.presence = new Float64Array(pages)
    this.inUnit = new Int32Array(units)
    this.inHeading = new Int32Array(units)
    this.unitScore = new Float64Array(units)
    this.bestUnit = new Uint32Array(pages)
    this.bestScore = new Float64Array(pages)
    this.sectionScore = new Float64Array(units)
    this.bestSection = new Float64Array(pages)
    this.#times = new Float32Array(units)
    this.#touched = new Uint32Array(units)
    this.#pageWeights = pageWeights
  }

  /** Made for the first long query: the start of a service must not wait for them. */
  get sections(): Sections {
    this.#sections ??= createSections(this.#file)
    return this.#sections
  }

  /** Forgets the query before; the sections of a short one are not compared. */
  clear(isLong: boolean): void {
    const firstUnit = this.#sections?.firstUnit
    for (let at = 0; at < this.pageCount; at++) {
      const page = this.pages[at] ?? 0
      this.held[page] = 0
      this.inTitle[page] = 0
      this.inSummary[page] = 0
      this.titleExact[page] = 0
      this.summaryExact[page] = 0
      this.exact[page] = 0
      this.title[page] = 0
      this.description[page] = 0
      this.presence[page] = 0
      this.bestScore[page] = 0
      this.bestSection[page] = 0
    }
    for (let at = 0; at < this.unitCount; at++) {
      const unit = this.units[at] ?? 0
      this.inUnit[unit] = 0
      if (firstUnit !== undefined) this.sectionScore[firstUnit[unit] ?? 0] = 0
      this.inHeading[unit] = 0
      this.unitScore[unit] = 0
    }
    this.pageCount = 0
    this.unitCount = 0
    this.weight = 0
    this.#isLong = isLong
  }

  /** Adds a word of the query under its bit, to all pages or to some of those that hold it. */
  add(word: KnownWord, bit: number, some?: SomePages): void {
    const scratch = this.#scratch
    scratch.pageCount = 0
    scratch.unitCount = 0
    for (const meaning of word.meanings) {
      if (some === undefined) gather(this.#file, scratch, meaning)
      else gatherWanted(this.#file, scratch, meaning, some.wanted)
    }
    const { pageCount } = scratch
    // An identifier is found by its words too, so as a whole it only tells pages apart by place.
    const weight = bit === WHOLE_BIT ? 0 : this.#pageWeights.weigh(some?.holders ?? pageCount)
    this.weights[31 - Math.clz32(bit)] = weight
    const inSections = this.#isLong && bit !== WHOLE_BIT ? this.#weighInSections(word) : 0
    this.sectionWeights[31 - Math.clz32(bit)] = inSections
    this.weight += weight
    for (let at = 0; at < pageCount; at++) this.#addToPage(scratch.pages[at] ?? 0, weight, bit)
    for (let at = 0; at < scratch.unitCount; at++) {
      const unit = scratch.units[at] ?? 0
      if (inSections > 0) this.#addToSection(unit, inSections, false)
      this.#addToUnit(unit, weight, bit)
    }
    this.#endSections(inSections, false)
  }

  /** Adds a framing word to the sections of some pages that hold a content word. */
  addFraming(term: number, weight: number, wanted: PageSet): void {
    const scratch = this.#scratch
    scratch.pageCount = 0
    scratch.unitCount = 0
    const meaning = { from: term, to: term + 1, share: 1, isExact: true }
    gatherWanted(this.#file, scratch, meaning, wanted)
    for (let at = 0; at < scratch.unitCount; at++) {
      const unit = scratch.units[at] ?? 0
      this.#addToSection(unit, weight, true)
      scratch.hits[unit] = 0
      scratch.unitHeading[unit] = 0
    }
    this.#endSections(weight, true)
    for (let at = 0; at < scratch.pageCount; at++) scratch.flags[scratch.pages[at] ?? 0] = 0
  }

  #weighInSections({ meanings }: KnownWord): number {
    const { postingAt } = this.#file
    let postings = 0
    for (const { from, to } of meanings) postings += (postingAt[to] ?? 0) - (postingAt[from] ?? 0)
    return weighInSections(this.#file, postings)
  }

  /** Notes how often a word stands in the section of a unit, and adds what a whole section has. */
  #addToSection(unit: number, weight: number, onlyKnown: boolean): void {
    const { hits, unitHeading } = this.#scratch
    const { firstUnit } = this.sections
    const first = firstUnit[unit] ?? 0
    const times = (hits[unit] ?? 0) + SECTION_NAME_TIMES * (unitHeading[unit] ?? 0)
    if (firstUnit[unit + 1] !== first && first === unit) {
      this.#scoreSection(unit, times, weight, onlyKnown)
      return
    }
    const before = this.#times[first] ?? 0
    if (before === 0) {
      this.#touched[this.#touchedCount] = first
      this.#touchedCount += 1
    }
    this.#times[first] = before + times
  }

  /** Adds what sections of several units have of a word. */
  #endSections(weight: number, onlyKnown: boolean): void {
    for (let at = 0; at < this.#touchedCount; at++) {
      const first = this.#touched[at] ?? 0
      this.#scoreSection(first, this.#times[first] ?? 0, weight, onlyKnown)
      this.#times[first] = 0
    }
    this.#touchedCount = 0
  }

  #scoreSection(first: number, times: number, weight: number, onlyKnown: boolean): void {
    const before = this.sectionScore[first] ?? 0
    if (onlyKnown && before === 0) return
    const page = this.#file.unitPage[first] ?? 0
    const { title, description } = this.#scratch
    const named = Math.max(title[page] ?? 0, description[page] ?? 0)
    const all = times + SECTION_NAME_TIMES * named
    const score = before + weight * saturate(all, this.sections.damping[first] ?? 0)
    this.sectionScore[first] = score
    if (score > (this.bestSection[page] ?? 0)) this.bestSection[page] = score
  }

  #addToPage(page: number, weight: number, bit: number): void {
    const { flags, title, description, heading, pageHits } = this.#scratch
    const exact = flags[page] ?? 0
    const near = exact | (exact >>> NEAR_SHIFT)
    flags[page] = 0
    const before = this.held[page] ?? 0
    if (before === 0) {
      this.pages[this.pageCount] = page
      this.pageCount += 1
    }
    this.held[page] = before | bit
    if ((exact & (TITLE | SUMMARY | BODY)) !== 0) this.exact[page] = (this.exact[page] ?? 0) | bit
    let named = heading[page] ?? 0
    // Most words of most pages stand in the body alone.
    if ((near & (TITLE | SUMMARY)) !== 0) {
      this.#addToSummary(page, { exact, near }, bit)
      const titleShare = title[page] ?? 0
      const descriptionShare = description[page] ?? 0
      named = Math.max(titleShare, descriptionShare, named)
      this.title[page] = (this.title[page] ?? 0) + weight * titleShare
      this.description[page] = (this.description[page] ?? 0) + weight * descriptionShare
    }
    const hits = pageHits[page] ?? 0
    const often =
      hits === 0 ? 0 : hits / (hits + (this.#pageWeights.damping[page] ?? PAGE_SATURATION))
    const frequency =
      named > 0 ? Math.max(often, named * FREQUENT_EVEN) : Math.min(often, FREQUENT_EVEN)
    this.presence[page] =
      (this.presence[page] ?? 0) + weight * (PRESENT_WEIGHT + FREQUENT_WEIGHT * frequency)
  }

  /** Marks a word in the title or description of a page. */
  #addToSummary(page: number, places: { exact: number; near: number }, bit: number): void {
    const { exact, near } = places
    this.inSummary[page] = (this.inSummary[page] ?? 0) | bit
    if ((near & TITLE) !== 0) this.inTitle[page] = (this.inTitle[page] ?? 0) | bit
    if ((exact & TITLE) !== 0) this.titleExact[page] = (this.titleExact[page] ?? 0) | bit
    if ((exact & (TITLE | SUMMARY)) !== 0) {
      this.summaryExact[page] = (this.summaryExact[page] ?? 0) | bit
    }
  }

  #addToUnit(unit: number, weight: number, bit: number): void {
    const { hits, unitHeading } = this.#scratch
    const count = hits[unit] ?? 0
    const heading = unitHeading[unit] ?? 0
    hits[unit] = 0
    unitHeading[unit] = 0
    if ((this.inUnit[unit] ?? 0) === 0) {
      this.units[this.unitCount] = unit
      this.unitCount += 1
    }
    this.inUnit[unit] = (this.inUnit[unit] ?? 0) | bit
    if (heading > 0) this.inHeading[unit] = (this.inHeading[unit] ?? 0) | bit
    const text = IN_BODY_WEIGHT * (count / (count + UNIT_SATURATION))
    const score = (this.unitScore[unit] ?? 0) + weight * Math.max(text, IN_HEADING_WEIGHT * heading)
    this.unitScore[unit] = score
    const page = this.#file.unitPage[unit] ?? 0
    if (score <= (this.bestScore[page] ?? 0)) return
    this.bestScore[page] = score
    this.bestUnit[page] = unit
  }
}
