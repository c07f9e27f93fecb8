import { findMissingLinks, findMissingOutside } from './_missing_links.ts'
import { count, take, without } from './_pool.ts'
import { KINDS, type Kind, type OutputPage, splitWords, type Unit } from './facts.ts'
import type { Pair } from './pairs.ts'
import type { ReportIndex } from './report_index.ts'

export type Tally = { source: number; imported: number; reported: number; lost: number }

export type Loss = { readonly kind: Kind; readonly unit: Unit; readonly what: string }

export type Comparison = {
  readonly tallies: Readonly<Record<Kind, Tally>>
  readonly decorations: number
  /** What is in neither the result nor the report: there must be none. */
  readonly losses: readonly Loss[]
  /** Of the reported pages, some are left out as of another version or language. */
  readonly pages: {
    readonly source: number
    readonly imported: number
    readonly reported: number
    readonly leftOut: number
  }
}

/** Compares pages with their results; `leftOut` more are of other versions and languages. */
export function comparePages(
  pairs: readonly Pair[],
  index: ReportIndex,
  leftOut: number,
): Comparison {
  const tallies = Object.fromEntries(
    KINDS.map((kind) => [kind, { source: 0, imported: 0, reported: 0, lost: 0 }]),
  ) as Record<Kind, Tally>
  const losses: Loss[] = []
  const pages = { source: pairs.length + leftOut, imported: 0, reported: leftOut, leftOut }
  let decorations = 0
  for (const { source, output } of pairs) {
    if (output === undefined && index.coversFile(source)) {
      pages.reported += 1
      continue
    }
    if (output !== undefined) pages.imported += 1
    decorations += source.decorations
    for (const kind of KINDS) {
      const units = source.units.filter((unit) => unit.kind === kind)
      const ordered = orderUnits(kind, units, index)
      const missing = output === undefined ? units : findMissing(kind, ordered, output, index)
      const unreported = missing.filter((unit) => !index.covers(unit))
      const tally = tallies[kind]
      tally.source += units.length
      tally.imported += units.length - missing.length
      tally.reported += missing.length - unreported.length
      tally.lost += unreported.length
      losses.push(...unreported.map((unit) => ({ kind, unit, what: describe(unit) })))
    }
  }
  return { tallies, decorations, losses, pages }
}

/** Of units that are alike, those that the report names are the ones to be missing. */
function orderUnits(kind: Kind, units: readonly Unit[], index: ReportIndex): readonly Unit[] {
  // Blocks are counted alone, and the first are missing; others are found one by one.
  if (kind === 'admonition') return units.toSorted(byReport(index))
  const isFound = kind === 'link' || kind === 'picture'
  return isFound ? units.toSorted(byReport(index)).toReversed() : units
}

function byReport(index: ReportIndex): (a: Unit, b: Unit) => number {
  return (a, b) => Number(index.covers(b)) - Number(index.covers(a))
}

function describe({ kind, value, target }: Unit): string {
  const shown = value.length > 60 ? `${value.slice(0, 59)}…` : value
  return `${kind} ${JSON.stringify(shown)}${target === undefined ? '' : ` (${target})`}`
}

function findMissing(
  kind: Kind,
  units: readonly Unit[],
  output: OutputPage,
  index: ReportIndex,
): readonly Unit[] {
  switch (kind) {
    case 'prose':
      return findMissingWords(units, output, index)
    case 'code':
      return findMissingCode(units, output)
    case 'table':
      return findMissingTables(units, output.tables)
    case 'row':
      return findMissingRows(units, output.rows)
    case 'link':
      return findMissingLinks(units, output, index)
    case 'outside':
      return findMissingOutside(units, output)
    case 'anchor':
      return units.filter(({ value }) => !output.ids.has(value) && !output.ids.has(rename(value)))
    case 'picture':
      return without(units, output.pictures)
    case 'admonition':
      return units.slice(0, Math.max(0, units.length - output.admonitions))
    case 'include':
      return units.filter(({ value }) => value === '')
  }
}

/** A header may gain words on the way, such as those of a picture, and loses none. */
function findMissingTables(units: readonly Unit[], tables: readonly string[]): readonly Unit[] {
  const pool = count(tables)
  const others = units.filter(({ value }) => !take(pool, value))
  const left = [...pool].flatMap(([header, times]) => {
    return Array.from({ length: times }, () => new Set(header.split(' ')))
  })
  const longestFirst = others.toSorted((a, b) => b.value.length - a.value.length)
  return longestFirst.filter(({ value }) => {
    const words = value.split(' ').filter((word) => word !== '')
    const at = left.findIndex((header) => words.every((word) => header.has(word)))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** A row may repeat the words of a cell that stands over several, and loses none. */
function findMissingRows(units: readonly Unit[], rows: readonly string[]): readonly Unit[] {
  const missing = without(units, rows)
  if (missing.length === 0) return []
  const left = rows.map((row) => new Set(row.split(' ')))
  return missing.filter(({ value }) => {
    const words = value.split(' ')
    const at = left.findIndex((row) => words.every((word) => row.has(word)))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** Names that a page of ours uses itself, or cannot have; links to them are renamed, too. */
function rename(id: string): string {
  return id.replace(/^(page|search|fn|fnref):/, '$1-').replace(/[\s{}"'<>&#\\`[\]|]+/g, '-')
}

function findMissingCode(units: readonly Unit[], { code, twin }: OutputPage): readonly Unit[] {
  const pool = count(code.map((each) => endLine(each)))
  const flat = flatten(twin)
  const shortened = count(code.map(compact))
  return units.filter(({ value }) => {
    if (!take(pool, endLine(value))) {
      const isShortened = NOTATION.test(value) || OMITTED.test(code.join('\n'))
      return !isShortened || !take(shortened, compact(value))
    }
    return !flat.includes(flatten(value))
  })
}

/** What a generator writes into code of which it shows some lines. */
const OMITTED = /Code (?:above|below|here) omitted/

/** What colours a line, as a comment at its end. */
const NOTATION = /\s*(?:\/\/|#|<!--|\/\*|\{\s*\/\*|--|;)\s*\[!code [^\]]*\]\s*(?:-->|\*\/\s*\}?)?/

function compact(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(NOTATION, '').trimEnd())
    .filter((line) => line !== '' && !OMITTED.test(line))
    .join('\n')
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

/** Lines of a twin without the indentation and marks of the blocks around them. */
function flatten(text: string): string {
  return text.replace(/^[ \t>]+/gm, '').trim()
}

/** Words that the page lacks, each at the place where its neighbours are missing, too. */
function findMissingWords(
  units: readonly Unit[],
  output: OutputPage,
  index: ReportIndex,
): readonly Unit[] {
  const known = new Set(units.length === 0 ? [] : output.code.flatMap(splitWords))
  const pool = count(output.words)
  const lacking = new Map<string, number>()
  for (const [word, times] of count(units.map(({ value }) => value))) {
    const missing = times - (pool.get(word) ?? 0)
    if (missing > 0 && !known.has(word)) lacking.set(word, missing)
  }
  if (lacking.size === 0) return []
  const pairs = new Set(output.words.map((word, at) => `${output.words[at - 1] ?? ''} ${word}`))
  const scored = units.flatMap((unit, at) => {
    if (!lacking.has(unit.value)) return []
    // A neighbour that the report explains is gone anyway, and says nothing about this word.
    const isExplained = (near: Unit | undefined) =>
      near !== undefined && lacking.has(near.value) && index.covers(near)
    const [previous, next] = [units[at - 1], units[at + 1]]
    const isBefore = isExplained(previous) || pairs.has(`${previous?.value ?? ''} ${unit.value}`)
    const isAfter = isExplained(next) || pairs.has(`${unit.value} ${next?.value ?? ''}`)
    // In the middle of words that the report explains, a word is gone with them.
    const isWithin = index.covers(unit) && isExplained(previous) && isExplained(next)
    const reported = Number(index.covers(unit)) + Number(isWithin)
    // A word that is cut out from between its neighbours is gone more surely than that.
    const isCut = !isBefore && !isAfter && !index.covers(unit)
    const broken = Number(!isBefore) + Number(!isAfter) + Number(isCut) / 2
    return [{ unit, score: broken + reported }]
  })
  scored.sort((a, b) => b.score - a.score)
  const missing = new Set(
    scored.map(({ unit }) => unit).filter(({ value }) => take(lacking, value)),
  )
  return units.filter((unit) => missing.has(unit))
}
