import { findBodyStart, findLastUpTo, RARE, type SearchFile } from '../file/search_file.ts'

/** Consecutive words, as ranks in the stream and as terms. */
export type Sequence = Pick<Phrase, 'ranks' | 'terms'>

/** A query as ranks in the stream. */
export type Phrase = {
  readonly ranks: readonly number[]
  /** The same words as terms, which distinguish terms that share a rank. */
  readonly terms: readonly number[]
  /** The position of its rarest word, which is searched first. */
  readonly pivot: number
}

/** The words of a query in order; absent when one of them occurs on no page. */
export function findPhrase(file: SearchFile, sequence: readonly string[]): Phrase | undefined {
  if (sequence.length === 0) return undefined
  const terms: number[] = []
  for (const word of sequence) {
    const term = file.terms.find(word)
    if (term === -1) return undefined
    terms.push(term)
  }
  const ranks = terms.map((term) => file.termRank[term] ?? RARE)
  return { ranks, terms, pivot: ranks.indexOf(Math.max(...ranks)) }
}

/** Whether a title equals the query, ignoring case and punctuation. */
export function isTitle(file: SearchFile, page: number, phrase: Phrase): boolean {
  const { length } = phrase.ranks
  return file.titleWords[page] === length && matchesAt(file, phrase, file.streamAt[page] ?? 0)
}

/** Whether the title contains the phrase. */
export function isInTitle(file: SearchFile, page: number, phrase: Phrase): boolean {
  const start = file.streamAt[page] ?? 0
  return isWithin(file, phrase, start, start + (file.titleWords[page] ?? 0))
}

/** Whether the description contains the phrase. */
export function isInDescription(file: SearchFile, page: number, phrase: Phrase): boolean {
  const end = findBodyStart(file, page)
  return isWithin(file, phrase, end - (file.summaryWords[page] ?? 0), end)
}

/** Whether a phrase stands in a range of the stream. */
export function isWithin(file: SearchFile, phrase: Phrase, from: number, to: number): boolean {
  const { ranks, pivot } = phrase
  const { stream } = file
  const wanted = ranks[pivot] ?? RARE
  const last = to - ranks.length + pivot
  for (let at = from + pivot; at <= last; at++) {
    if (stream[at] === wanted && matchesAt(file, phrase, at - pivot)) return true
  }
  return false
}

/** The first section of a page whose heading is the phrase; -1 when there is none. */
export function findHeading(file: SearchFile, page: number, phrase: Phrase): number {
  const from = findBodyStart(file, page)
  const end = file.sectionAt[page + 1] ?? 0
  for (let section = file.sectionAt[page] ?? 0; section < end; section++) {
    if (file.headingWords[section] !== phrase.ranks.length) continue
    if (matchesAt(file, phrase, from + (file.sectionWord[section] ?? 0))) return section
  }
  return -1
}

/** Places in a range of the stream where a sequence of words starts. */
export function findPlaces(
  file: SearchFile,
  phrase: Sequence,
  from: number,
  to: number,
): readonly number[] {
  const places: number[] = []
  const last = to - phrase.ranks.length
  for (let at = from; at <= last; at++) if (matchesAt(file, phrase, at)) places.push(at)
  return places
}

function matchesAt(file: SearchFile, { ranks, terms }: Sequence, start: number): boolean {
  for (let at = 0; at < ranks.length; at++) {
    if (file.stream[start + at] !== ranks[at]) return false
    if (ranks[at] === RARE && readRareTerm(file, start + at) !== terms[at]) return false
  }
  return true
}

/** The rare term at a place of the stream; -1 for none. */
export function readRareTerm({ rareAt, rareTerm }: SearchFile, place: number): number {
  const at = findLastUpTo(rareAt, 0, rareAt.length, place)
  return at !== -1 && rareAt[at] === place ? (rareTerm[at] ?? -1) : -1
}

/** The section that contains a word of the body; -1 before the first heading. */
export function findSection(file: SearchFile, page: number, word: number): number {
  const first = file.sectionAt[page] ?? 0
  return findLastUpTo(file.sectionWord, first, file.sectionAt[page + 1] ?? first, word)
}
