import { RARE } from './_layout.ts'
import { findBodyStart } from './_page_scores.ts'
import type { Query } from './_query.ts'
import type { SearchFile } from './_reader.ts'

/** How the words of a query stand in a body, from best to not at all. */
export type Order = 'heading' | 'in_heading' | 'together' | 'apart'

/** Words that follow each other, as numbers of the stream and as terms. */
export type Sequence = Pick<Phrase, 'ranks' | 'terms'>

/** A query as numbers of the stream. */
export type Phrase = {
  readonly ranks: readonly number[]
  /** The same words as terms, which tell apart what shares a number. */
  readonly terms: readonly number[]
  /** The place of its rarest word: what is looked for first. */
  readonly pivot: number
}

/** The words of a query in their order; absent when one of them stands in no page. */
export function findPhrase(file: SearchFile, query: Query): Phrase | undefined {
  if (query.sequence.length === 0) return undefined
  const terms: number[] = []
  for (const word of query.sequence) {
    const term = file.terms.find(word)
    if (term === -1) return undefined
    terms.push(term)
  }
  const ranks = terms.map((term) => file.termRank[term] ?? RARE)
  return { ranks, terms, pivot: ranks.indexOf(Math.max(...ranks)) }
}

/** Whether a title is exactly the query, but for case and signs. */
export function isTitle(file: SearchFile, page: number, phrase: Phrase): boolean {
  const { length } = phrase.ranks
  return file.titleWords[page] === length && matchesAt(file, phrase, file.streamAt[page] ?? 0)
}

/** Whether the words follow each other in the title. */
export function isInTitle(file: SearchFile, page: number, phrase: Phrase): boolean {
  const start = file.streamAt[page] ?? 0
  return isWithin(file, phrase, start, start + (file.titleWords[page] ?? 0))
}

/** Whether the words follow each other in the description. */
export function isInDescription(file: SearchFile, page: number, phrase: Phrase): boolean {
  const end = findBodyStart(file, page)
  return isWithin(file, phrase, end - (file.summaryWords[page] ?? 0), end)
}

function isWithin(file: SearchFile, phrase: Phrase, from: number, to: number): boolean {
  const last = to - phrase.ranks.length
  for (let at = from; at <= last; at++) if (matchesAt(file, phrase, at)) return true
  return false
}

/** The best order in which the words of a phrase stand in the body of a page. */
export function findBodyOrder(file: SearchFile, page: number, phrase: Phrase): Order {
  const { ranks, pivot } = phrase
  const from = findBodyStart(file, page)
  const body = file.stream.subarray(from, file.streamAt[page + 1])
  const wanted = ranks[pivot] ?? RARE
  let best: Order = 'apart'
  for (let at = body.indexOf(wanted); at !== -1; at = body.indexOf(wanted, at + 1)) {
    const start = at - pivot
    if (start < 0 || start + ranks.length > body.length) continue
    if (!matchesAt(file, phrase, from + start)) continue
    const place = classifyPlace(file, page, start, ranks.length)
    if (place === 'heading') return place
    if (best !== 'in_heading') best = place
  }
  return best
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

/** Places in the body of a page where a phrase stands. */
export function findPlaces(file: SearchFile, page: number, phrase: Sequence): readonly number[] {
  const from = findBodyStart(file, page)
  const body = file.stream.subarray(from, file.streamAt[page + 1])
  const [wanted = RARE] = phrase.ranks
  const places: number[] = []
  for (let at = body.indexOf(wanted); at !== -1; at = body.indexOf(wanted, at + 1)) {
    if (at + phrase.ranks.length > body.length) break
    if (matchesAt(file, phrase, from + at)) places.push(at)
  }
  return places
}

function matchesAt(file: SearchFile, { ranks, terms }: Sequence, start: number): boolean {
  for (let at = 0; at < ranks.length; at++) {
    if (file.stream[start + at] !== ranks[at]) return false
    if (ranks[at] === RARE && readRareTerm(file, start + at) !== terms[at]) return false
  }
  return true
}

/** Which of the rarest terms stands at a place of the stream; -1 when none does. */
export function readRareTerm({ rareAt, rareTerm }: SearchFile, place: number): number {
  const at = findLastUpTo(rareAt, 0, rareAt.length, place)
  return at !== -1 && rareAt[at] === place ? (rareTerm[at] ?? -1) : -1
}

function classifyPlace(file: SearchFile, page: number, start: number, length: number): Order {
  const section = findSection(file, page, start)
  if (section === -1) return 'together'
  const heading = file.sectionWord[section] ?? 0
  const headingWords = file.headingWords[section] ?? 0
  if (start + length > heading + headingWords) return 'together'
  return start === heading && length === headingWords ? 'heading' : 'in_heading'
}

/** The section in which a word of the body stands; -1 before the first heading. */
export function findSection(file: SearchFile, page: number, word: number): number {
  const first = file.sectionAt[page] ?? 0
  return findLastUpTo(file.sectionWord, first, file.sectionAt[page + 1] ?? first, word)
}

/** Place of the last number that is not above `wanted` in a run that never falls; -1 for none. */
export function findLastUpTo(
  rising: Uint16Array | Uint32Array,
  from: number,
  to: number,
  wanted: number,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rising[middle] ?? 0) <= wanted) low = middle + 1
    else high = middle
  }
  return low > from ? low - 1 : -1
}
