import { isFullDate } from '../contract/formats.ts'
import type { Problem } from '../contract/problem.ts'
import { type ImportReport, importDocs, type Product } from '../importer/mod.ts'
import { followSource, type SourceFollower } from './_import_watch.ts'
import { nameProgram } from './_program_name.ts'
import { progressBar } from './_progress.ts'
import { printLine, printProblems, reportProblems, reportWrongUse } from './_report.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { waitForStop } from './stop_signals.ts'

type ImportFlags = {
  readonly to?: string
  readonly date?: string
  readonly check?: boolean
  readonly strict?: boolean
  readonly version?: string
  readonly language?: string
  readonly watch?: boolean
  readonly poll?: boolean
}

export const command = defineCommand({
  usage:
    'import SOURCE --to DIR [--check | --watch [--poll]] [--strict] [--version V] ' +
    '[--language L] [--date YYYY-MM-DD]',
  does: 'turns the documentation of another generator into a corpus, and lists what is lost',
  details:
    '--to is the corpus folder to write; --check lists what would be lost and writes nothing; ' +
    '--strict ends with 1 when anything is lost; --version and --language choose one of several; ' +
    '--date is the date of pages without one.\n' +
    '  --watch imports again after each change, so that "dev" can show the corpus; with --poll\n' +
    '  it looks every second, for disks without events.',
  options: {
    to: 'string',
    date: 'string',
    check: 'boolean',
    strict: 'boolean',
    version: 'string',
    language: 'string',
    watch: 'boolean',
    poll: 'boolean',
  },
  takesWords: true,
  run: runImport,
})

async function runImport({ words, flags }: Call<ImportFlags>): Promise<number> {
  const { to, date, check = false, strict = false, watch = false, poll = false } = flags
  const { version, language } = flags
  const [from, ...more] = words
  if (from === undefined || more.length > 0 || to === undefined) {
    return reportWrongUse(
      'Cannot import: name one folder or file, and a corpus, as in import SOURCE --to DIR',
    )
  }
  if (date !== undefined && !isFullDate(date)) {
    return reportWrongUse(
      `Cannot import with --date "${date}": it is not a date such as 2026-11-21`,
    )
  }
  if (watch && check) {
    return reportWrongUse('Cannot import with --watch and --check: the one writes, the other not')
  }
  const wishes = {
    from,
    to,
    ...(date === undefined ? {} : { date }),
    ...(version === undefined ? {} : { version }),
    ...(language === undefined ? {} : { language }),
  }
  const follower = watch ? await openFollower(wishes, poll) : undefined
  const progress = progressBar('importing')
  const result = await importDocs({ ...wishes, nowMs: Date.now(), isTrial: check, progress })
  if (!result.ok) {
    follower?.close()
    return reportProblems(result.error)
  }
  printReport(result.value, to, check)
  if (follower === undefined) {
    return strict && result.value.losses.length > 0 ? EXIT.problems : EXIT.fine
  }
  printLine(`Following ${from}; Ctrl+C stops`)
  follower.start(result.value)
  await waitForStop()
  follower.close()
  return EXIT.fine
}

async function openFollower(
  wishes: Omit<Parameters<typeof importDocs>[0], 'nowMs'>,
  polls: boolean,
): Promise<SourceFollower> {
  return await followSource({
    from: wishes.from,
    to: wishes.to,
    polls,
    importAgain: () => importDocs({ ...wishes, nowMs: Date.now() }),
    print: printLine,
    clock: () => new Date(),
  })
}

function printReport(report: ImportReport, to: string, isTrial: boolean): void {
  const { generator, pages, assets, losses, notes, reserved, product, comparison } = report
  printProblems(reserved, 'reserved: ')
  printProblems(notes, 'note: ')
  printProblems(losses, 'lost: ')
  const files =
    assets === 0 ? '' : `, and ${assets} ${assets === 1 ? 'file' : 'files'} they show or offer,`
  const count = countLosses(losses)
  printLine(`Read the folder as ${generator}`)
  if (isTrial) {
    printLine(`Would import ${pages} pages${files} into ${to}, and wrote nothing; ${count}`)
    printKinds(losses)
    if (comparison !== undefined) printLine(describeWords(comparison))
    return
  }
  if (product === undefined) printLine(`Kept ${to}/registry.yaml`)
  else for (const line of describeProduct(product)) printLine(line)
  printLine(`Imported ${pages} pages${files} into ${to}; ${count}`)
  printKinds(losses)
  if (comparison !== undefined) printLine(describeWords(comparison))
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
  return `${items} not carried over (listed above)`
}

function printKinds(losses: readonly Problem[]): void {
  for (const [kind, times] of countKinds(losses)) printLine(`  ${times} × ${kind}`)
}

/** What a loss says without the names in it, and how often; the most frequent first. */
function countKinds(losses: readonly Problem[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { what } of losses) {
    const names = what.replaceAll('\\"', '')
    const kind = names.replace(/"[^"]*"/g, '"…"').replace(/\d+/g, 'N')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}
