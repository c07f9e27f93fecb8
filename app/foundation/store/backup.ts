import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { err, ok, type Result } from '../../contract/result.ts'
import { syncFolder } from '../files/folder_writer.ts'
import { createPostgresStatements } from './_postgres_statements.ts'
import {
  checkRecordFile,
  readRecordFile,
  type WrittenRecords,
  writeRecordFile,
} from './_record_file.ts'
import { SCHEMA_VERSION, TABLES } from './_schema.ts'
import { createPrepare, createSqliteStatements } from './_sqlite_statements.ts'
import { type Sql, type SqlRow, StoreUnavailable } from './port.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const FORMAT = 'lectern-store'
const FETCH_ROWS = 500

/** Statements that run one after another on one connection, which is closed at the end. */
type Connection = { readonly sql: Sql; close(): Promise<void> }

/**
 * Writes all tables, as they are at one moment, to one checked file that both databases can be
 * restored from. Other processes go on reading and writing meanwhile.
 */
export async function backupStore(databaseUrl: string, path: string): Promise<WrittenRecords> {
  const isSqlite = databaseUrl.startsWith('sqlite:')
  const connection = isSqlite
    ? connectSqlite(databaseUrl, true)
    : await connectPostgres(databaseUrl)
  try {
    await connection.sql.run(isSqlite ? 'BEGIN' : 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const head = { format: FORMAT, version: SCHEMA_VERSION }
    return await writeRecordFile(path, head, readTables(connection.sql, isSqlite))
  } finally {
    await connection.close()
  }
}

async function* readTables(sql: Sql, isSqlite: boolean) {
  for (const table of TABLES) {
    const rows = isSqlite ? readByRowId(sql, table) : readByCursor(sql, table)
    for await (const row of rows) yield { table, row }
  }
}

async function* readByRowId(sql: Sql, table: string): AsyncIterable<SqlRow> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await sql.all(
      `SELECT rowid AS row_number_, * FROM ${table} WHERE rowid > ? ORDER BY rowid
        LIMIT ${FETCH_ROWS}`,
      after,
    )
    for (const { row_number_: at, ...row } of rows) {
      after = Number(at)
      yield row
    }
    if (rows.length < FETCH_ROWS) return
  }
}

async function* readByCursor(sql: Sql, table: string): AsyncIterable<SqlRow> {
  await sql.run(`DECLARE rows_ CURSOR FOR SELECT * FROM ${table}`)
  for (;;) {
    const rows = await sql.all(`FETCH ${FETCH_ROWS} FROM rows_`)
    yield* rows
    if (rows.length < FETCH_ROWS) break
  }
  await sql.run('CLOSE rows_')
}

/** Proves that a backup is whole and of this version, and that there is nothing in its place. */
export async function checkRestore(
  databaseUrl: string,
  path: string,
): Promise<Result<WrittenRecords, string>> {
  const checked = await checkRecordFile(path)
  if (!checked.ok) return checked
  const { head, ...written } = checked.value
  const refuse = (state: string) => err(`Cannot restore "${path}": ${state}`)
  if (head.format !== FORMAT) return refuse('it is not a backup of a store')
  if (head.version !== SCHEMA_VERSION) {
    return refuse(`its tables have version ${head.version}, and this program ${SCHEMA_VERSION}`)
  }
  if (databaseUrl.startsWith('sqlite:')) {
    if (!existsSync(pathOf(databaseUrl)) || (await isEmptySqlite(databaseUrl))) return ok(written)
    return refuse('the file of the store is there')
  }
  const connection = await connectPostgres(databaseUrl)
  try {
    const filled = await findFilledTable(connection.sql, true)
    return filled === undefined ? ok(written) : refuse(describeFilled(filled))
  } finally {
    await connection.close()
  }
}

/** Whether a file is a store that nothing was written to but the report of searches. */
async function isEmptySqlite(databaseUrl: string): Promise<boolean> {
  const connection = connectSqlite(databaseUrl, true)
  try {
    return (await findFilledTable(connection.sql, false)) === undefined
  } catch {
    // Another program's file lacks the tables, or is no database.
    return false
  } finally {
    await connection.close()
  }
}

/** What a service of documentation alone keeps: a restore removes it. */
const REPORT_TABLES: ReadonlySet<string> = new Set(['search_total', 'search_query'])

/** A table with rows, without those of the report; a check creates nothing. */
async function findFilledTable(sql: Sql, mayBeAbsent: boolean): Promise<string | undefined> {
  for (const table of TABLES) {
    if (REPORT_TABLES.has(table)) continue
    const found = mayBeAbsent ? await sql.one('SELECT to_regclass(?)::text AS name', table) : {}
    if (found?.name === null) continue
    const row = await sql.one(`SELECT 1 AS one FROM ${table} LIMIT 1`)
    if (row !== undefined) return table
  }
  return undefined
}

function describeFilled(table: string): string {
  return `the database is not empty: it has rows in "${table}"`
}

/** Fills an empty database with a backup that `checkRestore` accepted: all of it, or nothing. */
export async function restoreStore(databaseUrl: string, path: string): Promise<void> {
  if (!databaseUrl.startsWith('sqlite:')) {
    await (await openPostgres(databaseUrl)).close()
    // Nobody else may fill the tables meanwhile, or two stores would become one.
    const begins = ['BEGIN READ WRITE', `LOCK TABLE ${TABLES.join(', ')} IN EXCLUSIVE MODE`]
    await fillTables(await connectPostgres(databaseUrl), path, { begins, ends: ['COMMIT'] })
    return
  }
  const target = pathOf(databaseUrl)
  // Without the checkpoint the rows would be in the log beside the file, which keeps its name.
  const ends = ['COMMIT', 'PRAGMA wal_checkpoint(TRUNCATE)']
  const begins = ['BEGIN IMMEDIATE']
  if (existsSync(target)) {
    await fillTables(connectSqlite(databaseUrl, false), path, { begins, ends })
    return
  }
  const temporary = `${target}.${crypto.randomUUID()}.tmp`
  try {
    await (await openSqlite(temporary)).close()
    await fillTables(connectSqlite(`sqlite:${temporary}`, false), path, { begins, ends })
    // Unlike a new name for the old file, this fails if a store was created there meanwhile.
    await link(temporary, target)
    await syncFolder(dirname(target))
  } finally {
    for (const end of ['', '-wal', '-shm']) await rm(`${temporary}${end}`, { force: true })
  }
}

async function fillTables(
  connection: Connection,
  path: string,
  { begins, ends }: { readonly begins: readonly string[]; readonly ends: readonly string[] },
): Promise<void> {
  const { sql } = connection
  const known: ReadonlySet<string> = new Set(TABLES)
  let batch: Promise<number>[] = []
  try {
    for (const begin of begins) await sql.run(begin)
    const filled = await findFilledTable(sql, false)
    if (filled !== undefined) throw new StoreUnavailable(describeFilled(filled))
    for (const table of REPORT_TABLES) await sql.run(`DELETE FROM ${table}`)
    for await (const { table, row } of readRecordFile(path)) {
      const columns = Object.keys(row)
      if (!known.has(table) || columns.some((column) => !/^[a-z_0-9]+$/.test(column))) {
        throw new Error(`Cannot restore "${path}": it names what no table has`)
      }
      const marks = columns.map(() => '?').join(', ')
      const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`
      batch.push(sql.run(text, ...Object.values(row)))
      if (batch.length < FETCH_ROWS) continue
      await Promise.all(batch)
      batch = []
    }
    await Promise.all(batch)
    for (const end of ends) await sql.run(end)
  } finally {
    // A file that turns out not to be whole leaves statements that nobody waits for.
    await Promise.allSettled(batch)
    await connection.close()
  }
}

function pathOf(databaseUrl: string): string {
  return databaseUrl.slice('sqlite:'.length)
}

function connectSqlite(databaseUrl: string, isReader: boolean): Connection {
  const options = isReader ? { readonly: true } : { readwrite: true }
  const database = new Database(pathOf(databaseUrl), { ...options, strict: true })
  const sql = createSqliteStatements(createPrepare(database))
  return { sql, close: async () => database.close() }
}

async function connectPostgres(url: string): Promise<Connection> {
  const pool = new Bun.SQL({ url, adapter: 'postgres', max: 1, bigint: true })
  const own = await pool.reserve()
  return {
    sql: createPostgresStatements((ask) => ask(own)),
    close: () => own.close({ timeout: 0 }).then(() => pool.close({ timeout: 0 })),
  }
}
