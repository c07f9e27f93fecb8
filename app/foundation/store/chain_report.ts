import { CHAIN_START, findProtection } from './_chain.ts'
import type { Sql, SqlRow } from './port.ts'

const PAGE_ROWS = 500

/** The line that an archive leaves behind; it names the digest of the last line that went away. */
export const ARCHIVE_EVENT = 'audit_archived'

/** The line by which somebody with the key accepts one without; it names that line's digest. */
export const ACCEPTED_EVENT = 'audit_accepted'

export type ChainReport = {
  readonly lines: number
  readonly first: number | undefined
  readonly last: number | undefined
  /** Digest of the last line: whoever keeps it elsewhere notices a chain that was cut off. */
  readonly digest: string | undefined
  /** The first line from which on a key protects every line. */
  readonly keyedFrom: number | undefined
  readonly brokenAt: number | undefined
  /** Lines without a key after one with it, which nobody with the key has accepted since. */
  readonly unkeyed: readonly number[]
  /** Such lines that somebody with the key has accepted. */
  readonly accepted: readonly number[]
}

type ChainCheck = {
  readonly keys: readonly string[]
  /** Whether the rows begin in the middle, and what lies before them is trusted. */
  readonly isPart?: boolean
}

/** The lines of the audit in order, from a number on. */
export async function* readAuditRows(
  sql: Sql,
  from: number = Number.MIN_SAFE_INTEGER,
): AsyncIterable<SqlRow> {
  let next = from
  for (;;) {
    const text = `SELECT * FROM audit WHERE seq >= ? ORDER BY seq LIMIT ${PAGE_ROWS}`
    const rows = await sql.all(text, next)
    yield* rows
    if (rows.length < PAGE_ROWS) return
    next = Number(rows.at(-1)?.seq) + 1
  }
}

/**
 * Recomputes a chain. It begins at the start of all chains, or after lines that were archived: then
 * a later line of the same chain names the digest that it begins with. After the first line with a
 * key each one without is named, as those of a rewritten end would be, until a line with the key
 * accepts it.
 */
export async function verifyChain(
  rows: AsyncIterable<SqlRow>,
  { keys, isPart = false }: ChainCheck,
): Promise<ChainReport> {
  let report = EMPTY
  let previous = CHAIN_START
  let missing: string | undefined
  const unkeyed = new Map<string, number>()
  const accepted: number[] = []
  const toReport = (more: Partial<ChainReport> = {}) => ({
    ...report,
    unkeyed: [...unkeyed.values()],
    accepted,
    ...more,
  })
  for await (const row of rows) {
    const seq = Number(row.seq)
    if (report.first === undefined && (isPart || seq > 1)) {
      previous = bytesOf(row.previous)
      missing = isPart ? undefined : previous.toHex()
    }
    const expected = report.last === undefined ? seq : report.last + 1
    const protection = findProtection(row, previous, keys)
    if (seq !== expected || protection === undefined) return toReport({ brokenAt: seq })
    const isLost =
      protection === 'chain' && (report.keyedFrom !== undefined || isStrict(keys, isPart))
    if (isLost) unkeyed.set(bytesOf(row.hash).toHex(), seq)
    if (protection === 'key' && row.event === ACCEPTED_EVENT) {
      const digest = String(row.args_digest)
      const line = unkeyed.get(digest)
      if (line !== undefined && unkeyed.delete(digest)) accepted.push(line)
    }
    if (row.event === ARCHIVE_EVENT && row.args_digest === missing) missing = undefined
    previous = bytesOf(row.hash)
    report = {
      ...report,
      lines: report.lines + 1,
      first: report.first ?? seq,
      last: seq,
      digest: previous.toHex(),
      keyedFrom: report.keyedFrom ?? (protection === 'key' ? seq : undefined),
    }
  }
  return toReport(missing === undefined ? {} : { brokenAt: report.first })
}

const EMPTY: ChainReport = {
  lines: 0,
  first: undefined,
  last: undefined,
  digest: undefined,
  keyedFrom: undefined,
  brokenAt: undefined,
  unkeyed: [],
  accepted: [],
}

/** Who names the line to begin with says that the key was set by then. */
function isStrict(keys: readonly string[], isPart: boolean): boolean {
  return isPart && keys.length > 0
}

function bytesOf(value: SqlRow[string] | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : CHAIN_START
}
