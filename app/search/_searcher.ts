import { selectTellingWords } from './_function_words.ts'
import { type KnownWord, lookUpIdentifiers, lookUpWords } from './_lookup.ts'
import { PageScores } from './_page_scores.ts'
import { findPhrase } from './_phrases.ts'
import { parseQuery } from './_query.ts'
import { type QueryTraits, Ranking, type ScoredPage } from './_ranking.ts'
import type { SearchFile } from './_reader.ts'

export type SearchResult = {
  readonly pages: readonly ScoredPage[]
  readonly words: readonly KnownWord[]
}

/** Matches queries against one opened file. */
export class Searcher {
  readonly #file: SearchFile
  readonly #tally: PageScores

  constructor(file: SearchFile) {
    this.#file = file
    this.#tally = new PageScores(file)
  }

  search(text: string, limit: number, accepts: (page: number) => boolean): SearchResult {
    const file = this.#file
    const query = parseQuery(text)
    const words = lookUpWords(file, query)
    if (words.length === 0) return { pages: [], words }
    const tally = this.#tally
    tally.clear()
    const telling = selectTellingWords(words)
    for (const word of words) tally.add(word, telling.has(word) ? tally.telling : tally.others)
    const identifier = query.sequence.join('')
    for (const whole of lookUpIdentifiers(file, query)) {
      tally.add(whole, query.tight && whole.text === identifier ? tally.whole : undefined)
    }
    const ranking = new Ranking(file, tally, {
      words: words.length,
      telling: telling.size,
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
