import { BestPages, type ScoredPage } from './_best_pages.ts'
import { Evidence, MASKED_WORDS_MAX, WHOLE_BIT } from './_evidence.ts'
import type { SearchExplanation } from './_explanation.ts'
import { createFraming, type Framing, selectContent } from './_framing_words.ts'
import { type Lookup, lookUpIdentifiers, lookUpWords } from './_lookup.ts'
import type { Marks } from './_marks.ts'
import { Nearness } from './_nearness.ts'
import { findPhrase, type Phrase } from './_phrases.ts'
import { parseQuery } from './_query.ts'
import { Ranking, type RankingParts } from './_ranking.ts'
import type { SearchFile } from './_search_file.ts'
import { TitleWords } from './_title_words.ts'
import { listUnmatched } from './_unmatched.ts'
import { findWordMatches } from './_word_matches.ts'

/** A page, and the unit of it to show; absent if only its lead or its title match. */
type FoundPage = ScoredPage & { readonly unit: number | undefined }

/** The best pages for a query, and what the index knows of its words. */
export type SearchResult = Lookup & {
  readonly pages: readonly FoundPage[]
  readonly phrase: Phrase | undefined
}

/** A query with what the index knows of it; without a ranking, it knows no word of it. */
type ReadQuery = {
  readonly found: Lookup
  readonly framing: readonly string[]
  readonly phrase: Phrase | undefined
  readonly ranking: Ranking | undefined
}

/** A section that scores less than this share of the lead would be misleading. */
const LEAD_SHARE = 0.25

/** Matches queries against an opened file. */
export class Searcher {
  readonly #file: SearchFile
  readonly #framing: Framing
  readonly #parts: RankingParts

  constructor(file: SearchFile, marks: Marks) {
    const evidence = new Evidence(file)
    this.#file = file
    this.#framing = createFraming(file.language)
    this.#parts = {
      file,
      evidence,
      titles: new TitleWords(file, this.#framing),
      nearness: new Nearness(file, evidence, marks),
      best: new BestPages(),
      nearest: new BestPages(),
    }
  }

  search(text: string, limit: number, accepts: (page: number) => boolean): SearchResult {
    const { found, phrase, ranking } = this.#read(text)
    if (ranking === undefined) return { ...found, pages: [], phrase: undefined }
    const pages = ranking.rank(limit, accepts).map(({ page, score }) => ({
      page,
      score,
      unit: this.#findUnit(page),
    }))
    return { ...found, pages, phrase }
  }

  /** Why pages stand where `search` puts them. */
  explain(text: string, pages: readonly number[]): SearchExplanation {
    const { found, framing, ranking } = this.#read(text)
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
    const { evidence, titles, nearness } = this.#parts
    evidence.clear()
    if (words.length === 0) return { ...read, phrase: undefined, ranking: undefined }
    for (const [at, word] of words.entries()) evidence.add(word, 1 << at)
    if (query.tight) {
      const name = query.sequence.join('')
      const whole = lookUpIdentifiers(file, query).find((each) => each.text === name)
      if (whole !== undefined) evidence.add(whole, WHOLE_BIT)
    }
    titles.set(query.sequence, content.framing)
    nearness.set(words)
    const phrase = findPhrase(file, query.sequence)
    const ranking = new Ranking(this.#parts, {
      words: words.length,
      mask: 2 ** words.length - 1,
      phrase,
      content: content.sequence === query.sequence ? phrase : findPhrase(file, content.sequence),
      isName: query.tight && !text.includes('-'),
      isTight: query.tight,
    })
    return { ...read, phrase, ranking }
  }

  /** The best unit below a heading, unless the lead of the page says far more. */
  #findUnit(page: number): number | undefined {
    const { unitAt, unitWord, sectionAt, sectionWord } = this.#file
    const { unitScore } = this.#parts.evidence
    const section = sectionAt[page] ?? 0
    if (section === sectionAt[page + 1]) return undefined
    const firstWord = sectionWord[section] ?? 0
    let lead = 0
    let score = 0
    let best: number | undefined
    const end = unitAt[page + 1] ?? 0
    for (let unit = unitAt[page] ?? 0; unit < end; unit++) {
      const each = unitScore[unit] ?? 0
      if ((unitWord[unit] ?? 0) < firstWord) lead = Math.max(lead, each)
      else if (each > score) {
        score = each
        best = unit
      }
    }
    return score < lead * LEAD_SHARE ? undefined : best
  }
}
