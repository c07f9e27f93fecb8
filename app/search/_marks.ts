import { MARKS_MAX } from './_density.ts'
import { RARE } from './_layout.ts'
import type { KnownWord } from './_lookup.ts'
import { readRareTerm } from './_phrases.ts'
import type { SearchFile } from './_reader.ts'

/** Stands where only the term says which word it is. */
const MARK_BY_TERM = MARKS_MAX + 1

/**
 * Which word of a query each number of the stream stands for, 0 for none: a fixed 64 KB, and a byte
 * for each term where some are too rare for a number of their own.
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
    // A term in no stream has this number too, but never stands where it is asked for.
    this.#ranks[RARE] = this.#terms.length > 0 ? MARK_BY_TERM : 0
  }

  /** Tells each word of the query, counted from 1, that stands in a run of the stream. */
  forEach(from: number, to: number, visit: (mark: number, place: number) => void): void {
    const ranks = this.#ranks
    const { stream } = this.#file
    for (let place = from; place < to; place++) {
      const mark = ranks[stream[place] ?? RARE] ?? 0
      if (mark === 0) continue
      if (mark !== MARK_BY_TERM) visit(mark, place)
      else visit(this.#terms[readRareTerm(this.#file, place)] ?? 0, place)
    }
  }

  #mark(words: readonly KnownWord[], marked: boolean): void {
    const { termRank } = this.#file
    words.slice(0, MARKS_MAX).forEach(({ meanings }, word) => {
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
