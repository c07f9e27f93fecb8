import { countBits, type SearchFile } from '../file/search_file.ts'
import { isInDescription, isInTitle } from '../match/phrases.ts'
import type { QueryTraits } from '../match/query_reading.ts'
import type { BestPages, ScoredPage } from './_best_pages.ts'
import { type Evidence, WHOLE_BIT } from './_evidence.ts'
import type { Nearness } from './_nearness.ts'
import { findQuotes, type Quote, type TitleWords } from './_quotes.ts'
import type { SectionTerm } from './_section_term.ts'
import {
  EXACT_TITLE_SHARE,
  IN_DESCRIPTION_WEIGHT,
  IN_TITLE_WEIGHT,
  NEAR_WEIGHT,
  QUOTE_WEIGHT,
  SUMMARY_QUOTE_RANK,
} from './_weights.ts'
import { CLASS, nameClass, RANK, type RankExplanation, STRICT_WORDS_MAX } from './rank_classes.ts'

// Weights inside a class of a short query: bodies have none.
const TITLE_WEIGHT = 16
const EXACTNESS_WEIGHT = 8
const DESCRIPTION_WEIGHT = 2
/** Ties are broken below one step of these weights. */
const STEPS = 2 ** 20
const TIES = 16
const BODY_TIE_MAX = 4

/** How many pages are compared by the nearness of words; more than a caller may ask for. */
const CLOSE_PAGES_MAX = 64

/** How many of the best pages decide an answer: nearness may lift any of the first. */
export function countCompared(limit: number, words: number): number {
  return words > 1 ? Math.max(limit, CLOSE_PAGES_MAX) : limit
}

/** What all queries of a snapshot share. */
export type RankingParts = {
  readonly file: SearchFile
  readonly evidence: Evidence
  readonly titles: TitleWords
  readonly nearness: Nearness
  readonly sections: SectionTerm
  readonly best: BestPages
  /** The best of these by the nearness of words too. */
  readonly nearest: BestPages
}

/** Orders the pages that were found for a query. */
export class Ranking {
  /** The parts of the page that was scored last. */
  readonly #last = { title: 0, description: 0, section: 0, page: 0, quotation: 0 }
  readonly #parts: RankingParts
  readonly #traits: QueryTraits
  readonly #framing: ReadonlySet<string>
  #isCompared = false
  readonly #quotes: ReadonlyMap<number, Quote>

  constructor(
    parts: RankingParts,
    traits: QueryTraits,
    framing: ReadonlySet<string>,
    quotes = findAllQuotes(parts, traits),
  ) {
    this.#parts = parts
    this.#traits = traits
    this.#framing = framing
    this.#quotes = quotes
  }

  /** The best accepted pages, best first. */
  rank(limit: number, accepts: (page: number) => boolean): readonly ScoredPage[] {
    const { best } = this.#parts
    this.#fill(countCompared(limit, this.#traits.words), accepts)
    if (this.#traits.words > 1) return this.#rankByNearness(limit)
    return best.list(0, limit)
  }

  /** The score of the last of so many best pages; without as many, any score is among the best. */
  findLeast(count: number, accepts: (page: number) => boolean): number {
    this.#fill(count, accepts)
    const { best } = this.#parts
    return best.count < count ? Number.NEGATIVE_INFINITY : best.scoreAt(count - 1)
  }

  #fill(count: number, accepts: (page: number) => boolean): void {
    const { evidence, best } = this.#parts
    const { pages, pageCount } = evidence
    best.clear(count)
    for (let at = 0; at < pageCount; at++) {
      const page = pages[at] ?? 0
      if (accepts(page)) best.add(page, this.#score(page))
    }
  }

  /** Compares the best pages by nearness too, but for those that it cannot lift up to the limit. */
  #rankByNearness(limit: number): readonly ScoredPage[] {
    const { best, nearest, sections } = this.#parts
    const closeCount = this.#compareSections()
    nearest.clear(Math.min(limit, closeCount))
    for (let at = 0; at < closeCount; at++) {
      const page = best.pageAt(at)
      const score = best.scoreAt(at) + (this.#isStrict() ? 0 : sections.weigh(page))
      if (!nearest.accepts(score + this.#weighNearness(this.#boundNearness(page)))) continue
      nearest.add(page, score + this.#weighNearness(this.#measureNearness(page)))
    }
    return [...nearest.list(0, limit), ...best.list(CLOSE_PAGES_MAX, limit)]
  }

  /** Compares the sections of the best pages of a long query; returns how many pages these are. */
  #compareSections(): number {
    const { best, sections } = this.#parts
    const count = Math.min(best.count, CLOSE_PAGES_MAX)
    if (!this.#isStrict()) sections.compare(best, count, this.#framing)
    return count
  }

  /** One number in which a tie never outweighs a weight, and a weight never outweighs a class. */
  #score(page: number): number {
    const inClass = this.#isStrict() ? this.#weighPlaces(page) : this.#sumEvidence(page)
    return this.classify(page) * CLASS + inClass
  }

  #isStrict(): boolean {
    return this.#traits.words <= STRICT_WORDS_MAX
  }

  classify(page: number): number {
    const { inTitle, inSummary, held } = this.#parts.evidence
    const { mask, isName, words, phrase, content } = this.#traits
    const isInTitle = holdsAll(inTitle[page] ?? 0, mask)
    if (isInTitle) {
      const same = this.#parts.titles.compare(page, phrase, content)
      if (same > 0) return RANK.isTitle + same
    }
    if (isName) {
      const place = this.#findPlaceOfName(page)
      if (place > 0) return RANK.name + place
    }
    if (words === 1) return this.#placeWord(page)
    if (isInTitle) return RANK.allInTitle
    // Of two words, one in the title stands above both in the description.
    const mayBeSummary = !this.#isStrict() || ((inTitle[page] ?? 0) & mask) !== 0
    if (mayBeSummary && holdsAll(inSummary[page] ?? 0, mask)) return RANK.allInSummary
    if (this.#quotes.get(page)?.isNamed === true) return RANK.quoted
    if (!this.#isStrict()) return RANK.some
    return this.#placeWord(page) + (holdsAll(held[page] ?? 0, mask) ? RANK.both : 0)
  }

  /** The best place of any word, and whether the word stands there as typed. */
  #placeWord(page: number): number {
    const { inTitle, inSummary, titleExact, summaryExact, exact } = this.#parts.evidence
    const { mask } = this.#traits
    if (((inTitle[page] ?? 0) & mask) !== 0)
      return 2 * RANK.place + (((titleExact[page] ?? 0) & mask) === 0 ? 0 : 1)
    if (((inSummary[page] ?? 0) & mask) !== 0) {
      return RANK.place + (((summaryExact[page] ?? 0) & mask) === 0 ? 0 : 1)
    }
    return ((exact[page] ?? 0) & mask) === 0 ? 0 : 1
  }

  /** Where a name stands as a whole, with any signs between its words; 0 for nowhere. */
  #findPlaceOfName(page: number): number {
    const { file, evidence } = this.#parts
    const { phrase, mask } = this.#traits
    const { titleExact, summaryExact, exact } = evidence
    const isWhole = (masks: Int32Array) => ((masks[page] ?? 0) & WHOLE_BIT) !== 0
    const mayHold = (masks: Int32Array) => ((masks[page] ?? 0) & mask) === mask
    if (isWhole(titleExact)) return 3
    if (phrase !== undefined && mayHold(titleExact) && isInTitle(file, page, phrase)) return 3
    if (isWhole(summaryExact)) return 2
    if (phrase !== undefined && mayHold(summaryExact) && isInDescription(file, page, phrase))
      return 2
    return isWhole(exact) || this.#quotes.get(page)?.isAsTyped === true ? 1 : 0
  }

  /** Why a page stands where it stands, by the same steps that rank it. */
  explain(page: number): RankExplanation {
    this.#score(page)
    const { words } = this.#traits
    const all = this.#isStrict() ? 1 : this.#parts.evidence.weight || 1
    const { title, description, section, page: whole, quotation } = this.#last
    const nearness = words > 1 ? this.#weighNearness(this.#measureNearness(page)) : 0
    const term = this.#explainSection(page)
    const inText = { section: section / all + term, page: whole / all, quotation, nearness }
    return {
      reason: nameClass(this.classify(page), words),
      parts: { title: title / all, description: description / all, ...inText },
    }
  }

  /** What the section term adds where no filter leaves a page out. */
  #explainSection(page: number): number {
    if (this.#isStrict()) return 0
    // Framing words are added to the evidence each time.
    if (!this.#isCompared) {
      this.#fill(CLOSE_PAGES_MAX, () => true)
      this.#compareSections()
      this.#isCompared = true
    }
    return this.#parts.sections.isCompared(page) ? this.#parts.sections.weigh(page) : 0
  }

  /** Inside a class of a short query: weights of title and description, then ties. */
  #weighPlaces(page: number): number {
    const { title, description, bestScore, presence, weight } = this.#parts.evidence
    const last = this.#last
    const all = weight || 1
    const inTitle = (title[page] ?? 0) / all
    last.title = TITLE_WEIGHT * inTitle + EXACTNESS_WEIGHT * inTitle * this.#measureExactness(page)
    last.description = DESCRIPTION_WEIGHT * ((description[page] ?? 0) / all)
    last.section = (bestScore[page] ?? 0) / all
    last.page = (presence[page] ?? 0) / all
    last.quotation = this.#rankQuote(page)
    const body = ((bestScore[page] ?? 0) + (presence[page] ?? 0)) / all
    const tie = last.quotation + Math.min(BODY_TIE_MAX, body)
    return Math.ceil((last.title + last.description) * STEPS) * TIES + tie
  }

  /** Inside a class of a long query: evidence, summed over the words. */
  #sumEvidence(page: number): number {
    const { title, description, bestScore, presence, weight } = this.#parts.evidence
    const last = this.#last
    const exactness = 1 + EXACT_TITLE_SHARE * this.#measureExactness(page)
    last.title = IN_TITLE_WEIGHT * exactness * (title[page] ?? 0)
    last.description = IN_DESCRIPTION_WEIGHT * (description[page] ?? 0)
    last.section = bestScore[page] ?? 0
    last.page = presence[page] ?? 0
    last.quotation = QUOTE_WEIGHT * this.#rankQuote(page)
    const sum = last.title + last.description + last.section + last.page
    return sum / (weight || 1) + last.quotation
  }

  #measureExactness(page: number): number {
    const held = (this.#parts.evidence.inTitle[page] ?? 0) & this.#traits.mask
    return held === 0 ? 0 : this.#parts.titles.measureExactness(page, countBits(held))
  }

  #measureNearness(page: number): number {
    const { evidence, nearness } = this.#parts
    return nearness.measure(page, evidence.bestUnit[page] ?? 0)
  }

  #boundNearness(page: number): number {
    const { evidence, nearness } = this.#parts
    return nearness.bound(page, evidence.bestUnit[page] ?? 0)
  }

  /** In a short query nearness only breaks ties. */
  #weighNearness(nearness: number): number {
    const near = nearness / (this.#parts.evidence.weight || 1)
    return this.#isStrict() ? near : NEAR_WEIGHT * near
  }

  #rankQuote(page: number): number {
    const { file, evidence } = this.#parts
    const { phrase, mask } = this.#traits
    const quotes = this.#quotes
    // Most queries are quoted nowhere, and this is asked of every page.
    const rank = quotes.size === 0 ? 0 : (quotes.get(page)?.rank ?? 0)
    if (phrase === undefined || phrase.ranks.length < 2) return rank
    if (((evidence.inSummary[page] ?? 0) & mask) !== mask) return rank
    const isQuoted = isInTitle(file, page, phrase) || isInDescription(file, page, phrase)
    return isQuoted ? rank + SUMMARY_QUOTE_RANK : rank
  }
}

function findAllQuotes(
  { file, evidence, titles }: RankingParts,
  traits: QueryTraits,
): ReadonlyMap<number, Quote> {
  return findQuotes(file, evidence, traits, titles)
}

/** Whether all words are held, one by one or as one identifier (`e-mail`, `email`). */
function holdsAll(held: number, mask: number): boolean {
  return (held & mask) === mask || (held & WHOLE_BIT) !== 0
}
