import { RARE } from './_layout.ts'
import type { Query } from './_query.ts'
import type { SearchFile } from './_reader.ts'
import { bodyAt } from './_tally.ts'

/** How the words of a query stand in a body, from best to not at all. */
export type Order = 'heading' | 'in_heading' | 'together' | 'apart'

/** A query as numbers of the stream. */
export type Phrase = {
  readonly ranks: readonly number[]
  /** The place of its rarest word: what is looked for first. */
  readonly pivot: number
  /** Whether it says more than its words: a long one, or one identifier. */
  readonly telling: boolean
}

/** Fewer words than this stand together by chance. */
const TELLING_WORDS_MIN = 3

/** The words of a query in their order; absent when one of them stands in no page. */
export function phraseOf(file: SearchFile, query: Query): Phrase | undefined {
  if (query.sequence.length === 0) return undefined
  const ranks: number[] = []
  for (const word of query.sequence) {
    const term = file.terms.find(word)
    if (term === -1) return undefined
    ranks.push(file.termRank[term] ?? RARE)
  }
  const telling = query.tight || ranks.length >= TELLING_WORDS_MIN
  return { ranks, pivot: ranks.indexOf(Math.max(...ranks)), telling }
}

/** Whether a title is exactly the query, but for case and signs. */
export function isTitle(file: SearchFile, page: number, { ranks }: Phrase): boolean {
  return file.titleWords[page] === ranks.length && standsAt(file, ranks, file.streamAt[page] ?? 0)
}

/** Whether the words follow each other in the title. */
export function followInTitle(file: SearchFile, page: number, { ranks }: Phrase): boolean {
  const start = file.streamAt[page] ?? 0
  const last = start + (file.titleWords[page] ?? 0) - ranks.length
  for (let at = start; at <= last; at++) if (standsAt(file, ranks, at)) return true
  return false
}

/** The best order in which the words of a phrase stand in the body of a page. */
export function orderInBody(file: SearchFile, page: number, phrase: Phrase): Order {
  const { ranks, pivot } = phrase
  const from = bodyAt(file, page)
  const body = file.stream.subarray(from, file.streamAt[page + 1])
  const wanted = ranks[pivot] ?? RARE
  let best: Order = 'apart'
  for (let at = body.indexOf(wanted); at !== -1; at = body.indexOf(wanted, at + 1)) {
    const start = at - pivot
    if (start < 0 || start + ranks.length > body.length) continue
    if (!standsAt(file, ranks, from + start)) continue
    const place = placeOf(file, page, start, ranks.length)
    if (place === 'heading') return place
    if (best !== 'in_heading') best = place
  }
  return best
}

function standsAt({ stream }: SearchFile, ranks: readonly number[], start: number): boolean {
  for (let at = 0; at < ranks.length; at++) if (stream[start + at] !== ranks[at]) return false
  return true
}

function placeOf(file: SearchFile, page: number, start: number, length: number): Order {
  const section = sectionAt(file, page, start)
  if (section === -1) return 'together'
  const heading = file.sectionWord[section] ?? 0
  const headingWords = file.headingWords[section] ?? 0
  if (start + length > heading + headingWords) return 'together'
  return start === heading && length === headingWords ? 'heading' : 'in_heading'
}

/** The section in which a word of the body stands; -1 before the first heading. */
export function sectionAt(file: SearchFile, page: number, word: number): number {
  const first = file.sectionAt[page] ?? 0
  let low = first
  let high = file.sectionAt[page + 1] ?? first
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((file.sectionWord[middle] ?? 0) <= word) low = middle + 1
    else high = middle
  }
  return low > first ? low - 1 : -1
}
