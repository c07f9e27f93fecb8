import { isFullDate } from '../contract/formats.ts'

/** Git, whatever the user's settings say about names and signatures. */
const GIT = ['git', '-c', 'core.quotepath=off', '-c', 'log.showSignature=false']

/**
 * The date of the last commit of each file below a folder. One call for all files, because one call
 * for each would take minutes. Empty outside a work tree, or without git.
 */
export async function readCommitDates(folder: string): Promise<ReadonlyMap<string, string>> {
  const dates = new Map<string, string>()
  const log = ['log', '--format=format:%x00%cs', '--name-only', '--relative', '--no-renames']
  const output = await readGit(folder, [...log, '--', '.'])
  let day = ''
  for (const line of output.split('\n')) {
    if (line.startsWith('\0')) day = line.slice(1, 11)
    else if (line !== '' && !dates.has(line) && isFullDate(day)) dates.set(line, day)
  }
  return dates
}

/** Files below a folder that differ from the last commit. */
export async function listUncommitted(folder: string): Promise<ReadonlySet<string>> {
  const output = await readGit(folder, ['diff', '--name-only', '--relative', 'HEAD', '--', '.'])
  return new Set(output.split('\n').filter((line) => line !== ''))
}

async function readGit(folder: string, words: readonly string[]): Promise<string> {
  const [git = '', ...settings] = GIT
  try {
    const child = Bun.spawn([git, '-C', folder, ...settings, ...words], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
    })
    const output = await new Response(child.stdout).text()
    return (await child.exited) === 0 ? output : ''
  } catch {
    // There is no git on this machine.
    return ''
  }
}
