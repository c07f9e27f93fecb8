import { PAGE_ID_PATTERN } from '../../contract/page.ts'
import { compare, type Place, type Problem, problemAt, quote } from '../../contract/problem.ts'
import { readValue } from '../../text/source_text/yaml_column.ts'
import type { LockEntry } from './corpus.ts'
import type { SourceLock } from './source.ts'

// One entry per line, sorted by path, so that two branches seldom touch the same line; each line
// is JSON, which is YAML too.
const HEADER = `# Ids of all pages that are or were. The build writes this file; commit it.
# An id never comes back, so entries of pages that are gone stay.
`

const PAGE_ID = new RegExp(PAGE_ID_PATTERN)
const MEMBERS = ['id', 'path', 'title', 'digest']
const DIGEST = /^[0-9a-f]{64}$/
const CONFLICT = /^(<{7}|={7}|>{7}|\|{7})/

/** Formats the lock as a deterministic file that is easy to commit and merge. */
export function formatLock(entries: readonly LockEntry[]): string {
  const rows = [...entries]
    .sort((a, b) => compare(a.path, b.path))
    .map(({ id, path, title, digest }) => `- ${JSON.stringify({ id, path, title, digest })}\n`)
  return HEADER + rows.join('')
}

/** Parses a lock; every invalid line is a problem of its own. */
export function parseLock(
  file: string,
  text: string,
): { readonly lock: SourceLock; readonly problems: readonly Problem[] } {
  const entries: (LockEntry & { readonly place: Place })[] = []
  const problems: Problem[] = []
  const byId = new Map<string, number>()
  const byPath = new Map<string, number>()
  for (const [at, row] of text.split('\n').entries()) {
    if (row.trim() === '' || row.startsWith('#')) continue
    const place = { file, line: at + 1, column: 1 }
    const entry = parseRow(row)
    const problem =
      entry === undefined
        ? explainBadRow(place, row)
        : (checkId(place, entry) ?? checkUnique(place, entry, byId, byPath))
    if (problem !== undefined) problems.push(problem)
    if (entry === undefined) continue
    byId.set(entry.id, byId.get(entry.id) ?? place.line)
    byPath.set(entry.path, byPath.get(entry.path) ?? place.line)
    entries.push({ ...entry, place })
  }
  return { lock: { entries, readable: problems.length === 0 }, problems }
}

function parseRow(row: string): LockEntry | undefined {
  if (!row.startsWith('- {')) return undefined
  let value: unknown
  try {
    value = JSON.parse(row.slice(2))
  } catch {
    return undefined
  }
  const [id, path, title, digest] = MEMBERS.map((name) => readValue(value, [name]))
  if (typeof id !== 'string' || typeof path !== 'string') return undefined
  if (typeof title !== 'string' || typeof digest !== 'string') return undefined
  if (!DIGEST.test(digest) || Object.keys(Object(value)).length > MEMBERS.length) return undefined
  return { id, path, title, digest }
}

function explainBadRow(place: Place, row: string): Problem {
  if (CONFLICT.test(row)) {
    return problemAt(
      place,
      'this line is an unresolved merge conflict',
      'keep the lines of both sides and remove the markers',
    )
  }
  return problemAt(
    place,
    `this line is not a valid entry: ${quote(row)}`,
    'restore the line from the last commit; it has id, path, title and digest',
  )
}

function checkId(place: Place, entry: LockEntry): Problem | undefined {
  if (PAGE_ID.test(entry.id) && entry.id.length <= 16) return undefined
  return problemAt(
    place,
    `the id ${quote(entry.id)} is not a page id`,
    'restore the line from the last commit; an id is the letter p and digits',
  )
}

function checkUnique(
  place: Place,
  entry: LockEntry,
  byId: ReadonlyMap<string, number>,
  byPath: ReadonlyMap<string, number>,
): Problem | undefined {
  const sameId = byId.get(entry.id)
  if (sameId !== undefined) {
    return problemAt(
      place,
      `the id ${quote(entry.id)} is already on line ${sameId}`,
      'remove the line of the newer page; the build gives it a new id',
    )
  }
  const samePath = byPath.get(entry.path)
  if (samePath === undefined) return undefined
  return problemAt(
    place,
    `the path ${quote(entry.path)} is already on line ${samePath}`,
    'remove the line with the newer id',
  )
}
