import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listUncommitted, readCommitDates } from '../../../foundation/files/commit_dates.ts'

/** The day of the last change of a page that states none. */
export type PageDate = {
  readonly day: string
  /** Whether git has it: the time of a file is that of its copy, which readers are not shown. */
  readonly isCommitted: boolean
}

/**
 * When each of these files changed last: the day of its last commit, which is the same in every
 * clone. A file that no commit holds as it is has the day of its own time.
 */
export async function readPageDates(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, PageDate>> {
  if (files.length === 0) return new Map()
  const commits = await readCommitDates(folder, files)
  const edited = commits.size === 0 ? new Set<string>() : await listUncommitted(folder, files)
  const dated = files.map(async (file): Promise<readonly [string, PageDate]> => {
    const commit = edited.has(file) ? undefined : commits.get(file)
    return [file, commit === undefined ? await readFileDate(join(folder, file)) : dateOf(commit)]
  })
  return new Map(await Promise.all(dated))
}

/** The day of the last change of a file; the first of all days if it is gone. */
export async function readFileDate(path: string): Promise<PageDate> {
  const stats = await stat(path).catch(() => undefined)
  const day = new Date(stats?.mtimeMs ?? 0).toISOString().slice(0, 10)
  return { day, isCommitted: false }
}

function dateOf(commit: string): PageDate {
  return { day: commit, isCommitted: true }
}
