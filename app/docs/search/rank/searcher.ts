import type { NormalQuery } from '../../../contract/query.ts'
import {
  hasLowPages,
  isHidden,
  isLow,
  type KnownWord,
  type SearchFile,
} from '../file/search_file.ts'
import { Marks } from '../match/marks.ts'
import { QueryReader, type QueryTraits, type ReadQuery } from '../match/query_reading.ts'
import { type AskedPage, Questions } from '../match/questions.ts'
import { addDecisiveSynonyms, findWordMatches, type WordMatch } from '../match/word_matches.ts'
import {
  CLAIMED_AMONG,
  isContested,
  keepFound,
  leaveOutAsked,
  putAskedFirst,
} from './_asked_pages.ts'
import { BestPages, type ScoredPage } from './_best_pages.ts'
import { findBestUnits } from './_best_units.ts'
import { Candidates } from './_candidates.ts'
import { Evidence, WHOLE_BIT } from './_evidence.ts'
import { Nearness } from './_nearness.ts'
import { type Quote, TitleWords } from './_quotes.ts'
import { countCompared, Ranking, type RankingParts } from './_ranking.ts'
import { SectionTerm } from './_section_term.ts'
import { areFew, findTogether } from './_togetherness.ts'
import { createPageWeights, type PageWeights, QUESTION_SHARE_MIN } from './_weights.ts'
import { measureCloseness, type RankExplanation, STRICT_WORDS_MAX } from './rank_classes.ts'

/** `units` are those that say most of what was asked, best first. */
type FoundPage = ScoredPage & {
  readonly units: readonly number[]
  /** Of the first page: the words that one of its sections holds, as a mask. */
  readonly together: number
}

/** The best pages for a query, and what the index knows of its words. */
type SearchResult = ReadQuery['found'] & {
  readonly pages: readonly (FoundPage & { readonly closeness: number })[]
  /** The query as typed; absent if a word occurs on no page. */
  readonly phrase: QueryTraits['phrase']
  /** Whether no section of the best page holds enough of the query. */
  readonly isWeak: boolean
  /** The content words, as typed, that the best of its sections lacks; none if it holds enough. */
  readonly apart: readonly string[]
}

/** What a query is about, and why pages stand where they stand. */
export type SearchExplanation = {
  readonly framing: readonly string[]
  /** The content words, how many pages hold each, and how much it counts. */
  readonly words: readonly {
    readonly word: string
    readonly pages: number
    readonly weight: number
  }[]
  /** How each page came to its place; without a reason, it holds no content word. */
  readonly pages: readonly (Partial<RankExplanation> & {
    readonly page: number
    readonly words: readonly { readonly word: string; readonly matches: readonly WordMatch[] }[]
  })[]
}

/** Whether a search may find a page. */
type Accepts = (page: number) => boolean

/** Up to so many postings, all pages are scored: choosing some would cost more. */
const EXHAUSTIVE_POSTINGS_MOST = 4096

const TOGETHER = { isWeak: false, apart: [] }

const NO_QUOTES: ReadonlyMap<number, Quote> = new Map()

/** So many times the pages to compare are scored first, for the score that others must reach. */
const LIKELIEST_TIMES = 4

/** Matches queries against an opened file, and ranks the pages. */
export class Searcher {
  /** The words of the last query in the stream. */
  readonly marks: Marks
  readonly #file: SearchFile
  readonly #queries: QueryReader
  readonly #questions: Questions
  readonly #pageWeights: PageWeights
  readonly #parts: RankingParts & { readonly candidates: Candidates }
  readonly #exhaustiveMost: number

  constructor(file: SearchFile, exhaustiveMost = EXHAUSTIVE_POSTINGS_MOST) {
    const pageWeights = createPageWeights(file)
    const evidence = new Evidence(file, pageWeights)
    this.marks = new Marks(file)
    this.#file = file
    this.#exhaustiveMost = exhaustiveMost
    this.#queries = new QueryReader(file)
    this.#questions = new Questions(file, pageWeights.weigh)
    this.#pageWeights = pageWeights
    this.#parts = {
      file,
      evidence,
      candidates: new Candidates(file, pageWeights),
      titles: new TitleWords(file, this.#queries.framing),
      nearness: new Nearness(file, evidence, this.marks),
      sections: new SectionTerm(file, evidence),
      best: new BestPages(),
      nearest: new BestPages(),
    }
  }

  /** The best accepted pages; one that the query names comes first. */
  search(query: NormalQuery, limit: number, accepts: Accepts, named?: number): SearchResult {
    const file = this.#file
    const read = this.#read(query)
    const { found, traits } = read
    const first = named ?? read.named
    const isFirst = first !== undefined && accepts(first) && !isHidden(file, first)
    const { matching, asked } = this.#findWithAsked(read, limit, accepts, !isFirst)
    const pages = isFirst
      ? putFirst(matching, first, limit)
      : putAskedFirst(asked, matching).slice(0, limit)
    const closeness = measureCloseness(pages, found.words.length, (page) => isLow(file, page))
    const corrected = addDecisiveSynonyms(file, matching[0]?.page, found)
    return {
      ...found,
      ...leaveOutAsked(read, asked, corrected),
      pages: pages.map((page, at) => ({ ...page, closeness: closeness[at] ?? 0 })),
      phrase: traits?.phrase,
      ...(isFirst || asked.length > 0 ? TOGETHER : this.#judge(read, matching[0])),
    }
  }

  #judge(read: ReadQuery, best: FoundPage | undefined): Pick<SearchResult, 'isWeak' | 'apart'> {
    const { words, unmatched } = read.found
    if (best === undefined) return TOGETHER
    const { together } = best
    const missing = unmatched.length
    const asked = { words: words.length + missing, missing, rarest: this.#pageWeights.weigh(0) }
    if (!areFew(this.#parts.evidence, together, asked)) return TOGETHER
    const apart = words.filter((_, at) => (together & (1 << at)) === 0)
    return { isWeak: true, apart: read.nameAsTyped(apart) }
  }

  /** Why pages stand where `search` puts them. */
  explain(query: NormalQuery, pages: readonly number[]): SearchExplanation {
    const read = this.#read(query)
    const { found, framing, named, traits } = read
    const all = this.#findWithAsked(read, CLAIMED_AMONG, () => true, named === undefined)
    const asked = new Set(all.asked.map(({ page }) => page))
    const ranking = traits === undefined ? undefined : this.#rank(read, traits)
    const { evidence } = this.#parts
    const { words, corrected } = found
    return {
      framing: [...framing],
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
        ...(asked.has(page) ? { reason: 'question_asks_it' } : {}),
        ...(page === named ? { reason: 'query_names_it' } : {}),
      })),
    }
  }

  /** Pages by their texts, and those that come first by a question: of several, those found. */
  #findWithAsked(
    read: ReadQuery,
    limit: number,
    accepts: Accepts,
    isOpen: boolean,
  ): { readonly matching: readonly FoundPage[]; readonly asked: readonly AskedPage[] } {
    const { traits, content } = read
    const claims = isOpen ? this.#questions.find(content, QUESTION_SHARE_MIN, accepts) : []
    const most = claims.length === 0 ? limit : Math.max(limit, CLAIMED_AMONG)
    const matching = traits === undefined ? [] : this.#findAmongAll(read, traits, most, accepts)
    const asked = isContested(claims, matching[0]) ? keepFound(claims, matching) : claims
    return { matching, asked }
  }

  #read(query: NormalQuery): ReadQuery {
    const read = this.#queries.read(query)
    this.#parts.titles.set(read.sequence, read.framing)
    this.#parts.nearness.set(read.found.words)
    return read
  }

  /** Low pages follow all others, so they are searched only for the places that those leave. */
  #findAmongAll(
    read: ReadQuery,
    traits: QueryTraits,
    limit: number,
    accepts: Accepts,
  ): readonly FoundPage[] {
    const file = this.#file
    if (!hasLowPages(file)) return this.#findPages(read, traits, limit, accepts)
    const isWanted = (low: boolean) => (page: number) => isLow(file, page) === low && accepts(page)
    const found = this.#findPages(read, traits, limit, isWanted(false))
    const left = limit - found.length
    if (left === 0) return found
    return [...found, ...this.#findPages(read, traits, left, isWanted(true))]
  }

  #findPages(
    read: ReadQuery,
    traits: QueryTraits,
    limit: number,
    accepts: Accepts,
  ): readonly FoundPage[] {
    const pages = this.#prepare(read, traits, limit, accepts).rank(limit, accepts)
    const { evidence } = this.#parts
    return pages.map((found, at) => ({
      ...found,
      units: findBestUnits(this.#file, evidence.unitScore, found.page),
      together: at === 0 ? findTogether(this.#file, evidence, found.page) : 0,
    }))
  }

  /** Ranks the pages that can be among the best; in a small corpus, all that hold a word. */
  #prepare(read: ReadQuery, traits: QueryTraits, limit: number, accepts: Accepts): Ranking {
    const { found, whole } = read
    const { candidates, best } = this.#parts
    const { words } = traits
    const isSmall = countPostings(this.#file, found.words) < this.#exhaustiveMost
    if (isSmall) return this.#rank(read, traits)
    const compared = countCompared(limit, words)
    candidates.clear()
    const holders = found.words.map((word) => candidates.add(word))
    if (whole !== undefined) candidates.addWhole(whole)
    if (words <= STRICT_WORDS_MAX) {
      const areEnough = candidates.chooseByPlace(found.words, compared, accepts)
      return this.#rank(read, traits, areEnough ? holders : undefined)
    }
    candidates.chooseLikeliest(best, LIKELIEST_TIMES * compared, accepts)
    this.#gather(read, holders, false)
    // Units are read for quotations in the order of all pages, so these few would have too many.
    const least = new Ranking(this.#parts, traits, read.framing, NO_QUOTES).findLeast(
      compared,
      accepts,
    )
    candidates.chooseAbove(least, words, this.#parts.evidence.weight)
    return this.#rank(read, traits, holders)
  }

  #rank(read: ReadQuery, traits: QueryTraits, holders?: readonly number[]): Ranking {
    this.#gather(read, holders)
    return new Ranking(this.#parts, traits, read.framing)
  }

  /** Gathers what pages hold of a query: all pages, or the candidates of so many holders a word. */
  #gather(
    { found, whole }: ReadQuery,
    holders: readonly number[] | undefined,
    compares = found.words.length > STRICT_WORDS_MAX,
  ): void {
    const { evidence, candidates } = this.#parts
    evidence.clear(compares)
    const some = (count = 0) =>
      holders === undefined ? undefined : { wanted: candidates, holders: count }
    for (const [at, word] of found.words.entries()) evidence.add(word, 1 << at, some(holders?.[at]))
    if (whole !== undefined) evidence.add(whole, WHOLE_BIT, some())
  }
}

function countPostings({ postingAt }: SearchFile, words: readonly KnownWord[]): number {
  let count = 0
  for (const { meanings } of words) {
    for (const { from, to } of meanings) count += (postingAt[to] ?? 0) - (postingAt[from] ?? 0)
  }
  return count
}

/** Puts a page that the query names before the pages that match it. */
function putFirst(pages: readonly FoundPage[], first: number, limit: number): readonly FoundPage[] {
  const known = pages.find(({ page }) => page === first)
  const named = known ?? { page: first, score: 0, units: [], together: 0 }
  return [named, ...pages.filter(({ page }) => page !== first)].slice(0, limit)
}
