import { readCharacters } from '../analysis/characters.ts'
import {
  findBodyStart,
  findUnitEnd,
  type KnownWord,
  RARE,
  type SearchFile,
} from '../file/search_file.ts'
import type { Marks } from '../match/marks.ts'
import { findPlaces, type Sequence } from '../match/phrases.ts'
import type { PieceRange, Pieces } from './_pieces.ts'

/** What joins the words of an identifier, which is also known without it. */
const JOINING_SIGNS = /[-_.]/g

/** A unit of a page, in pieces. */
type UnitPieces = PieceRange & { readonly unit: number }

/** Buffers that every query reuses; they do not grow. */
type Scratch = { readonly marks: Marks; readonly pieces: Pieces }

/** Finds where the words of a query stand in a unit. */
export class WordPlaces {
  readonly #file: SearchFile
  readonly #words: readonly KnownWord[]
  readonly #scratch: Scratch
  readonly #weights: readonly number[]
  #characterWords: readonly CharacterWord[] | undefined

  constructor(file: SearchFile, words: readonly KnownWord[], scratch: Scratch) {
    this.#file = file
    this.#words = words
    this.#scratch = scratch
    this.#weights = words.map(({ pageCount }) => Math.log(1 + (file.pages + 1) / (pageCount + 0.5)))
  }

  /** The words that each piece of a unit holds, one bit each. */
  markPieces(page: number, { unit, from, to }: UnitPieces): readonly number[] {
    const masks = Array.from({ length: to - from }, () => 0)
    const { marks, pieces } = this.#scratch
    const body = findBodyStart(this.#file, page)
    const first = body + (this.#file.unitWord[unit] ?? 0)
    const end = body + findUnitEnd(this.#file, page, unit)
    let at = 0
    const note = (mark: number, place: number) => {
      while (place - body >= pieces.firstWord(from + at + 1) && at + 1 < masks.length) at += 1
      if (mark > 0) masks[at] = (masks[at] ?? 0) | (1 << (mark - 1))
    }
    marks.set(this.#words)
    marks.forEach(first, end, note)
    this.#characterWords ??= findCharacterWords(this.#file, this.#words)
    for (const { mark, characters } of this.#characterWords) {
      at = 0
      for (const place of findPlaces(this.#file, characters, first, end)) note(mark, place)
    }
    return masks
  }

  /** The words in the heading of a section. */
  markHeading(page: number, section: number): number {
    const { sectionWord, headingWords } = this.#file
    const first = findBodyStart(this.#file, page) + (sectionWord[section] ?? 0)
    return this.#mark(first, headingWords[section] ?? 0)
  }

  /** Whether the title of a page has all words of the query. */
  areInTitle(page: number): boolean {
    const { streamAt, titleWords } = this.#file
    const mask = this.#mark(streamAt[page] ?? 0, titleWords[page] ?? 0)
    return this.#words.length > 0 && mask === 2 ** this.#words.length - 1
  }

  #mark(first: number, words: number): number {
    let mask = 0
    this.#scratch.marks.set(this.#words)
    this.#scratch.marks.forEach(first, first + words, (mark) => {
      if (mark > 0) mask |= 1 << (mark - 1)
    })
    return mask
  }

  /** How much the words of a mask tell: the rarer, the more. */
  weigh(mask: number): number {
    let weight = 0
    for (let left = mask; left !== 0; left &= left - 1) {
      weight += this.#weights[31 - Math.clz32(left & -left)] ?? 0
    }
    return weight
  }

  /** What no stream holds: parts of camelCase words, and identifiers without their punctuation. */
  findText(page: number, { from, to }: PieceRange): number | undefined {
    for (let piece = from; piece < to; piece++) {
      const text = this.#scratch.pieces.read(page, { from: piece, to: piece + 1 }).toLowerCase()
      const joined = text.replace(JOINING_SIGNS, '')
      if (this.#words.some((word) => text.includes(word.text) || joined.includes(word.text))) {
        return piece
      }
    }
    return undefined
  }
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
