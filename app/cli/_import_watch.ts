import { join, resolve, sep } from 'node:path'
import { watchFolders } from '../build/preview/mod.ts'
import { formatProblem, type Problem } from '../contract/problem.ts'
import type { Result } from '../contract/result.ts'
import { listGitFiles } from '../foundation/files/git_folder.ts'
import { type ImportReport, isConfigurationName, OVERRIDES_FOLDER } from '../import/corpus/mod.ts'
import { printFirst } from './_import_report.ts'
import { printProblems } from './report_lines.ts'

type SourceFollowing = {
  readonly from: string
  /** Folder of the corpus, which may be inside of it. */
  readonly to: string
  /** Looks every second, for disks without events. */
  readonly polls: boolean
  readonly importAgain: () => Promise<Result<ImportReport, readonly Problem[]>>
  readonly print: (line: string) => void
  readonly clock: () => Date
}

/** Follows a source until it is closed, after the first import said that there is one. */
export type SourceFollower = {
  /** Begins to import again; what changed since the follower was made is not missed. */
  readonly start: (first: ImportReport) => void
  readonly close: () => void
}

/**
 * Imports a source again after each change of it, or of what its corpus overrides. An import that
 * fails leaves the corpus as it is and says why.
 */
export async function followSource(options: SourceFollowing): Promise<SourceFollower> {
  const { from, to, polls, importAgain, print, clock } = options
  const overrides = join(to, OVERRIDES_FOLDER)
  const started = Promise.withResolvers<ImportReport>()
  let known: ReadonlySet<string> | undefined
  const follow = async (paths: readonly string[] | undefined): Promise<void> => {
    known ??= listLines(await started.promise)
    const isOther = (path: string) => !isInside(path, to) || isInside(path, overrides)
    if (paths !== undefined && !paths.some(isOther)) return
    const startMs = performance.now()
    const result = await importAgain()
    const time = clock().toTimeString().slice(0, 8)
    if (!result.ok) {
      printProblems(result.error)
      print(`${time} ${describeKept(result.error)}`)
      return
    }
    const before = known
    known = listLines(result.value)
    const news = describeChanges(result.value, before)
    const tookMs = Math.round(performance.now() - startMs)
    if (news !== undefined) print(`${time} ${news} (${tookMs} ms)`)
  }
  const watcher = watchFolders({
    folders: () => [from, overrides],
    keeps: isConfigurationName,
    // Each commit and each change of branch changes these, and maybe dates.
    marks: listGitFiles(from, ['HEAD', 'logs/HEAD']),
    polls,
    follow,
    report: print,
    stopwatch: () => performance.now(),
  })
  await watcher.started
  return { start: started.resolve, close: watcher.close }
}

/** Prints losses that are new, and says in a line what changed; undefined if nothing did. */
export function describeChanges(
  report: ImportReport,
  before: ReadonlySet<string>,
): string | undefined {
  const lines = listLines(report)
  const { written, removed } = report.changes
  const news = report.losses.filter((loss) => !before.has(formatProblem(loss)))
  printFirst(news, 'lost: ')
  if (written + removed === 0 && news.length === 0 && lines.size === before.size) return undefined
  const lost = lines.size === 0 ? '' : `; ${count(lines.size, 'item')} not carried over`
  return `${count(written, 'file')} written, ${removed} removed${lost}`
}

export function listLines({ losses }: ImportReport): ReadonlySet<string> {
  return new Set(losses.map(formatProblem))
}

export function describeKept(problems: readonly Problem[]): string {
  return `Kept the corpus as it was: ${count(problems.length, 'problem')}`
}

function isInside(path: string, folder: string): boolean {
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
