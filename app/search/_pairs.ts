import { MARKS_MAX } from './_density.ts'
import { RARE } from './_layout.ts'
import type { KnownWord } from './_lookup.ts'
import { findPlaces, type Phrase, type Sequence } from './_phrases.ts'
import type { SearchFile } from './_search_file.ts'

/** Two CJK characters of a query, as a sequence in the stream. */
export type Pair = { readonly mark: number; readonly characters: Sequence }

/**
 * The words of a query that join two neighbouring words: CJK pairs. Pairs do not occur in a stream,
 * but their characters do, so they are found without unpacking any text.
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

/** Visits each pair in a range of the stream, in order. */
export function forEachPair(
  file: SearchFile,
  range: { readonly from: number; readonly to: number },
  pairs: readonly Pair[],
  visit: (mark: number, place: number) => void,
): void {
  const found = pairs.flatMap(({ mark, characters }) =>
    findPlaces(file, characters, range.from, range.to).map((place) => ({ mark, place })),
  )
  found.sort((one, other) => one.place - other.place || one.mark - other.mark)
  for (const { mark, place } of found) visit(mark, place)
}
