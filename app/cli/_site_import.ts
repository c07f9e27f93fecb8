import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { countOf, type Problem, sortProblems } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { type ImportReport, importDocs } from '../import/corpus/mod.ts'
import { type FetchedSite, fetchSite } from '../import/fetch/mod.ts'
import { createPinnedSite } from '../service/network/pinned_site.ts'
import { printImport, printNext } from './_import_report.ts'
import { describeChanges, describeKept, listLines } from './_import_watch.ts'
import { progressBar } from './_progress.ts'
import { EXIT } from './command.ts'
import { printLine, printProblems, reportProblems } from './report_lines.ts'
import { waitForStop } from './stop_signals.ts'

/** Folder of the corpus with the copies of sites; hidden, so that no build reads it. */
const COPIES_FOLDER = '.site'

type ImportOptions = Parameters<typeof importDocs>[0]

/** What an import from an address is asked for. */
type SiteImport = Omit<ImportOptions, 'nowMs' | 'progress'> & {
  readonly program: string
  readonly allowsPrivate: boolean
  readonly pagesMax: number | undefined
  readonly bytesMax: number | undefined
  readonly stop: AbortSignal
}

type ImportedSite = {
  readonly report: ImportReport
  readonly site: Omit<FetchedSite, 'losses' | 'notes'>
}

/** Options of the commands that take an address. */
export const SITE_OPTIONS = {
  version: 'string',
  language: 'string',
  'allow-private': 'boolean',
  'max-pages': 'string',
  'max-megabytes': 'string',
} as const

export type SiteFlags = {
  readonly version?: string
  readonly language?: string
  readonly 'allow-private'?: boolean
  readonly 'max-pages'?: string
  readonly 'max-megabytes'?: string
}

/** What may be fetched, and from where. */
export function readBudgets(
  flags: SiteFlags,
): Result<Pick<SiteImport, 'allowsPrivate' | 'pagesMax' | 'bytesMax'>, string> {
  const amounts = (['max-pages', 'max-megabytes'] as const).map((name) => {
    const text = flags[name]
    if (text === undefined || /^[1-9]\d{0,6}$/.test(text)) return text && Number(text)
    return `Cannot use --${name} "${text}": write a number such as 10000`
  })
  const wrong = amounts.find((each) => typeof each === 'string')
  if (wrong !== undefined) return err(wrong)
  const [pagesMax, megabytes] = amounts.map((each) => (typeof each === 'number' ? each : undefined))
  const bytesMax = megabytes === undefined ? undefined : megabytes * 1024 * 1024
  return ok({ allowsPrivate: flags['allow-private'] === true, pagesMax, bytesMax })
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** Copies a site beside the corpus, and imports the copy. A trial leaves no copy. */
export async function importSite(
  request: SiteImport,
): Promise<Result<ImportedSite, readonly Problem[]>> {
  if (request.isTrial !== true) return await importInto(join(request.to, COPIES_FOLDER), request)
  const folder = await mkdtemp(join(tmpdir(), 'lectern-site-'))
  try {
    return await importInto(join(folder, COPIES_FOLDER), request)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function importInto(
  folder: string,
  request: SiteImport,
): Promise<Result<ImportedSite, readonly Problem[]>> {
  const { from: address, program, allowsPrivate, pagesMax, bytesMax, stop, ...rest } = request
  const { language, version } = rest
  const fetched = await fetchSite({
    address,
    folder,
    program,
    ...{ language, version, pagesMax, bytesMax, stop },
    ports: {
      send: createPinnedSite({
        loopback: false,
        ...(allowsPrivate ? { permits: () => true } : {}),
      }),
      clock: Date.now,
      wait: async (ms) => await setTimeout(ms, undefined),
    },
    progress: progressBar('fetching'),
  })
  if (!fetched.ok) return fetched
  const { losses, notes, ...site } = fetched.value
  const progress = progressBar('importing')
  const from = site.folder
  const imported = await importDocs({ ...rest, from, nowMs: Date.now(), progress })
  if (!imported.ok) return imported
  const report = {
    ...imported.value,
    losses: sortProblems([...losses, ...imported.value.losses]),
    notes: sortProblems([...notes, ...imported.value.notes]),
  }
  return ok({ report, site })
}

/** How often a site is asked for changes, unless said otherwise. */
export const EVERY_DEFAULT = '10m'

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }
const INTERVAL = /^([1-9]\d{0,4})([smh])$/

/** Whether a word is a time between two imports, such as `30m`. */
export function isInterval(word: string): boolean {
  return INTERVAL.test(word)
}

type Watching = {
  readonly strict: boolean
  /** Absent for one import. */
  readonly every: string | undefined
}

/** Imports a site, once or again and again; Ctrl-C ends it, and keeps what was fetched. */
export async function importFromAddress(
  request: Omit<SiteImport, 'stop'>,
  { strict, every }: Watching,
): Promise<number> {
  const stop = new AbortController()
  void waitForStop().then(() => stop.abort())
  const site = { ...request, stop: stop.signal }
  const first = await importSite(site)
  if (!first.ok) return reportProblems(first.error)
  printSite(first.value, request)
  if (every === undefined) {
    return strict && first.value.report.losses.length > 0 ? EXIT.problems : EXIT.fine
  }
  printLine(`Asking ${request.from} for changes each ${every}; Ctrl+C stops`)
  let known = listLines(first.value.report)
  for (;;) {
    await setTimeout(readInterval(every), undefined, { signal: stop.signal }).catch(() => undefined)
    if (stop.signal.aborted) return EXIT.fine
    const next = await importSite(site)
    if (stop.signal.aborted) return EXIT.fine
    const time = new Date().toTimeString().slice(0, 8)
    if (!next.ok) {
      printProblems(next.error)
      printLine(`${time} ${describeKept(next.error)}`)
      continue
    }
    const news = describeChanges(next.value.report, known)
    known = listLines(next.value.report)
    if (news !== undefined) printLine(`${time} ${news}`)
  }
}

function readInterval(text: string): number {
  const [, count = '1', unit = 'm'] = INTERVAL.exec(text) ?? []
  return Number(count) * (UNITS_MS[unit] ?? 60_000)
}

function printSite(
  { report, site }: ImportedSite,
  { to, isTrial }: Omit<SiteImport, 'stop'>,
): void {
  const { pages, requests, unchanged } = site
  const asked = countOf(requests, 'request')
  printLine(`Fetched ${countOf(pages, 'page')} with ${asked}; ${unchanged} had not changed`)
  printImport(report, to, isTrial === true)
  if (isTrial !== true) printNext(to)
}
