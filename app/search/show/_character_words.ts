import { readCharacters } from '../analysis/_ideographs.ts'
import { RARE } from '../file/layout.ts'
import type { SearchFile } from '../file/search_file.ts'
import type { KnownWord } from '../match/lookup.ts'
import { findPlaces, type Sequence } from '../match/phrases.ts'
import { MARKS_MAX } from './density.ts'

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
