import { type KnownWord, knownWholes, knownWords } from './_lookup.ts'
import { phraseOf } from './_phrases.ts'
import { parseQuery } from './_query.ts'
import { type Demand, Ranking, type Scored } from './_ranking.ts'
import type { SearchFile } from './_reader.ts'
import { Tally } from './_tally.ts'
import { tellingOf } from './_telling.ts'

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
    const telling = tellingOf(words)
    for (const word of words) tally.add(word, telling.has(word) ? tally.telling : tally.others)
    const identifier = query.sequence.join('')
    for (const whole of knownWholes(file, query)) {
      tally.add(whole, query.tight && whole.text === identifier ? tally.whole : undefined)
    }
    const ranking = new Ranking(file, tally, {
      words: words.length,
      telling: telling.size,
      phrase: phraseOf(file, query),
      identifier: identifierOf(query.tight, text),
    })
    return { pages: ranking.best(limit, accepts), words }
  }
}

function identifierOf(tight: boolean, text: string): Demand['identifier'] {
  if (!tight) return undefined
  return text.includes('-') ? 'compound' : 'name'
}
