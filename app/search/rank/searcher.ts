import { createFraming, type Framing, selectContent } from '../analysis/framing_words.ts'
import { parseQuery } from '../analysis/query.ts'
import { listUnmatched } from '../analysis/unmatched.ts'
import type { SearchFile } from '../file/search_file.ts'
import { type KnownWord, type Lookup, lookUpIdentifiers, lookUpWords } from '../match/lookup.ts'
import type { Marks } from '../match/marks.ts'
import { findPhrase, type Phrase } from '../match/phrases.ts'
import type { QueryTraits } from '../match/query_traits.ts'
import { findWordMatches } from '../match/word_matches.ts'
import { BestPages, type ScoredPage } from './_best_pages.ts'
import { Candidates } from './_candidates.ts'
import { Evidence, MASKED_WORDS_MAX, WHOLE_BIT } from './_evidence.ts'
import { Nearness } from './_nearness.ts'
import { createPageWeights } from './_page_weights.ts'
import type { Quote } from './_quotes.ts'
import { countCompared, Ranking, type RankingParts } from './_ranking.ts'
import { TitleWords } from './_title_words.ts'
import type { SearchExplanation } from './explanation.ts'
import { STRICT_WORDS_MAX } from './rank_classes.ts'

/** A page, and what of it to show. */
type FoundPage = ScoredPage & BestUnits

/** The best unit below a heading, unless the lead says far more, and the best one of the lead. */
export type BestUnits = {
  readonly unit: number | undefined
  readonly lead: number | undefined
}

/** The best pages for a query, and what the index knows of its words. */
export type SearchResult = Lookup & {
  readonly pages: readonly FoundPage[]
  readonly phrase: Phrase | undefined
}

/** A query with what the index knows of it; without traits, it knows no word of it. */
type ReadQuery = {
  readonly found: Lookup
  readonly framing: readonly string[]
  readonly phrase: Phrase | undefined
  /** The query as one identifier. */
  readonly whole: KnownWord | undefined
  readonly traits?: QueryTraits
}

/** Up to so many postings, all pages are scored: choosing some would cost more. */
export const EXHAUSTIVE_POSTINGS_MOST = 4096

const NO_QUOTES: ReadonlyMap<number, Quote> = new Map()

/** So many times the pages to compare are scored first, for the score that others must reach. */
const LIKELIEST_TIMES = 4

/** A section that scores less than this share of the lead would be misleading. */
const LEAD_SHARE = 0.25

/** Matches queries against an opened file. */
export class Searcher {
  readonly #file: SearchFile
  readonly #framing: Framing
  readonly #parts: RankingParts & { readonly candidates: Candidates }
  readonly #exhaustiveMost: number

  constructor(file: SearchFile, marks: Marks, exhaustiveMost: number) {
    const pageWeights = createPageWeights(file)
    const evidence = new Evidence(file, pageWeights)
    this.#file = file
    this.#exhaustiveMost = exhaustiveMost
    this.#framing = createFraming(file.language)
    this.#parts = {
      file,
      evidence,
      candidates: new Candidates(file, pageWeights),
      titles: new TitleWords(file, this.#framing),
      nearness: new Nearness(file, evidence, marks),
      best: new BestPages(),
      nearest: new BestPages(),
    }
  }

  search(text: string, limit: number, accepts: (page: number) => boolean): SearchResult {
    const read = this.#read(text)
    const { found, phrase } = read
    const ranking = this.#prepare(read, limit, accepts)
    if (ranking === undefined) return { ...found, pages: [], phrase: undefined }
    const pages = ranking.rank(limit, accepts).map(({ page, score }) => ({
      page,
      score,
      ...this.#findUnits(page),
    }))
    return { ...found, pages, phrase }
  }

  /** Why pages stand where `search` puts them. */
  explain(text: string, pages: readonly number[]): SearchExplanation {
    const read = this.#read(text)
    const { found, framing } = read
    const ranking = read.traits === undefined ? undefined : this.#rank(read, read.traits)
    const { evidence } = this.#parts
    const { words, corrected } = found
    return {
      framing,
      words: words.map(({ text: word }, at) => {
        const holders = evidence.pages.subarray(0, evidence.pageCount)
        const bit = 1 << at
        const holding = holders.filter((page) => ((evidence.held[page] ?? 0) & bit) !== 0)
        return { word, pages: holding.length, weight: evidence.weights[at] ?? 0 }
      }),
      pages: pages.map((page) => ({
        page,
        words: words.map((word) => ({
          word: word.text,
          matches: findWordMatches(this.#file, page, word, corrected),
        })),
        ...(ranking === undefined || (evidence.held[page] ?? 0) === 0 ? {} : ranking.explain(page)),
      })),
    }
  }

  /** Looks up the words of a query, and gathers what the pages hold of them. */
  #read(text: string): ReadQuery {
    const file = this.#file
    const query = parseQuery(text)
    const content = selectContent(query, this.#framing)
    const known = lookUpWords(file, { ...query, words: content.words })
    const words = known.words.slice(0, MASKED_WORDS_MAX)
    const unmatched = listUnmatched(text, query, content.words, known.unmatched)
    const read = { found: { ...known, words, unmatched }, framing: [...content.framing] }
    if (words.length === 0) return { ...read, phrase: undefined, whole: undefined }
    const name = query.sequence.join('')
    const identifiers = query.tight ? lookUpIdentifiers(file, query) : []
    const whole = identifiers.find((each) => each.text === name)
    const phrase = findPhrase(file, query.sequence)
    this.#parts.titles.set(query.sequence, content.framing)
    this.#parts.nearness.set(words)
    const traits = {
      words: words.length,
      mask: 2 ** words.length - 1,
      phrase,
      content: content.sequence === query.sequence ? phrase : findPhrase(file, content.sequence),
      isName: query.tight && !text.includes('-'),
      isTight: query.tight,
    }
    return { ...read, phrase, whole, traits }
  }

  /** Ranks the pages that can be among the best; in a small corpus, all that hold a word. */
  #prepare(
    read: ReadQuery,
    limit: number,
    accepts: (page: number) => boolean,
  ): Ranking | undefined {
    const { found, traits, whole } = read
    if (traits === undefined) return undefined
    if (countPostings(this.#file, found.words) < this.#exhaustiveMost)
      return this.#rank(read, traits)
    const { candidates, best } = this.#parts
    const { words } = traits
    const compared = countCompared(limit, words)
    candidates.clear()
    const holders = found.words.map((word) => candidates.add(word))
    if (whole !== undefined) candidates.addWhole(whole)
    if (words <= STRICT_WORDS_MAX) {
      const areEnough = candidates.chooseByPlace(found.words, compared, accepts)
      return this.#rank(read, traits, areEnough ? holders : undefined)
    }
    candidates.chooseLikeliest(best, LIKELIEST_TIMES * compared, accepts)
    this.#gather(read, holders)
    // Units are read for quotations in the order of all pages, so these few would have too many.
    const least = new Ranking(this.#parts, traits, NO_QUOTES).findLeast(compared, accepts)
    candidates.chooseAbove(least, words, this.#parts.evidence.weight)
    return this.#rank(read, traits, holders)
  }

  #rank(read: ReadQuery, traits: QueryTraits, holders?: readonly number[]): Ranking {
    this.#gather(read, holders)
    return new Ranking(this.#parts, traits)
  }

  /** Gathers what pages hold of a query: all pages, or the candidates of so many holders a word. */
  #gather({ found, whole }: ReadQuery, holders: readonly number[] | undefined): void {
    const { evidence, candidates } = this.#parts
    evidence.clear()
    const some = (count = 0) =>
      holders === undefined ? undefined : { wanted: candidates, holders: count }
    for (const [at, word] of found.words.entries()) evidence.add(word, 1 << at, some(holders?.[at]))
    if (whole !== undefined) evidence.add(whole, WHOLE_BIT, some())
  }

  #findUnits(page: number): BestUnits {
    const { unitAt, unitWord, sectionAt, sectionWord } = this.#file
    const { unitScore } = this.#parts.evidence
    const section = sectionAt[page] ?? 0
    const hasSections = section < (sectionAt[page + 1] ?? 0)
    const firstWord = hasSections ? (sectionWord[section] ?? 0) : Number.POSITIVE_INFINITY
    let [lead, leadScore]: [number | undefined, number] = [undefined, 0]
    let [best, score]: [number | undefined, number] = [undefined, 0]
    const end = unitAt[page + 1] ?? 0
    for (let unit = unitAt[page] ?? 0; unit < end; unit++) {
      const each = unitScore[unit] ?? 0
      if ((unitWord[unit] ?? 0) < firstWord) {
        if (each > leadScore) [lead, leadScore] = [unit, each]
      } else if (each > score) [best, score] = [unit, each]
    }
    return { unit: score < leadScore * LEAD_SHARE ? undefined : best, lead }
  }
}

function countPostings({ postingAt }: SearchFile, words: readonly KnownWord[]): number {
  let count = 0
  for (const { meanings } of words) {
    for (const { from, to } of meanings) count += (postingAt[to] ?? 0) - (postingAt[from] ?? 0)
  }
  return count
}
