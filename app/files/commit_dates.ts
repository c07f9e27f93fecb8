import { isFullDate } from '../contract/formats.ts'
import { askGit } from './_git_question.ts'

/**
 * The date of the last commit of each file below a folder. One call for all files, because one call
 * for each would take minutes. Empty outside a work tree, or without git.
 */
export async function readCommitDates(folder: string): Promise<ReadonlyMap<string, string>> {
  const dates = new Map<string, string>()
  const log = ['log', '--format=format:%x00%cs', '--name-only', '--relative', '--no-renames']
  const output = await askGit(folder, (commit) => [...log, commit, '--', '.'])
  let day = ''
  for (const line of output.split('\n')) {
    if (line.startsWith('\0')) day = line.slice(1, 11)
    else if (line !== '' && !dates.has(line) && isFullDate(day)) dates.set(line, day)
  }
  return dates
}

/** Files below a folder that differ from the last commit. */
export async function listUncommitted(folder: string): Promise<ReadonlySet<string>> {
  // Git looks into a submodule with a process of its own, which reads the settings there.
  const diff = ['diff', '--name-only', '--relative', '--ignore-submodules=all']
  const output = await askGit(folder, (commit) => [...diff, commit, '--', '.'])
  return new Set(output.split('\n').filter((line) => line !== ''))
}
