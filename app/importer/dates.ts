import { isFullDate } from '../contract/formats.ts'

/** Front matter keys that say when a page changed, most reliable first. */
const KEYS = [
  'updated',
  'lastUpdated',
  'last_updated',
  'lastmod',
  'last_modified',
  'lastModified',
  'last_update',
  'modified',
  'updatedAt',
  'date',
  'pubDate',
]

export const DATE_KEYS: ReadonlySet<string> = new Set(KEYS)

/** The first valid date in the front matter. */
export function findDate(fields: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of KEYS) {
    const value = fields[key]
    const text = typeof value === 'object' && value !== null ? Reflect.get(value, 'date') : value
    const day = typeof text === 'string' ? text.trim().slice(0, 10) : ''
    if (isFullDate(day)) return day
  }
  return undefined
}

/**
 * The date of the last commit of each file below a folder. One call for all files, because one call
 * for each would take minutes. Empty outside a work tree, or without git.
 */
export async function readCommitDates(folder: string): Promise<ReadonlyMap<string, string>> {
  const dates = new Map<string, string>()
  const command = ['git', '-C', folder, '-c', 'core.quotepath=off', '-c', 'log.showSignature=false']
  const log = ['log', '--format=format:%x00%cs', '--name-only', '--relative', '--no-renames']
  const output = await readOutput([...command, ...log, '--', '.'])
  let day = ''
  for (const line of output.split('\n')) {
    if (line.startsWith('\0')) day = line.slice(1, 11)
    else if (line !== '' && !dates.has(line) && isFullDate(day)) dates.set(line, day)
  }
  return dates
}

async function readOutput(command: string[]): Promise<string> {
  try {
    const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
    const output = await new Response(child.stdout).text()
    return (await child.exited) === 0 ? output : ''
  } catch {
    // There is no git on this machine.
    return ''
  }
}
