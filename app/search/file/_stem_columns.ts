import { hashText } from '../../contract/text_hash.ts'
import type { Column } from '../../tables/columns.ts'
import { Numbers } from '../../tables/growing.ts'
import { startsWithSign } from '../analysis/characters.ts'
import { isKatakana, listKatakanaParts } from '../analysis/compounds.ts'
import { stemWord } from '../analysis/languages.ts'

/** Groups of terms by stem. A term that is its own stem needs no group of one. */
export function buildStemColumns(
  sorted: readonly string[],
  language: string,
): Readonly<Record<string, Column>> {
  const stems = groupByStem(sorted, language)
  const sizes = new Uint32Array(stems.hashes.length)
  for (let at = 0; at < stems.groups.length; at++) {
    const group = stems.groups.at(at)
    sizes[group] = (sizes[group] ?? 0) + 1
  }
  const kept = Uint32Array.from(sizes.keys()).filter(
    (group) => (sizes[group] ?? 0) > 1 || stems.isOwn.at(group) === 0,
  )
  const { hashes, firsts } = stems
  kept.sort((one, other) => hashes.at(one) - hashes.at(other) || firsts.at(one) - firsts.at(other))
  const starts = new Uint32Array(kept.length + 1)
  const next = new Uint32Array(sizes.length).fill(ABSENT)
  kept.forEach((group, at) => {
    const start = starts[at] ?? 0
    next[group] = start
    starts[at + 1] = start + (sizes[group] ?? 0)
  })
  const terms = new Uint32Array(starts[kept.length] ?? 0)
  for (let at = 0; at < stems.groups.length; at++) {
    const group = stems.groups.at(at)
    const place = next[group] ?? ABSENT
    if (place === ABSENT) continue
    terms[place] = stems.terms.at(at)
    next[group] = place + 1
  }
  return {
    stem_hash: Uint32Array.from(kept, (group) => hashes.at(group)),
    stem_at: starts,
    stem_term: terms,
  }
}

const ABSENT = 0xffffffff

/** Members of groups in the order in which they came; of each group its hash and first member. */
type StemGroups = {
  readonly groups: Numbers
  readonly terms: Numbers
  readonly hashes: Numbers
  readonly firsts: Numbers
  /** One for a group whose first member is its stem. */
  readonly isOwn: Numbers
}

function groupByStem(sorted: readonly string[], language: string): StemGroups {
  const groupOf = new Map<string, number>()
  const groups = new Numbers()
  const terms = new Numbers()
  const [hashes, firsts, isOwn, lasts] = [
    new Numbers(),
    new Numbers(),
    new Numbers(),
    new Numbers(),
  ]
  const add = (group: number, number: number) => {
    groups.push(group)
    terms.push(number)
    lasts.set(group, number)
  }
  sorted.forEach((term, number) => {
    if (startsWithSign(term)) return
    const stem = stemWord(term, language)
    const known = groupOf.get(stem)
    const group = known ?? groupOf.size
    if (known === undefined) {
      groupOf.set(stem, group)
      hashes.push(hashText(stem))
      firsts.push(number)
      isOwn.push(stem === term ? 1 : 0)
      lasts.push(number)
    }
    add(group, number)
  })
  // A run of katakana stands behind the words that it begins or ends with: メインプロセス.
  const known = new Set(sorted.filter(isKatakana))
  sorted.forEach((term, number) => {
    if (!isKatakana(term)) return
    for (const part of listKatakanaParts(term)) {
      const group = known.has(part) ? groupOf.get(stemWord(part, language)) : undefined
      if (group !== undefined && lasts.at(group) !== number) add(group, number)
    }
  })
  return { groups, terms, hashes, firsts, isOwn }
}
