import { readCharacters } from '../analysis/characters.ts'
import { scanWords } from '../analysis/words.ts'
import { RARE, type SearchFile } from '../file/search_file.ts'
import type { KnownWord, Meaning } from '../match/lookup.ts'
import { MARKS_MAX } from '../match/marks.ts'
import { findPlaces, type Sequence } from '../match/phrases.ts'
import { type Blocks, findBlock } from './_blocks.ts'

/** Limit on the characters that are unpacked and scanned for one query, over all its hits. */
const CHARACTERS_MAX = 100_000

/** How much more each extra byte of a non-ASCII text costs to scan. */
const NON_ASCII_COST = 8

const ASCII = /^[\x00-\x7f]*$/
/** What joins the words of an identifier, which is also known without it. */
const JOINING_SIGNS = /[-_.]/g

/** Receives each word that was found, and its place in the body. */
type OnWord = (mark: number, place: number) => void

/**
 * Finds in the text of a unit what its stream does not hold: parts of camelCase words and
 * identifiers without their punctuation. This costs as much as indexing the unit, so it is the last
 * resort, and only for units whose postings promise a match.
 */
export class TextScanner {
  readonly #file: SearchFile
  readonly #blocks: Blocks
  readonly #words: readonly KnownWord[]
  #marks: ReadonlyMap<string, number> | undefined
  #texts: readonly string[] | undefined
  #left = CHARACTERS_MAX

  constructor(file: SearchFile, words: readonly KnownWord[], blocks: Blocks) {
    this.#file = file
    this.#blocks = blocks
    this.#words = words
  }

  /** Scans a range of the words of a body. */
  scan(page: number, from: number, to: number, onWord: OnWord): void {
    const { blockAt, blockWord } = this.#file
    const end = blockAt[page + 1] ?? 0
    const first = findBlock(this.#file, page, from)
    if (first === -1) return
    const within: OnWord = (mark, place) => {
      if (place >= from && place < to) onWord(mark, place)
    }
    for (let block = first; block < end && this.#left > 0; block++) {
      if ((blockWord[block] ?? 0) >= to) return
      this.#scanBlock(block, within)
    }
  }

  #scanBlock(block: number, onWord: OnWord): void {
    const text = this.#blocks.text(block)
    this.#left -= text.length + NON_ASCII_COST * (Buffer.byteLength(text) - text.length)
    const first = this.#file.blockWord[block] ?? 0
    if (!ASCII.test(text)) {
      this.#scanText(text, first, onWord)
      return
    }
    // Line by line, as no word spans two: most lines cannot hold a word of the query.
    for (let start = 0, end = 0; start < text.length; start = end + 1) {
      end = text.indexOf('\n', start)
      if (end === -1) end = text.length
      const line = text.slice(start, end)
      if (!this.#mayHold(line)) continue
      this.#scanText(line, first + this.#blocks.countWordsBefore(block, start), onWord)
    }
  }

  /** Whether a line holds the letters of a word, with or without the signs within an identifier. */
  #mayHold(line: string): boolean {
    this.#texts ??= this.#listTexts()
    const plain = line.toLowerCase()
    const joined = plain.replace(JOINING_SIGNS, '')
    return this.#texts.some((text) => plain.includes(text) || joined.includes(text))
  }

  #scanText(text: string, first: number, onWord: OnWord): void {
    let place = first - 1
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
      run: report,
      signed: report,
      symbol: report,
    })
  }

  #listTexts(): readonly string[] {
    this.#marks ??= this.#marksByText()
    return [...this.#marks.keys(), ...this.#words.filter(isPrefix).map(({ text }) => text)]
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
}

/** Whether a word also stands for longer words that start with it. */
function isPrefix({ meanings }: KnownWord): boolean {
  return meanings.some(({ from, to }: Meaning) => to > from + 1)
}

/** A word of CJK characters, as a sequence in the stream. */
export type CharacterWord = { readonly mark: number; readonly characters: Sequence }

/**
 * The words of a query that are made of CJK characters: pairs and runs. They do not occur in a
 * stream, but their characters do, so they are found without unpacking any text.
 */
export function findCharacterWords(
  file: SearchFile,
  words: readonly KnownWord[],
): readonly CharacterWord[] {
  return words.slice(0, MARKS_MAX).flatMap(({ text }, word): CharacterWord[] => {
    const characters = readCharacters(text)
    if (characters === '') return []
    const terms = Array.from(characters, (character) => file.terms.find(character))
    if (terms.includes(-1)) return []
    const ranks = terms.map((term) => file.termRank[term] ?? RARE)
    return [{ mark: word + 1, characters: { ranks, terms } }]
  })
}

/** A word of a query at a place. */
export type PlacedWord = { readonly mark: number; readonly place: number }

/** The words of CJK characters in a range of the stream. */
export function placeCharacterWords(
  file: SearchFile,
  range: { readonly from: number; readonly to: number },
  words: readonly CharacterWord[],
): readonly PlacedWord[] {
  return words.flatMap(({ mark, characters }) =>
    findPlaces(file, characters, range.from, range.to).map((place) => ({ mark, place })),
  )
}
