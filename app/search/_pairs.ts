import { MARKS_MAX } from './_density.ts'
import { RARE } from './_layout.ts'
import type { KnownWord } from './_lookup.ts'
import { findPlaces, type Phrase, type Sequence } from './_phrases.ts'
import type { SearchFile } from './_reader.ts'

/** Two characters of CJK that a query asks for, as what follows each other in a stream. */
export type Pair = { readonly mark: number; readonly characters: Sequence }

/**
 * The words of a query that are two of its neighbours written as one: pairs of CJK. They stand in
 * no stream, but their characters do, so that no text need be unpacked to find them.
 */
export function findPairs(
  file: SearchFile,
  words: readonly KnownWord[],
  phrase: Phrase | undefined,
): readonly Pair[] {
  if (phrase === undefined) return []
  const marks = new Map(words.slice(0, MARKS_MAX).map(({ text }, word) => [text, word + 1]))
  const seen = new Set<number>()
  return phrase.terms.slice(1).flatMap((second, at): Pair[] => {
    const first = phrase.terms[at] ?? second
    const mark = marks.get(file.terms.text(first) + file.terms.text(second))
    if (mark === undefined || seen.has(mark)) return []
    seen.add(mark)
    const terms = [first, second]
    const ranks = terms.map((term) => file.termRank[term] ?? RARE)
    return [{ mark, characters: { ranks, terms } }]
  })
}

/** Tells each pair that stands in the body of a page, in the order of the body. */
export function forEachPair(
  file: SearchFile,
  page: number,
  pairs: readonly Pair[],
  visit: (mark: number, place: number) => void,
): void {
  const found = pairs.flatMap(({ mark, characters }) =>
    findPlaces(file, page, characters).map((place) => ({ mark, place })),
  )
  found.sort((one, other) => one.place - other.place || one.mark - other.mark)
  for (const { mark, place } of found) visit(mark, place)
}
