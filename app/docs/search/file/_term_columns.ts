import { hashText } from '../../../contract/text_hash.ts'
import { type Column, type ColumnPlan, planColumn } from '../../../foundation/tables/columns.ts'
import { Numbers } from '../../../foundation/tables/growing.ts'
import { buildTextColumns } from '../../../foundation/tables/texts.ts'
import { startsWithSign } from '../analysis/characters.ts'
import { isKatakana, listKatakanaParts } from '../analysis/compounds.ts'
import { stemWord } from '../analysis/languages.ts'
import type { TermBuilder } from './_term_builder.ts'
import { computeLetterMask, RARE, SHORT_UNITS_MAX, TYPO_LENGTHS } from './search_file.ts'

type TableColumns = Readonly<Record<string, Column | ColumnPlan>>

type Dictionary = {
  /** Terms in the order of their UTF-8 bytes, so that terms with a common prefix are adjacent. */
  readonly sorted: readonly string[]
  readonly columns: TableColumns
}

/**
 * Plans the columns of the terms, their postings, and the streams as frequency ranks. Postings and
 * stream are given up as soon as they are written, because they are larger than their columns.
 */
export function buildDictionary(builder: TermBuilder, stream: Numbers): Dictionary {
  const sorted = sortByBytes(builder.texts)
  const numbers = new Uint32Array(sorted.length)
  const order = Uint32Array.from(sorted, (term) => builder.idOf(term))
  order.forEach((id, number) => {
    numbers[id] = number
  })
  builder.clearTerms()
  const { ranks, rareWords } = rankByFrequency(stream, numbers)
  return {
    sorted,
    columns: {
      ...buildTextColumns('term', sorted),
      ...planPostingColumns(builder, numbers),
      term_rank: Uint16Array.from(order, (id) => ranks[id] ?? RARE),
      ...planStreamColumns(stream, ranks, numbers, rareWords),
    },
  }
}

/**
 * The stream, the places in it of terms without a 16-bit rank, and those terms. They are the
 * rarest, so this costs little; a stream twice as wide would exceed the size limit of the file.
 */
function planStreamColumns(
  stream: Numbers,
  ranks: Uint16Array,
  numbers: Uint32Array,
  rareWords: number,
): TableColumns {
  const places = new Numbers()
  const terms = new Numbers()
  const fillStream = (column: Uint16Array) => {
    for (let place = 0; place < column.length; place++) {
      const id = stream.at(place)
      const rank = ranks[id] ?? RARE
      column[place] = rank
      if (rank !== RARE) continue
      places.push(place)
      terms.push(numbers[id] ?? 0)
    }
    stream.clear()
  }
  return {
    stream: planColumn(Uint16Array, stream.length, fillStream),
    rare_at: planColumn(Uint32Array, rareWords, (column) => places.copyTo(column)),
    rare_term: planColumn(Uint32Array, rareWords, (column) => terms.copyTo(column)),
  }
}

function sortByBytes(texts: readonly string[]): readonly string[] {
  const byUnits = texts.toSorted()
  // Outside the basic plane, UTF-16 order differs from UTF-8 byte order.
  if (!texts.some((text) => /[\ud800-\udfff]/.test(text))) return byUnits
  return byUnits
    .map((text) => ({ text, bytes: Buffer.from(text) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ text }) => text)
}

/** Postings in the order of terms, and within a term in the order of units. */
function planPostingColumns(builder: TermBuilder, numbers: Uint32Array): TableColumns {
  const { unitCount, postingCount } = builder
  const starts = new Uint32Array(numbers.length + 1)
  builder.visitPostings((id) => {
    const after = (numbers[id] ?? 0) + 1
    starts[after] = (starts[after] ?? 0) + 1
  })
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const place = (put: (place: number, unit: number, count: number) => void) => {
    const next = starts.slice()
    builder.visitPostings((id, unit, count) => {
      const number = numbers[id] ?? 0
      const at = next[number] ?? 0
      put(at, unit, count)
      next[number] = at + 1
    })
  }
  const fillUnits = (column: Uint16Array | Uint32Array) =>
    place((at, unit) => {
      column[at] = unit
    })
  const fillCounts = (column: Uint8Array) => {
    place((at, _unit, count) => {
      column[at] = count
    })
    builder.clearPostings()
  }
  return {
    posting_at: starts,
    posting_unit:
      unitCount <= SHORT_UNITS_MAX
        ? planColumn(Uint16Array, postingCount, fillUnits)
        : planColumn(Uint32Array, postingCount, fillUnits),
    posting_count: planColumn(Uint8Array, postingCount, fillCounts),
  }
}

/** The frequency rank of each term, `RARE` above 16 bits, and how many words of the stream are. */
function rankByFrequency(
  stream: Numbers,
  numbers: Uint32Array,
): { readonly ranks: Uint16Array; readonly rareWords: number } {
  const counts = new Uint32Array(numbers.length)
  for (let at = 0; at < stream.length; at++) {
    const id = stream.at(at)
    counts[id] = (counts[id] ?? 0) + 1
  }
  const order = Uint32Array.from(numbers.keys()).filter((id) => (counts[id] ?? 0) > 0)
  order.sort(
    (one, other) =>
      (counts[other] ?? 0) - (counts[one] ?? 0) || (numbers[one] ?? 0) - (numbers[other] ?? 0),
  )
  const ranks = new Uint16Array(numbers.length).fill(RARE)
  order.subarray(0, RARE).forEach((id, rank) => {
    ranks[id] = rank
  })
  const rareWords = order.subarray(RARE).reduce((sum, id) => sum + (counts[id] ?? 0), 0)
  return { ranks, rareWords }
}

/** Terms by length with their letter masks, which a search for typos checks before it compares. */
export function buildTypoColumns(sorted: readonly string[]): Readonly<Record<string, Column>> {
  const byLength = Array.from({ length: TYPO_LENGTHS + 1 }, (): number[] => [])
  sorted.forEach((term, number) => {
    const length = startsWithSign(term) ? TYPO_LENGTHS : Math.min(term.length, TYPO_LENGTHS)
    byLength[length]?.push(number)
  })
  const starts = new Uint32Array(byLength.length + 1)
  byLength.forEach((terms, length) => {
    starts[length + 1] = (starts[length] ?? 0) + terms.length
  })
  const terms = byLength.flat()
  return {
    typo_at: starts,
    typo_term: Uint32Array.from(terms),
    typo_letters: Uint32Array.from(terms, (number) => computeLetterMask(sorted[number] ?? '')),
  }
}

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
  const hashes = new Numbers()
  const firsts = new Numbers()
  const isOwn = new Numbers()
  const lasts = new Numbers()
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
