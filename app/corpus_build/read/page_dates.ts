import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listUncommitted, readCommitDates } from '../../files/commit_dates.ts'

/**
 * When each of these files changed last: the day of its last commit, which is the same in every
 * clone. A file that no commit holds as it is has the day of its own time.
 */
export async function readPageDates(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (files.length === 0) return new Map()
  const commits = await readCommitDates(folder)
  const edited = commits.size === 0 ? new Set<string>() : await listUncommitted(folder)
  const dated = files.map(async (file): Promise<readonly [string, string]> => {
    const commit = edited.has(file) ? undefined : commits.get(file)
    return [file, commit ?? (await readFileDate(join(folder, file)))]
  })
  return new Map(await Promise.all(dated))
}

/** The day of the last change of a file; the first of all days if it is gone. */
export async function readFileDate(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined)
  return new Date(stats?.mtimeMs ?? 0).toISOString().slice(0, 10)
}
