import { escapeHidden } from '../contract/hidden_characters.ts'
import { countOf, type Problem } from '../contract/problem.ts'
import type { ImportReport, Product } from '../import/corpus/mod.ts'
import { nameProgram } from './command.ts'
import { printLine, printProblems } from './report_lines.ts'

/** Lines of one kind; more say nothing new, and hide the other kinds. */
const LISTED_MAX = 100

export function printImport(report: ImportReport, to: string, isTrial: boolean): void {
  const { generator, pages, assets, losses, notes, reserved, product, comparison } = report
  printFirst(reserved, 'reserved: ')
  printFirst(notes, 'note: ')
  printFirst(losses, 'lost: ')
  const files = assets === 0 ? '' : `, and ${countOf(assets, 'file')} they show or offer,`
  const count = countLosses(losses)
  printLine(`Read the folder as ${generator}`)
  if (isTrial) {
    printLine(
      `Would import ${countOf(pages, 'page')}${files} into ${to}, and wrote nothing; ${count}`,
    )
    printKinds(losses)
    if (comparison !== undefined) printLine(describeWords(comparison))
    return
  }
  if (product === undefined) printLine(`Kept ${to}/registry.yaml`)
  else for (const line of describeProduct(product)) printLine(line)
  printLine(`Imported ${countOf(pages, 'page')}${files} into ${to}; ${count}`)
  printKinds(losses)
  if (comparison !== undefined) printLine(describeWords(comparison))
}

/** Prints problems, of those that say the same at most so many. */
export function printFirst(problems: readonly Problem[], prefix: string): void {
  const counts = new Map<string, number>()
  const first = problems.filter(({ what }) => {
    const count = (counts.get(findKind(what)) ?? 0) + 1
    counts.set(findKind(what), count)
    return count <= LISTED_MAX
  })
  printProblems(first, prefix)
  for (const [kind, count] of counts) {
    const more = count - LISTED_MAX
    if (more > 0) console.error(escapeHidden(`${prefix}and ${more} more: ${kind}`))
  }
}

export function printNext(to: string): void {
  console.log()
  printLine(`Next: ${nameProgram()} dev ${to}`)
}

/** Says what the registry was filled with and from which file, so that a wrong name is noticed. */
function describeProduct(product: Product): readonly string[] {
  const { name, title, version, license, language, from } = product
  const state = (word: string, value: string | undefined, file: string | undefined) => {
    if (value === undefined || file === undefined) return `${word} not stated`
    return `${word} ${value}, as ${file} says`
  }
  return [
    `Named the service "${title}" (${name}), after ${from.title ?? 'the name of the folder'}`,
    `  ${state('version', version, from.version)}`,
    `  ${state('licence', license, from.license)}`,
    `  ${state('language', language, from.language)}`,
  ]
}

type Comparison = NonNullable<ImportReport['comparison']>

function describeWords({ words, missing }: Comparison): string {
  const share = ((missing / words) * 100).toFixed(2)
  return `Compared ${words} words of the original pages: ${missing} (${share} %) are missing`
}

function countLosses(losses: readonly Problem[]): string {
  if (losses.length === 0) return 'everything was carried over'
  const items = losses.length === 1 ? '1 item was' : `${losses.length} items were`
  const isListed = countKinds(losses).every(([, times]) => times <= LISTED_MAX)
  const listed = isListed ? 'listed above' : `the first ${LISTED_MAX} of each kind are listed above`
  return `${items} not carried over (${listed})`
}

function printKinds(losses: readonly Problem[]): void {
  for (const [kind, times] of countKinds(losses)) printLine(`  ${times} × ${kind}`)
}

/** The kinds of losses, and how often; the most frequent first. */
function countKinds(losses: readonly Problem[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { what } of losses) {
    const kind = findKind(what)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** What a problem says without the names in it. */
function findKind(what: string): string {
  const names = what.replaceAll('\\"', '')
  return names.replace(/"[^"]*"/g, '"…"').replace(/\d+/g, 'N')
}
