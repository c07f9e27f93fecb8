import { type KnownWord, knownWholes, knownWords } from './_lookup.ts'
import { phraseOf } from './_phrases.ts'
import { parseQuery } from './_query.ts'
import { demandedOf, Ranking, type Scored } from './_ranking.ts'
import type { SearchFile } from './_reader.ts'
import { Tally } from './_tally.ts'

/** What an identifier that is held whole weighs, beside a word. */
const WHOLE_TIMES = 1

export type Found = {
  readonly pages: readonly Scored[]
  readonly words: readonly KnownWord[]
}

/** Matches queries against one opened file. */
export class Searcher {
  readonly #file: SearchFile
  readonly #tally: Tally

  constructor(file: SearchFile) {
    this.#file = file
    this.#tally = new Tally(file)
  }

  search(text: string, limit: number, accepts: (page: number) => boolean): Found {
    const file = this.#file
    const query = parseQuery(text)
    const words = knownWords(file, query)
    if (words.length === 0) return { pages: [], words }
    const tally = this.#tally
    tally.clear()
    const demanded = demandedOf(file, words)
    for (const word of words) tally.add(word, demanded.has(word))
    for (const whole of knownWholes(file, query)) tally.add(whole, false, WHOLE_TIMES)
    const ranking = new Ranking(file, tally, demanded.size, phraseOf(file, query))
    return { pages: ranking.best(limit, accepts), words }
  }
}
