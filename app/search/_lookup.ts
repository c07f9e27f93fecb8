import { QUERY_WORDS_MAX, type Query, type QueryWord } from './_query.ts'
import type { SearchFile } from './_reader.ts'
import { stemHash, stemOf } from './_stems.ts'
import { corrections } from './_typos.ts'

/** Terms that a word of the query stands for, as one run of numbers. */
export type Meaning = {
  readonly from: number
  readonly to: number
  /** What a match counts for, beside the very word. */
  readonly share: number
  /** Whether a page that holds it holds the word itself: a stem is only near. */
  readonly exact: boolean
}

export type KnownWord = {
  readonly text: string
  readonly meanings: readonly Meaning[]
  /** Pages that hold the word, at most. */
  readonly holders: number
}

const COMPLETION_SHARE = 0.7
// The index knows the identifier as it stands: it hardly goes on.
const WHOLE_COMPLETION_SHARE = 0.2
const STEM_SHARE = 0.6
const SLIP_SHARES = [1, 0.8, 0.6] as const

/** The words of a query that the index knows in some form. */
export function knownWords(file: SearchFile, query: Query): readonly KnownWord[] {
  const found = new Map<string, KnownWord>()
  const isWhole = query.tight && query.wholes.some((whole) => file.terms.find(whole) !== -1)
  const completion = isWhole ? WHOLE_COMPLETION_SHARE : COMPLETION_SHARE
  for (const word of query.words) {
    for (const each of formsOf(file, word, completion)) {
      // Parts of many camelCase words could be more than the query itself may have.
      if (!found.has(each.text) && found.size < QUERY_WORDS_MAX) found.set(each.text, each)
    }
  }
  return [...found.values()]
}

/** An identifier of several words, where the index knows it. */
export function knownWholes(file: SearchFile, query: Query): readonly KnownWord[] {
  return query.wholes.flatMap((text) => {
    const term = file.terms.find(text)
    return term === -1 ? [] : [known(file, text, [only(term, 1)])]
  })
}

function formsOf(file: SearchFile, word: QueryWord, completion: number): readonly KnownWord[] {
  const found = spelt(file, word, completion)
  if (found.length > 0) return [known(file, word.text, found)]
  const humps = word.humps.flatMap((text) =>
    formsOf(file, { text, growing: false, humps: [] }, completion),
  )
  if (humps.length > 0) return humps
  const corrected = corrections(file, word.text)
  if (corrected.length === 0) return []
  const meanings = corrected.map(({ term, slips }) => only(term, SLIP_SHARES[slips] ?? 0))
  return [known(file, word.text, meanings)]
}

/** The very word, what it may be the beginning of, and what shares its stem. */
function spelt(
  file: SearchFile,
  { text, growing }: QueryWord,
  completion: number,
): readonly Meaning[] {
  const found: Meaning[] = []
  const term = file.terms.find(text)
  if (term !== -1) found.push(only(term, 1))
  if (growing) {
    const { from, to } = file.terms.beginningWith(text)
    // In the order of bytes the very word is the first of those that begin so.
    const longer = term === -1 ? from : from + 1
    if (longer < to) found.push({ from: longer, to, share: completion, exact: true })
  }
  for (const near of stemTerms(file, stemOf(text))) {
    if (near !== term) found.push({ ...only(near, STEM_SHARE), exact: false })
  }
  return found
}

/** Every term of a stem. A stem that stands in no group can only be a term of its own. */
function stemTerms(file: SearchFile, stem: string): readonly number[] {
  const hash = stemHash(stem)
  for (let at = firstAt(file.stemHash, hash); file.stemHash[at] === hash; at++) {
    const group = file.stemTerm.subarray(file.stemAt[at], file.stemAt[at + 1])
    if (stemOf(file.terms.text(group[0] ?? 0)) === stem) return [...group]
  }
  const term = file.terms.find(stem)
  return term !== -1 && stemOf(stem) === stem ? [term] : []
}

function firstAt(sorted: Uint32Array, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

function only(term: number, share: number): Meaning {
  return { from: term, to: term + 1, share, exact: true }
}

function known(file: SearchFile, text: string, meanings: readonly Meaning[]): KnownWord {
  const postings = ({ from, to }: Meaning) =>
    (file.postingAt[to] ?? 0) - (file.postingAt[from] ?? 0)
  const holders = meanings.reduce((total, meaning) => total + postings(meaning), 0)
  return { text, meanings, holders: Math.min(holders, file.pages) }
}
