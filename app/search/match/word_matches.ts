import { BODY_MASK, IN_DESCRIPTION, IN_HEADING, IN_TITLE } from '../file/layout.ts'
import { findFirstPosting } from '../file/postings.ts'
import type { SearchFile } from '../file/search_file.ts'
import type { KnownWord, Lookup } from './lookup.ts'

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
  for (const [at, { from, to, share, exact }] of word.meanings.entries()) {
    for (let term = from; term < to; term++) {
      const counts = countPlaces(file, page, term)
      for (const [place] of FLAGS) {
        const times = counts[place]
        const known = best.get(place)
        if (times === 0 || (known !== undefined && known.share >= share)) continue
        const text = file.terms.text(term)
        const form = nameForm(word, { at, text, exact }, corrected)
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

type TermUse = { readonly at: number; readonly text: string; readonly exact: boolean }

function nameForm(
  word: KnownWord,
  { at, text, exact }: TermUse,
  corrected: Lookup['corrected'],
): MatchForm {
  if (at >= word.ownMeanings) return 'synonym'
  const isPart = [...corrected.values()].some((taken) => taken.split(' ').includes(word.text))
  if (text === word.text) return isPart ? 'part' : 'as_typed'
  if (!exact) return 'form'
  return text.startsWith(word.text) ? 'longer' : 'corrected'
}

function nameSynonym({ phrase, ownMeanings }: KnownWord, at: number): string | undefined {
  return phrase?.meanings[at - ownMeanings]?.means
}
