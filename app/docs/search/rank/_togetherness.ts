import type { SearchFile } from '../file/search_file.ts'
import { findSection } from '../match/phrases.ts'
import { type Evidence, WHOLE_BIT } from './_evidence.ts'

/**
 * An answer of which no section holds this share of the query is weak. The share is that of the
 * weights, and a word that no page holds weighs most (spec/decisions/search.md, "Weak").
 */
const TOGETHER_LEAST = 0.38

/** Beyond so many words, a query tells circumstances that no section has to name. */
const TOPIC_WORDS_MOST = 5

/** Of how many words a query is, those that are on no page, and what such a word weighs. */
type QuerySize = { readonly words: number; readonly missing: number; readonly rarest: number }

/** Whether the words that one section holds are too few. */
export function areFew(evidence: Evidence, together: number, size: QuerySize): boolean {
  if ((together & WHOLE_BIT) !== 0) return false
  const { words, missing, rarest } = size
  const all = evidence.weight + missing * rarest
  const share = Math.min(1, TOPIC_WORDS_MOST / words)
  return sumWeights(evidence, together) < TOGETHER_LEAST * share * all
}

/** The words that a section of a page holds together, with its title and description, as a mask. */
export function findTogether(file: SearchFile, evidence: Evidence, page: number): number {
  const { unitAt, unitWord } = file
  const { inUnit, inSummary } = evidence
  const summary = inSummary[page] ?? 0
  let [best, most] = [summary, sumWeights(evidence, summary)]
  let [held, section] = [summary, -1]
  const end = unitAt[page + 1] ?? 0
  for (let unit = unitAt[page] ?? 0; unit < end; unit++) {
    const own = findSection(file, page, unitWord[unit] ?? 0)
    held = (own === section ? held : summary) | (inUnit[unit] ?? 0)
    section = own
    if ((held | best) === best) continue
    const weight = sumWeights(evidence, held)
    if (weight > most) [best, most] = [held, weight]
  }
  return best
}

function sumWeights({ weights }: Evidence, mask: number): number {
  let sum = 0
  for (let left = mask & ~WHOLE_BIT; left !== 0; left &= left - 1) {
    sum += weights[31 - Math.clz32(left & -left)] ?? 0
  }
  return sum
}
