import { setTimeout } from 'node:timers/promises'
import { countOf } from '../contract/problem.ts'
import { printImport, printNext } from './_import_report.ts'
import { describeChanges, describeKept, listLines } from './_import_watch.ts'
import { type ImportedSite, importSite, type SiteImport } from './_site_import.ts'
import { EXIT } from './command.ts'
import { printLine, printProblems, reportProblems } from './report_lines.ts'
import { waitForStop } from './stop_signals.ts'

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
