import {
  BODY_MASK,
  findFirstPosting,
  IN_DESCRIPTION,
  IN_HEADING,
  IN_TITLE,
  type KnownWord,
  type Meaning,
  type SearchFile,
} from '../file/search_file.ts'
import type { Lookup } from './lookup.ts'

/** How a page says a word: as typed, in another form, or as what the word was taken for. */
type MatchForm = 'as_typed' | 'form' | 'longer' | 'corrected' | 'part' | 'synonym'

/** Where a page holds a word, and as what. Keywords count as the description. */
export type WordMatch = {
  readonly place: 'title' | 'description' | 'heading' | 'text'
  readonly found: string
  readonly form: MatchForm
  /** How often, at least: a unit of the text counts up to 31. */
  readonly times: number
}

const FLAGS = [
  ['title', IN_TITLE],
  ['description', IN_DESCRIPTION],
  ['heading', IN_HEADING],
  ['text', BODY_MASK],
] as const

/** Every place of a page that holds a word, each with the likeliest form of the word there. */
export function findWordMatches(
  file: SearchFile,
  page: number,
  word: KnownWord,
  corrected: Lookup['corrected'],
): readonly WordMatch[] {
  const best = new Map<string, WordMatch & { readonly share: number }>()
  for (const [at, { from, to, share, isExact }] of word.meanings.entries()) {
    for (let term = from; term < to; term++) {
      const counts = countPlaces(file, page, term)
      for (const [place] of FLAGS) {
        const times = counts[place]
        const known = best.get(place)
        if (times === 0 || (known !== undefined && known.share >= share)) continue
        const text = file.terms.text(term)
        const form = nameForm(word, { at, text, isExact }, corrected)
        const found = form === 'synonym' ? (nameSynonym(word, at) ?? text) : text
        best.set(place, { place, found, form, times, share })
      }
    }
  }
  return FLAGS.flatMap(([place]) => {
    const match = best.get(place)
    if (match === undefined) return []
    const { share: _, ...shown } = match
    return [shown]
  })
}

function countPlaces(
  file: SearchFile,
  page: number,
  term: number,
): Readonly<Record<WordMatch['place'], number>> {
  const counts = { title: 0, description: 0, heading: 0, text: 0 }
  const { postingAt, postingUnit, postingCount, unitAt } = file
  const end = postingAt[term + 1] ?? 0
  const last = unitAt[page + 1] ?? 0
  for (let at = findFirstPosting(file, page, term); at < end; at++) {
    if ((postingUnit[at] ?? last) >= last) break
    const posting = postingCount[at] ?? 0
    for (const [place, mask] of FLAGS) {
      counts[place] += place === 'text' ? posting & mask : (posting & mask) === 0 ? 0 : 1
    }
  }
  return counts
}

type TermUse = { readonly at: number; readonly text: string; readonly isExact: boolean }

function nameForm(
  word: KnownWord,
  { at, text, isExact }: TermUse,
  corrected: Lookup['corrected'],
): MatchForm {
  if (at >= word.ownMeanings) return 'synonym'
  const isPart = [...corrected.values()].some((taken) => taken.split(' ').includes(word.text))
  if (text === word.text) return isPart ? 'part' : 'as_typed'
  if (!isExact) return 'form'
  return text.startsWith(word.text) ? 'longer' : 'corrected'
}

function nameSynonym({ phrase, ownMeanings }: KnownWord, at: number): string | undefined {
  return phrase?.meanings[at - ownMeanings]?.means
}

/**
 * What words were taken for, with the phrases whose synonym decided: the best page holds that in a
 * better place than the phrase itself.
 */
export function addDecisiveSynonyms(
  file: SearchFile,
  best: number | undefined,
  { words, corrected }: Lookup,
): Lookup['corrected'] {
  if (best === undefined || words.every(({ phrase }) => phrase === undefined)) return corrected
  const all = new Map(corrected)
  for (const { phrase, meanings, ownMeanings } of words) {
    if (phrase === undefined) continue
    const own = findPlace(file, best, meanings.slice(0, ownMeanings))
    const better = meanings
      .slice(ownMeanings)
      .findIndex((meaning) => findPlace(file, best, [meaning]) > own)
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
