import { hashText } from '../contract/text_hash.ts'
import type { Column } from '../tables/columns.ts'
import { buildTextColumns } from '../tables/texts.ts'
import { isKatakana, listKatakanaParts } from './_compounds.ts'
import { computeLetterMask, RARE, SHORT_UNITS_MAX, TYPO_LENGTHS } from './_layout.ts'
import { stemWord } from './_stemming.ts'
import { startsWithSign } from './_symbols.ts'
import { Numbers, type TermBuilder } from './_term_builder.ts'

type Dictionary = {
  /** Terms in the order of their UTF-8 bytes, so that terms with a common prefix are adjacent. */
  readonly sorted: readonly string[]
  readonly columns: Readonly<Record<string, Column>>
}

/** Builds the columns of the terms, their postings, and the streams as frequency ranks. */
export function buildDictionary(builder: TermBuilder, stream: Uint32Array): Dictionary {
  const sorted = sortByBytes(builder.texts)
  const numbers = new Uint32Array(sorted.length)
  const order = Uint32Array.from(sorted, (term) => builder.idOf(term))
  order.forEach((id, number) => {
    numbers[id] = number
  })
  const ranks = rankByFrequency(stream, numbers)
  return {
    sorted,
    columns: {
      ...buildTextColumns('term', sorted),
      ...buildPostingColumns(builder, numbers),
      term_rank: Uint16Array.from(order, (id) => ranks[id] ?? RARE),
      stream: Uint16Array.from(stream, (id) => ranks[id] ?? RARE),
      ...buildRareColumns(stream, ranks, numbers),
    },
  }
}

/**
 * Places in the stream of terms without a 16-bit rank, and those terms. They are the rarest, so
 * this costs little; a stream twice as wide would exceed the size limit of the file.
 */
function buildRareColumns(
  stream: Uint32Array,
  ranks: Uint16Array,
  numbers: Uint32Array,
): Readonly<Record<string, Column>> {
  const at = new Numbers()
  stream.forEach((id, place) => {
    if (ranks[id] === RARE) at.push(place)
  })
  const places = at.view().slice()
  return {
    rare_at: places,
    rare_term: Uint32Array.from(places, (place) => numbers[stream[place] ?? 0] ?? 0),
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
function buildPostingColumns(
  { owners, units, counts, unitCount }: TermBuilder,
  numbers: Uint32Array,
): Readonly<Record<string, Column>> {
  const starts = new Uint32Array(numbers.length + 1)
  for (let at = 0; at < owners.length; at++) {
    const after = (numbers[owners.at(at)] ?? 0) + 1
    starts[after] = (starts[after] ?? 0) + 1
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const next = starts.slice()
  const isShort = unitCount <= SHORT_UNITS_MAX
  const unit = isShort ? new Uint16Array(owners.length) : new Uint32Array(owners.length)
  const count = new Uint8Array(owners.length)
  for (let at = 0; at < owners.length; at++) {
    const number = numbers[owners.at(at)] ?? 0
    const place = next[number] ?? 0
    unit[place] = units.at(at)
    count[place] = counts.at(at)
    next[number] = place + 1
  }
  return { posting_at: starts, posting_unit: unit, posting_count: count }
}

/** The frequency rank of each term in the stream; `RARE` when it exceeds 16 bits. */
function rankByFrequency(stream: Uint32Array, numbers: Uint32Array): Uint16Array {
  const counts = new Uint32Array(numbers.length)
  for (const id of stream) counts[id] = (counts[id] ?? 0) + 1
  const order = Uint32Array.from(numbers.keys()).filter((id) => (counts[id] ?? 0) > 0)
  order.sort(
    (one, other) =>
      (counts[other] ?? 0) - (counts[one] ?? 0) || (numbers[one] ?? 0) - (numbers[other] ?? 0),
  )
  const ranks = new Uint16Array(numbers.length).fill(RARE)
  order.subarray(0, RARE).forEach((id, rank) => {
    ranks[id] = rank
  })
  return ranks
}

/** Groups of terms by stem. A term that is its own stem needs no group of one. */
export function buildStemColumns(
  sorted: readonly string[],
  language: string,
): Readonly<Record<string, Column>> {
  const members = new Map<string, number[]>()
  sorted.forEach((term, number) => {
    if (startsWithSign(term)) return
    const stem = stemWord(term, language)
    const group = members.get(stem)
    if (group === undefined) members.set(stem, [number])
    else group.push(number)
  })
  addKatakanaCompounds(members, sorted, language)
  const groups = [...members]
    .filter(([stem, group]) => group.length > 1 || sorted[group[0] ?? 0] !== stem)
    .map(([stem, group]) => ({ hash: hashText(stem), group }))
    .sort((one, other) => one.hash - other.hash || (one.group[0] ?? 0) - (other.group[0] ?? 0))
  const starts = new Uint32Array(groups.length + 1)
  groups.forEach(({ group }, at) => {
    starts[at + 1] = (starts[at] ?? 0) + group.length
  })
  return {
    stem_hash: Uint32Array.from(groups, ({ hash }) => hash),
    stem_at: starts,
    stem_term: Uint32Array.from(groups.flatMap(({ group }) => group)),
  }
}

/** A run of katakana stands behind the words that it begins or ends with: メインプロセス. */
function addKatakanaCompounds(
  members: Map<string, number[]>,
  sorted: readonly string[],
  language: string,
): void {
  const known = new Set(sorted.filter(isKatakana))
  sorted.forEach((term, number) => {
    if (!isKatakana(term)) return
    for (const part of listKatakanaParts(term)) {
      const group = known.has(part) ? members.get(stemWord(part, language)) : undefined
      if (group?.at(-1) !== number) group?.push(number)
    }
  })
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
