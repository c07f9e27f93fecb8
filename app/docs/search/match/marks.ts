import { type KnownWord, RARE, type SearchFile } from '../file/search_file.ts'
import { readRareTerm } from './phrases.ts'

/** Shared by rare terms: the word has to be looked up by its term. */
const MARK_BY_TERM = 0xff

/**
 * Maps each rank in the stream to a word of the query, or to 0 for none. Takes a fixed 64 KB, plus
 * one byte per term in an index with terms that are too rare for a rank of their own.
 */
export class Marks {
  readonly #file: SearchFile
  readonly #ranks = new Uint8Array(RARE + 1)
  readonly #terms: Uint8Array
  #marked: readonly KnownWord[] = []

  constructor(file: SearchFile) {
    this.#file = file
    this.#terms = new Uint8Array(file.rareAt.length === 0 ? 0 : file.terms.count)
  }

  set(words: readonly KnownWord[]): void {
    if (words === this.#marked) return
    this.#mark(this.#marked, false)
    this.#mark(words, true)
    this.#marked = words
    // Terms that occur in no stream share this rank, but never occur at a place that is looked up.
    this.#ranks[RARE] = this.#terms.length > 0 ? MARK_BY_TERM : 0
  }

  /** Visits the words of the query, numbered from 1, in a range of the stream. */
  forEach(from: number, to: number, visit: (mark: number, place: number) => void): void {
    const ranks = this.#ranks
    const { stream } = this.#file
    // A damaged file may name an end far behind the stream.
    const end = Math.min(to, stream.length)
    for (let place = from; place < end; place++) {
      const mark = ranks[stream[place] ?? RARE] ?? 0
      if (mark === 0) continue
      if (mark !== MARK_BY_TERM) visit(mark, place)
      else visit(this.#terms[readRareTerm(this.#file, place)] ?? 0, place)
    }
  }

  #mark(words: readonly KnownWord[], marked: boolean): void {
    const { termRank } = this.#file
    words.forEach(({ meanings }, word) => {
      for (const { from, to } of meanings) {
        for (let term = from; term < to; term++) {
          const rank = termRank[term] ?? RARE
          if (rank !== RARE) this.#ranks[rank] = marked ? word + 1 : 0
          else this.#terms[term] = marked ? word + 1 : 0
        }
      }
    })
  }
}
