import type { Citations } from './citations.ts'
import { type Block, blocksOf, collapseSpace, type Unit, unitsOf } from './contract.ts'
import { type Choice, quotesOf, type Requirement, type RequirementsFile } from './requirements.ts'

/** Lists all disagreements between requirements, contract and tests. */
export function checkCoverage(
  contract: string,
  file: RequirementsFile,
  citations: Citations,
): readonly string[] {
  const blocks = blocksOf(contract)
  return [
    ...file.requirements.flatMap((entry) => findForeignQuotes(entry, blocks)),
    ...blocks.flatMap((block) => findUnquotedUnits(block, file.requirements)),
    ...findDuplicateIds(file),
    ...file.requirements.flatMap(openFaults),
    ...[...file.requirements, ...file.choices].flatMap((entry) => pendingFaults(entry)),
    ...citationFaults(file, citations),
  ]
}

function findForeignQuotes(entry: Requirement, blocks: readonly Block[]): readonly string[] {
  const own = blocks.filter((block) => block.section === entry.section)
  return quotesOf(entry)
    .filter((quote) => !own.some((block) => block.text.includes(collapseSpace(quote))))
    .map((quote) => `${entry.id}: section ${entry.section} does not say "${collapseSpace(quote)}"`)
}

function findUnquotedUnits(block: Block, entries: readonly Requirement[]): readonly string[] {
  const own = entries.filter((entry) => entry.section === block.section)
  const all = own.flatMap((entry) => rangesOf(entry, block.text))
  const open = own
    .filter((entry) => entry.open === true)
    .flatMap((entry) => rangesOf(entry, block.text))
  return unitsOf(block).flatMap((unit) => {
    const text = block.text.slice(unit.start, unit.end)
    const place = `contract.md:${block.line}`
    if (!isCovered(block.text, unit, all)) return [`${place}: no entry quotes all of "${text}"`]
    const leavesOpen = text.includes('not shown') && block.section !== '0'
    if (leavesOpen && !isCovered(block.text, unit, open)) {
      return [`${place}: no open entry quotes all of "${text}"`]
    }
    return []
  })
}

function rangesOf(entry: Requirement, text: string): readonly Unit[] {
  return quotesOf(entry).flatMap((each) => {
    const quote = collapseSpace(each)
    const ranges: Unit[] = []
    for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
      ranges.push({ start: at, end: at + quote.length })
    }
    return ranges
  })
}

// Every letter and digit of a unit is in some quote; punctuation between quotes need not be.
function isCovered(text: string, unit: Unit, ranges: readonly Unit[]): boolean {
  for (let at = unit.start; at < unit.end; at++) {
    if (!/[\p{L}\p{N}]/u.test(text[at] ?? '')) continue
    if (!ranges.some((range) => range.start <= at && at < range.end)) return false
  }
  return true
}

function findDuplicateIds(file: RequirementsFile): readonly string[] {
  const seen = new Set<string>()
  return [...file.requirements, ...file.choices].flatMap(({ id }) => {
    const faults = []
    if (!/^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/.test(id))
      faults.push(`${id}: not a dotted snake_case id`)
    if (seen.has(id)) faults.push(`${id}: the id is listed twice`)
    seen.add(id)
    return faults
  })
}

function openFaults(entry: Requirement): readonly string[] {
  const names = ['case', 'choice', 'source'] as const
  const given = names.filter((name) => entry[name] !== undefined)
  if (entry.open !== true) {
    return given.length === 0 ? [] : [`${entry.id}: "${given.join('", "')}" without "open"`]
  }
  const absent = names.filter((name) => entry[name] === undefined)
  return absent.map((name) => `${entry.id}: open, but "${name}" is absent`)
}

function pendingFaults({ id, state, pending }: Requirement | Choice): readonly string[] {
  if (state === 'built' && pending !== undefined) return [`${id}: built, but "pending" is given`]
  if (state === 'pending' && pending === undefined) return [`${id}: pending, but no work is named`]
  return []
}

function citationFaults(file: RequirementsFile, citations: Citations): readonly string[] {
  const entries = [...file.requirements, ...file.choices]
  const known = new Set(entries.map((entry) => entry.id))
  const cited = new Set(citations.cited.map((citation) => citation.id))
  const quick = citations.cited.filter(({ isLong }) => !isLong)
  const citedQuickly = new Set(quick.map((citation) => citation.id))
  return [
    ...citations.unreadable.map((place) => `${place}: the cited id is not a literal`),
    ...citations.cited
      .filter(({ id }) => !known.has(id))
      .map(({ id, place }) => `${place}: cites "${id}", which does not exist`),
    ...entries
      .filter((entry) => entry.state === 'built' && !cited.has(entry.id))
      .map(({ id }) => `${id}: built, but no test cites it`),
    ...entries
      .filter(({ id, state }) => state === 'built' && cited.has(id) && !citedQuickly.has(id))
      .map(({ id }) => `${id}: only long tests cite it, which "bun run test" leaves out`),
  ]
}
