import { selectContentWords } from './_function_words.ts'
import { type KnownWord, lookUpIdentifiers, lookUpWords } from './_lookup.ts'
import { PageScores } from './_page_scores.ts'
import { findPhrase } from './_phrases.ts'
import { parseQuery } from './_query.ts'
import { type QueryTraits, Ranking, type ScoredPage } from './_ranking.ts'
import type { SearchFile } from './_search_file.ts'

export type SearchResult = {
  readonly pages: readonly ScoredPage[]
  readonly words: readonly KnownWord[]
}

/** Matches queries against an opened file. */
export class Searcher {
  readonly #file: SearchFile
  readonly #scores: PageScores

  constructor(file: SearchFile) {
    this.#file = file
    this.#scores = new PageScores(file)
  }

  search(text: string, limit: number, accepts: (page: number) => boolean): SearchResult {
    const file = this.#file
    const query = parseQuery(text)
    const words = lookUpWords(file, query)
    if (words.length === 0) return { pages: [], words }
    const scores = this.#scores
    scores.clear()
    const content = selectContentWords(words)
    for (const word of words) scores.add(word, content.has(word) ? scores.content : scores.others)
    const identifier = query.sequence.join('')
    for (const whole of lookUpIdentifiers(file, query)) {
      scores.add(whole, query.tight && whole.text === identifier ? scores.whole : undefined)
    }
    const ranking = new Ranking(file, scores, {
      words: words.length,
      contentWords: content.size,
      phrase: findPhrase(file, query),
      identifier: classifyIdentifier(query.tight, text),
    })
    return { pages: ranking.rank(limit, accepts), words }
  }
}

function classifyIdentifier(tight: boolean, text: string): QueryTraits['identifier'] {
  if (!tight) return undefined
  return text.includes('-') ? 'compound' : 'name'
}
