import { IN_DESCRIPTION, IN_TITLE } from '../file/layout.ts'
import { findFirstPosting } from '../file/postings.ts'
import type { SearchFile } from '../file/search_file.ts'
import type { SearchResult } from '../rank/searcher.ts'
import type { Meaning } from './lookup.ts'

/** Whether the best page lacks a word, or a word was taken for another that no synonym names. */
export function isPartial(
  file: SearchFile,
  best: number | undefined,
  { words, corrected }: SearchResult,
): boolean {
  const phrases = new Set(words.map(({ phrase }) => phrase?.typed))
  if (best === undefined || [...corrected.keys()].some((typed) => !phrases.has(typed))) return true
  return words.some(({ meanings }) => findPlace(file, best, meanings) === 0)
}

/**
 * What words were taken for, with the phrases whose synonym decided: the best page holds that in a
 * better place than the phrase itself.
 */
export function addDecisiveSynonyms(
  file: SearchFile,
  { words, corrected, pages }: SearchResult,
): SearchResult['corrected'] {
  const [best] = pages
  if (best === undefined || words.every(({ phrase }) => phrase === undefined)) return corrected
  const all = new Map(corrected)
  for (const { phrase, meanings, ownMeanings } of words) {
    if (phrase === undefined) continue
    const own = findPlace(file, best.page, meanings.slice(0, ownMeanings))
    const better = meanings
      .slice(ownMeanings)
      .findIndex((meaning) => findPlace(file, best.page, [meaning]) > own)
    if (better !== -1) all.set(phrase.typed, phrase.meanings[better]?.means ?? '')
  }
  return all
}

/** Terms of one run that are looked up; a prefix of more stands somewhere in any page. */
const RUN_TERMS_MAX = 64

/** The best place of a word in a page: 3 for its title, 2 description, 1 elsewhere, 0 nowhere. */
function findPlace(file: SearchFile, page: number, meanings: readonly Meaning[]): number {
  let best = 0
  for (const { from, to } of meanings) {
    if (to - from > RUN_TERMS_MAX) best = Math.max(best, 1)
    const end = Math.min(to, from + RUN_TERMS_MAX)
    for (let term = from; term < end; term++) best = Math.max(best, findTerm(file, page, term))
  }
  return best
}

function findTerm(file: SearchFile, page: number, term: number): number {
  const { postingAt, postingUnit, postingCount, unitAt } = file
  const first = unitAt[page] ?? 0
  const end = postingAt[term + 1] ?? 0
  const low = findFirstPosting(file, page, term)
  if (low === end || (postingUnit[low] ?? 0) >= (unitAt[page + 1] ?? 0)) return 0
  // Only the first unit of a page says what its title and description hold.
  const posting = postingUnit[low] === first ? (postingCount[low] ?? 0) : 0
  if ((posting & IN_TITLE) !== 0) return 3
  return (posting & IN_DESCRIPTION) === 0 ? 1 : 2
}
