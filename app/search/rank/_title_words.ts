import type { Framing } from '../analysis/framing_words.ts'
import { RARE } from '../file/layout.ts'
import type { SearchFile } from '../file/search_file.ts'
import { isTitle, type Phrase, readRareTerm } from '../match/phrases.ts'

/** Compares titles and headings with a query, without their framing words. */
export class TitleWords {
  readonly #file: SearchFile
  /** Which ranks in the stream are framing words of the language, and of the query. */
  readonly #framing = new Uint8Array(RARE + 1)
  readonly #asked = new Uint8Array(RARE + 1)
  #marked: number[] = []
  #queryWords = 0

  constructor(file: SearchFile, framing: Framing) {
    this.#file = file
    for (const word of framing.always) this.#framing[this.#rankOf(word)] = 1
    this.#framing[RARE] = 0
  }

  /** Sets the query: its words in order, and those of them that only frame it. */
  set(sequence: readonly string[], framingTexts: ReadonlySet<string>): void {
    for (const rank of this.#marked) this.#asked[rank] = 0
    this.#marked = []
    this.#queryWords = sequence.length
    for (const text of framingTexts) {
      const rank = this.#rankOf(text)
      if (rank === RARE) continue
      this.#asked[rank] = 1
      this.#marked.push(rank)
    }
  }

  /** 2 if the title is the query as typed, 1 if their content words are the same in order. */
  compare(page: number, phrase: Phrase | undefined, content: Phrase | undefined): 0 | 1 | 2 {
    const file = this.#file
    if (phrase !== undefined && isTitle(file, page, phrase)) return 2
    if (content === undefined) return 0
    const start = file.streamAt[page] ?? 0
    const end = start + (file.titleWords[page] ?? 0)
    let word = 0
    for (let at = start; at < end; at++) {
      const rank = file.stream[at] ?? RARE
      const isNext =
        rank === content.ranks[word] &&
        (rank !== RARE || readRareTerm(file, at) === content.terms[word])
      if (isNext) word += 1
      else if (this.#framing[rank] === 0) return 0
    }
    return word === content.ranks.length ? 1 : 0
  }

  /** How many words of a range of the stream are content words. */
  countContent(from: number, to: number): number {
    let count = 0
    for (let at = from; at < to; at++) {
      if (this.#framing[this.#file.stream[at] ?? RARE] === 0) count += 1
    }
    return count
  }

  /** How much of a title and of the query are the same words; `held` are content words. */
  measureExactness(page: number, held: number): number {
    const { streamAt, titleWords, stream } = this.#file
    const words = titleWords[page] ?? 0
    const longer = Math.max(words, this.#queryWords)
    if (longer === 0) return 0
    const start = streamAt[page] ?? 0
    let framing = 0
    if (this.#marked.length > 0) {
      for (let at = start; at < start + words; at++) framing += this.#asked[stream[at] ?? RARE] ?? 0
    }
    return Math.min(1, (held + framing) / longer)
  }

  #rankOf(word: string): number {
    const term = this.#file.terms.find(word)
    return term === -1 ? RARE : (this.#file.termRank[term] ?? RARE)
  }
}
