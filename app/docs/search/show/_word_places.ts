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

/** Buffers that every query reuses; they do not grow. */
type Scratch = { readonly marks: Marks; readonly pieces: Pieces }

/** Finds where the words of a query stand in a unit. */
export class WordPlaces {
  readonly #file: SearchFile
  readonly #words: readonly KnownWord[]
  readonly #scratch: Scratch
  readonly #weights: readonly number[]
  #characterWords: readonly CharacterWord[] | undefined
  /** The words of each piece of the unit, one bit each. */
  #masks: number[] = []

  constructor(file: SearchFile, words: readonly KnownWord[], scratch: Scratch) {
    this.#file = file
    this.#words = words
    this.#scratch = scratch
    this.#weights = words.map(({ pageCount }) => Math.log(1 + (file.pages + 1) / (pageCount + 0.5)))
  }

  /** The first of the pieces that say most of what was asked; absent where none says anything. */
  findBest(page: number, unit: number, within: PieceRange): number | undefined {
    this.#masks = Array.from({ length: within.to - within.from }, () => 0)
    this.#mark(page, unit, within)
    let [best, most]: [number | undefined, number] = [undefined, 0]
    for (const [at, mask] of this.#masks.entries()) {
      const weight = mask === 0 ? 0 : this.#weigh(mask)
      if (weight <= most) continue
      best = within.from + at
      most = weight
    }
    return best ?? this.#findText(page, within)
  }

  /** Whether the heading of a section has a word of the query. */
  isNamed(page: number, section: number): boolean {
    const { sectionWord, headingWords } = this.#file
    const first = findBodyStart(this.#file, page) + (sectionWord[section] ?? 0)
    let isFound = false
    this.#scratch.marks.set(this.#words)
    this.#scratch.marks.forEach(first, first + (headingWords[section] ?? 0), (mark) => {
      isFound ||= mark > 0
    })
    return isFound
  }

  #mark(page: number, unit: number, { from }: PieceRange): void {
    const { marks, pieces } = this.#scratch
    const body = findBodyStart(this.#file, page)
    const first = body + (this.#file.unitWord[unit] ?? 0)
    const end = body + findUnitEnd(this.#file, page, unit)
    let piece = from
    const note = (mark: number, place: number) => {
      while (place - body >= pieces.firstWord(piece + 1) && piece - from + 1 < this.#masks.length) {
        piece += 1
      }
      if (mark > 0) this.#masks[piece - from] = (this.#masks[piece - from] ?? 0) | (1 << (mark - 1))
    }
    marks.set(this.#words)
    marks.forEach(first, end, note)
    this.#characterWords ??= findCharacterWords(this.#file, this.#words)
    for (const { mark, characters } of this.#characterWords) {
      piece = from
      for (const place of findPlaces(this.#file, characters, first, end)) note(mark, place)
    }
  }

  #weigh(mask: number): number {
    let weight = 0
    for (const [word, each] of this.#weights.entries()) {
      if ((mask & (1 << word)) !== 0) weight += each
    }
    return weight
  }

  /** What no stream holds: parts of camelCase words, and identifiers without their punctuation. */
  #findText(page: number, { from, to }: PieceRange): number | undefined {
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
