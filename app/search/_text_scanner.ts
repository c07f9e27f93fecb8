import { unpackBlock } from './_blocks.ts'
import { BODY_MASK } from './_layout.ts'
import type { KnownWord, Meaning } from './_lookup.ts'
import { findLastUpTo } from './_phrases.ts'
import type { SearchFile } from './_reader.ts'
import { scanWords } from './_words.ts'

/** Characters that are unpacked and scanned for one query, over all its hits. */
const CHARACTERS_MAX = 100_000

/** To scan what is no ASCII costs so many times as much for each byte that it has more. */
const FOREIGN_TIMES = 8

/** Terms that are looked up in the postings to learn whether a scan is worth it. */
const TERMS_MAX = 4096

/** Told of each word that was heard, and of its place in the body. */
type OnWord = (mark: number, place: number) => void

/**
 * Hears in the text of a page what its stream does not hold: parts of camelCase words, identifiers
 * without their signs. Costs as much as to index the page, so it is the last resort, and only for
 * pages whose postings say that there is something to hear.
 */
export class TextScanner {
  readonly #file: SearchFile
  readonly #words: readonly KnownWord[]
  #marks: ReadonlyMap<string, number> | undefined
  #left = CHARACTERS_MAX

  constructor(file: SearchFile, words: readonly KnownWord[]) {
    this.#file = file
    this.#words = words
  }

  /** Scans the body of a page from a word on. */
  scan(page: number, from: number, heard: OnWord): void {
    const { blockAt, blockWord } = this.#file
    if (!this.#isWorthIt(page)) return
    const first = blockAt[page] ?? 0
    const end = blockAt[page + 1] ?? first
    const start = Math.max(first, findLastUpTo(blockWord, first, end, from))
    for (let block = start; block < end && this.#left > 0; block++) {
      this.#scanBlock(block, heard)
    }
  }

  #scanBlock(block: number, heard: OnWord): void {
    const text = unpackBlock(this.#file, block)
    this.#left -= text.length + FOREIGN_TIMES * (Buffer.byteLength(text) - text.length)
    let place = (this.#file.blockWord[block] ?? 0) - 1
    const hear = (told: string) => {
      const mark = this.#markOf(told)
      if (mark > 0) heard(mark, place)
    }
    scanWords(text, {
      word: (word) => {
        place += 1
        hear(word)
      },
      hump: hear,
      whole: hear,
      pair: hear,
    })
  }

  #markOf(text: string): number {
    this.#marks ??= this.#marksByText()
    const mark = this.#marks.get(text)
    if (mark !== undefined) return mark
    return this.#words.findIndex((word) => isPrefix(word) && text.startsWith(word.text)) + 1
  }

  #marksByText(): ReadonlyMap<string, number> {
    const { terms } = this.#file
    return new Map(
      this.#words.flatMap(({ meanings }, word) =>
        meanings
          .filter(({ from, to }) => to === from + 1)
          .map(({ from }): [string, number] => [terms.text(from), word + 1]),
      ),
    )
  }

  #isWorthIt(page: number): boolean {
    let looked = 0
    for (const { meanings } of this.#words) {
      for (const { from, to } of meanings) {
        for (let term = from; term < to; term++) {
          looked += 1
          if (looked > TERMS_MAX || this.#isInBody(term, page)) return true
        }
      }
    }
    return false
  }

  #isInBody(term: number, page: number): boolean {
    const { postingAt, postingPage, postingCount } = this.#file
    const from = postingAt[term] ?? 0
    const at = findLastUpTo(postingPage, from, postingAt[term + 1] ?? from, page)
    return at !== -1 && postingPage[at] === page && ((postingCount[at] ?? 0) & BODY_MASK) > 0
  }
}

/** Whether a word stands for every longer one. */
function isPrefix({ meanings }: KnownWord): boolean {
  return meanings.some(({ from, to }: Meaning) => to > from + 1)
}
