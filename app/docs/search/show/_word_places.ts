import { readCharacters } from '../analysis/characters.ts'
import { scanWords } from '../analysis/words.ts'
import {
  findBodyStart,
  findUnitEnd,
  type KnownWord,
  type Meaning,
  RARE,
  type SearchFile,
} from '../file/search_file.ts'
import type { Marks } from '../match/marks.ts'
import { findPlaces, findSection, type Sequence } from '../match/phrases.ts'
import { type Blocks, findBlock } from './_blocks.ts'
import type { Density } from './_density.ts'

/** Limit on the characters that are unpacked and scanned for one query, over all its hits. */
const CHARACTERS_MAX = 100_000

/** How much more each extra byte of a non-ASCII text costs to scan. */
const NON_ASCII_COST = 8

const ASCII = /^[\x00-\x7f]*$/
/** What joins the words of an identifier, which is also known without it. */
const JOINING_SIGNS = /[-_.]/g

/** Receives each word that was found, and its place in the body. */
type OnWord = (mark: number, place: number) => void

/** Finds where the words of a query stand in a unit. */
export class WordPlaces {
  readonly #file: SearchFile
  readonly #words: readonly KnownWord[]
  readonly #scratch: Scratch
  readonly #scanner: TextScanner
  readonly #weights: readonly number[]
  #characterWords: readonly CharacterWord[] | undefined

  constructor(file: SearchFile, words: readonly KnownWord[], scratch: Scratch) {
    this.#file = file
    this.#words = words
    this.#scratch = scratch
    this.#scanner = new TextScanner(file, words, scratch.blocks)
    this.#weights = words.map(({ pageCount }) => Math.log(1 + (file.pages + 1) / (pageCount + 0.5)))
  }

  /** The word of a unit around which the query is most concentrated; -1 for none. */
  findDensest(page: number, unit: number): number {
    const { marks, density } = this.#scratch
    const { unitWord, sectionWord, headingWords } = this.#file
    const body = findBodyStart(this.#file, page)
    const from = unitWord[unit] ?? 0
    const to = findUnitEnd(this.#file, page, unit)
    const section = findSection(this.#file, page, from)
    const headingEnd = (sectionWord[section] ?? 0) + (headingWords[section] ?? 0)
    marks.set(this.#words)
    density.weigh(this.#weights)
    density.clear()
    const note: OnWord = (mark, place) => {
      if (mark > 0) density.see(mark, place, place < headingEnd)
    }
    this.#characterWords ??= findCharacterWords(this.#file, this.#words)
    const range = { from: body + from, to: body + to }
    if (this.#characterWords.length === 0) {
      marks.forEach(range.from, range.to, (mark, place) => note(mark, place - body))
    } else {
      for (const { mark, place } of this.#place(this.#characterWords, range)) {
        note(mark, place - body)
      }
    }
    if (density.place === -1) this.#scanner.scan(page, from, to, note)
    return density.place
  }

  /** All words in a range, in order: words of CJK characters stand beside others. */
  #place(
    characterWords: readonly CharacterWord[],
    { from, to }: StreamRange,
  ): readonly PlacedWord[] {
    const placed = characterWords.flatMap(({ mark, characters }) =>
      findPlaces(this.#file, characters, from, to).map((place) => ({ mark, place })),
    )
    this.#scratch.marks.forEach(from, to, (mark, place) => {
      if (mark > 0) placed.push({ mark, place })
    })
    return placed.sort((one, other) => one.place - other.place || one.mark - other.mark)
  }
}

/** Buffers that every query reuses; they do not grow. */
type Scratch = { readonly marks: Marks; readonly density: Density; readonly blocks: Blocks }

type StreamRange = { readonly from: number; readonly to: number }

/** A word of a query at a place. */
type PlacedWord = { readonly mark: number; readonly place: number }

/**
 * Finds in the text of a unit what its stream does not hold: parts of camelCase words and
 * identifiers without their punctuation. This costs as much as indexing the unit, so it is the last
 * resort, and only for units whose postings promise a match.
 */
class TextScanner {
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
type CharacterWord = { readonly mark: number; readonly characters: Sequence }

/**
 * The words of a query that are made of CJK characters: pairs and runs. They do not occur in a
 * stream, but their characters do, so they are found without unpacking any text.
 */
function findCharacterWords(
  file: SearchFile,
  words: readonly KnownWord[],
): readonly CharacterWord[] {
  return words.flatMap(({ text }, word): CharacterWord[] => {
    const characters = readCharacters(text)
    if (characters === '') return []
    const terms = Array.from(characters, (character) => file.terms.find(character))
    if (terms.includes(-1)) return []
    const ranks = terms.map((term) => file.termRank[term] ?? RARE)
    return [{ mark: word + 1, characters: { ranks, terms } }]
  })
}
