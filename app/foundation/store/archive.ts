import { join } from 'node:path'
import { err, ok, type Result } from '../../contract/result.ts'
import { checkRecordFile, readRecordFile, writeRecordFile } from './_record_file.ts'
import { buildSqliteRefusal } from './_schema.ts'
import { ARCHIVE_EVENT, readAuditRows } from './chain_report.ts'
import type { Audit, Sql, SqlRow, Store } from './port.ts'

/** Rows of one file, which leave the store in one transaction. */
const FILE_ROWS = 5000

const FORMAT = 'lectern-archive'

type ArchivePorts = {
  readonly store: Store
  readonly audit: Audit
  /** An existing or new folder. */
  readonly folder: string
}

type ArchivedRows = { readonly rows: number; readonly files: readonly string[] }

/** How many lines of the audit, from the first on, are older than a time. */
export async function countOldLines(sql: Sql, before: number): Promise<number> {
  let count = 0
  for await (const row of readAuditRows(sql)) {
    if (Number(row.at) >= before) break
    count += 1
  }
  return count
}

/**
 * Moves the oldest lines of the audit to files. Each file is on the disk before its lines go, and a
 * line stays behind that names the digest with which the rest continues.
 */
export async function archiveAudit(ports: ArchivePorts, before: number): Promise<ArchivedRows> {
  const files: string[] = []
  let rows = 0
  for (;;) {
    const lines = await readOldLines(ports.store.sql, before)
    const [first, last] = [lines[0], lines.at(-1)]
    if (first === undefined || last === undefined) return { rows, files }
    const range = `${first.seq} to ${last.seq}`
    const path = join(ports.folder, `audit-${padLine(first)}-${padLine(last)}.jsonl`)
    const digest = hexOf(last.hash)
    await writeArchive(path, { first: first.seq, last: last.seq, digest }, 'audit', lines)
    await ports.store.transaction(async (sql) => {
      // The line comes first: it takes the lock of the chain, and nobody waits behind it.
      const entry = { event: ARCHIVE_EVENT, outcome: 'removed', operation: `lines ${range}` }
      await ports.audit.append(sql, { ...entry, argsDigest: digest })
      await removeLines(ports.store.dialect, sql, Number(last.seq))
    })
    files.push(path)
    rows += lines.length
  }
}

async function readOldLines(sql: Sql, before: number): Promise<readonly SqlRow[]> {
  const lines: SqlRow[] = []
  for await (const row of readAuditRows(sql)) {
    if (Number(row.at) >= before || lines.length === FILE_ROWS) break
    lines.push(row)
  }
  return lines
}

/** Nobody else may: the triggers are back before anybody sees that they were away. */
async function removeLines(dialect: Store['dialect'], sql: Sql, last: number): Promise<void> {
  const isSqlite = dialect === 'sqlite'
  await sql.run(
    isSqlite
      ? 'DROP TRIGGER audit_refuses_delete'
      : 'ALTER TABLE audit DISABLE TRIGGER audit_is_append_only',
  )
  await sql.run('DELETE FROM audit WHERE seq <= ?', last)
  await sql.run(
    isSqlite
      ? buildSqliteRefusal('DELETE')
      : 'ALTER TABLE audit ENABLE TRIGGER audit_is_append_only',
  )
}

/** Which rows are finished: a condition whose parameters are all the same time. */
const FINISHED = {
  held_approval: {
    condition: `created < ? AND (state IN ('applied', 'failed', 'rejected', 'expired', 'cancelled')
      OR (state IN ('held', 'approved') AND ends < ?))`,
    times: 2,
  },
  app_user: {
    condition: `created < ? AND state = 'active'
      AND NOT EXISTS (SELECT 1 FROM grant_ WHERE user_id = app_user.id)
      AND NOT EXISTS (SELECT 1 FROM session WHERE user_id = app_user.id)
      AND NOT EXISTS (SELECT 1 FROM membership WHERE user_id = app_user.id)
      AND NOT EXISTS (SELECT 1 FROM held_approval WHERE requested_by = app_user.id)`,
    times: 1,
  },
} as const

type FinishedTable = keyof typeof FINISHED

/** How many rows of a table nobody uses any more since a time. */
export async function countFinished(
  sql: Sql,
  table: FinishedTable,
  before: number,
): Promise<number> {
  const { condition, times } = FINISHED[table]
  const row = await sql.one(
    `SELECT CAST(count(*) AS INTEGER) AS held FROM ${table} WHERE ${condition}`,
    ...Array.from({ length: times }, () => before),
  )
  return Number(row?.held ?? 0)
}

/** Moves rows that nobody uses any more to files; each file is on the disk before they go. */
export async function archiveFinished(
  { store, audit, folder }: ArchivePorts,
  table: FinishedTable,
  before: number,
): Promise<ArchivedRows> {
  const { condition, times } = FINISHED[table]
  const values = Array.from({ length: times }, () => before)
  const files: string[] = []
  let rows = 0
  for (;;) {
    const select = `SELECT * FROM ${table} WHERE ${condition} ORDER BY id LIMIT ${FILE_ROWS}`
    const old = await store.sql.all(select, ...values)
    if (old.length === 0) return { rows, files }
    const path = join(folder, `${table}-${crypto.randomUUID()}.jsonl`)
    const sha256 = await writeArchive(path, {}, table, old)
    const removed = await store.transaction(async (sql) => {
      const marks = old.map(() => '?').join(', ')
      const text = `DELETE FROM ${table} WHERE id IN (${marks}) AND ${condition}`
      const count = await sql.run(text, ...old.map(({ id }) => id ?? null), ...values)
      const entry = { event: 'rows_archived', outcome: table, operation: `${count} rows` }
      await audit.append(sql, { ...entry, argsDigest: sha256 })
      return count
    })
    files.push(path)
    rows += removed
    // Somebody came back meanwhile: the next run finds out again.
    if (removed < old.length) return { rows, files }
  }
}

/** Writes a file and reads it back; an equal one of an interrupted run is as good. */
async function writeArchive(
  path: string,
  given: Readonly<Record<string, unknown>>,
  table: string,
  rows: readonly SqlRow[],
): Promise<string> {
  const head = { format: FORMAT, holds: table, ...given }
  const known = await checkRecordFile(path)
  const isThere = known.ok && JSON.stringify(known.value.head) === JSON.stringify(head)
  if (!isThere) await writeRecordFile(path, head, toRecords(table, rows))
  const checked = await checkRecordFile(path)
  if (!checked.ok) throw new Error(checked.error)
  return checked.value.sha256
}

async function* toRecords(table: string, rows: readonly SqlRow[]) {
  for (const row of rows) yield { table, row }
}

/** Archived lines of the audit, in order and then those of the store; every file must be whole. */
export async function readArchivedAudit(
  sql: Sql,
  paths: readonly string[],
): Promise<Result<AsyncIterable<SqlRow>, string>> {
  const files: { readonly path: string; readonly first: number }[] = []
  for (const path of paths) {
    const checked = await checkRecordFile(path)
    if (!checked.ok) return checked
    const { format, holds, first } = checked.value.head
    if (format !== FORMAT || holds !== 'audit') {
      return err(`Cannot read "${path}": it is not an archive of the audit`)
    }
    files.push({ path, first: Number(first) })
  }
  return ok(
    readInOrder(
      sql,
      files.toSorted((one, other) => one.first - other.first),
    ),
  )
}

async function* readInOrder(
  sql: Sql,
  files: readonly { readonly path: string }[],
): AsyncIterable<SqlRow> {
  let next: number | undefined
  for (const { path } of files) {
    for await (const { row } of readRecordFile(path)) {
      // A run that was interrupted leaves a file whose lines a later file holds again.
      if (next !== undefined && Number(row.seq) < next) continue
      next = Number(row.seq) + 1
      yield row
    }
  }
  yield* readAuditRows(sql, next)
}

function padLine({ seq }: SqlRow): string {
  return String(seq).padStart(12, '0')
}

function hexOf(value: SqlRow[string] | undefined): string {
  return value instanceof Uint8Array ? value.toHex() : ''
}
