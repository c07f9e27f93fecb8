import { unpackBlock } from './_blocks.ts'
import { BODY_MASK } from './_layout.ts'
import type { KnownWord, Meaning } from './_lookup.ts'
import { findLastUpTo } from './_phrases.ts'
import type { SearchFile } from './_search_file.ts'
import { scanWords } from './_words.ts'

/** Limit on the characters that are unpacked and scanned for one query, over all its hits. */
const CHARACTERS_MAX = 100_000

/** How much more each extra byte of a non-ASCII text costs to scan. */
const NON_ASCII_COST = 8

/** Limit on the terms that are looked up in the postings to decide whether a scan is worthwhile. */
const TERMS_MAX = 4096

/** Receives each word that was found, and its place in the body. */
type OnWord = (mark: number, place: number) => void

/**
 * Finds in the text of a page what its stream does not hold: parts of camelCase words and
 * identifiers without their punctuation. This costs as much as indexing the page, so it is the last
 * resort, and only for pages whose postings promise a match.
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
  scan(page: number, from: number, onWord: OnWord): void {
    const { blockAt, blockWord } = this.#file
    if (!this.#isWorthwhile(page)) return
    const first = blockAt[page] ?? 0
    const end = blockAt[page + 1] ?? first
    const start = Math.max(first, findLastUpTo(blockWord, first, end, from))
    for (let block = start; block < end && this.#left > 0; block++) {
      this.#scanBlock(block, onWord)
    }
  }

  #scanBlock(block: number, onWord: OnWord): void {
    const text = unpackBlock(this.#file, block)
    this.#left -= text.length + NON_ASCII_COST * (Buffer.byteLength(text) - text.length)
    let place = (this.#file.blockWord[block] ?? 0) - 1
    const report = (text: string) => {
      const mark = this.#markOf(text)
      if (mark > 0) onWord(mark, place)
    }
    scanWords(text, {
      word: (word) => {
        place += 1
        report(word)
      },
      hump: report,
      whole: report,
      pair: report,
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

  #isWorthwhile(page: number): boolean {
    let lookups = 0
    for (const { meanings } of this.#words) {
      for (const { from, to } of meanings) {
        for (let term = from; term < to; term++) {
          lookups += 1
          if (lookups > TERMS_MAX || this.#isInBody(term, page)) return true
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

/** Whether a word also stands for longer words that start with it. */
function isPrefix({ meanings }: KnownWord): boolean {
  return meanings.some(({ from, to }: Meaning) => to > from + 1)
}
