import { Database } from 'bun:sqlite'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { listMigrations, NewerSchema, SCHEMA_VERSION } from './_schema.ts'
import { createPrepare, createSqliteStatements, guard, isBusy } from './_sqlite_statements.ts'
import { createAttempt, restrictToReads, waitForWork } from './_transaction.ts'
import { type Sql, type Store, StoreUnavailable } from './port.ts'

/** How long a transaction waits for another process that holds the file, in milliseconds. */
const BUSY_MS_MAX = 5000
/** After a timeout, until one succeeds: those queued behind must not each wait as long. */
const BUSY_MS_MIN = 50
const BUSY_STEP_MS = 1
/** After this many transactions in a row, others get a turn. */
const IN_A_ROW_MAX = 16

/** The start of every SQLite file (sqlite.org, database file format, section 1.3). */
const SQLITE_HEADER = 'SQLite format 3\0'

const PRAGMAS: readonly string[] = [
  'journal_mode = WAL',
  // A code that was redeemed must stay redeemed after a power failure.
  'synchronous = FULL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
  'secure_delete = ON',
]

/**
 * Opens the embedded store. Transactions take the write lock at once: one that began as a reader
 * could not upgrade while another process writes, and would fail through no fault of its own. Reads
 * outside a transaction have their own connection, which sees only what was committed.
 */
export async function openSqlite(path: string): Promise<Store> {
  const writer = await retryWhileBusy(BUSY_MS_MAX, () => openWriter(path))
  const reader = openReader(path)
  const statements = createSqliteStatements(createPrepare(writer))
  const begin = createBegin(writer)
  const inTurn = createQueue()
  return {
    dialect: 'sqlite',
    sql: restrictToReads(createSqliteStatements(createPrepare(reader))),
    transaction: (work) => inTurn(() => runTransaction(writer, statements, begin, work)),
    close: () =>
      inTurn(async () => {
        reader.close()
        writer.close()
      }),
  }
}

/** One connection has one transaction at a time: the next begins when the last one has ended. */
function createQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let inARow = 0
  const turn = async () => {
    inARow = waiting > 1 ? inARow + 1 : 0
    // Other requests run between two transactions, and other processes get the file at times.
    if (inARow % IN_A_ROW_MAX > 0) await new Promise(setImmediate)
    else if (inARow > 0) await Bun.sleep(2 * BUSY_STEP_MS)
  }
  return (work) => {
    waiting += 1
    const run = last.then(turn).then(work)
    last = run.then(
      () => (waiting -= 1),
      () => (waiting -= 1),
    )
    return run
  }
}

async function runTransaction<Value>(
  database: Database,
  statements: Sql,
  begin: () => Promise<void>,
  work: (sql: Sql) => Promise<Value>,
): Promise<Value> {
  await begin()
  const attempt = createAttempt(statements)
  try {
    const value = await waitForWork(work(attempt.sql))
    attempt.end()
    guard(() => database.run('COMMIT'))
    return value
  } catch (error) {
    attempt.close()
    if (database.inTransaction) database.run('ROLLBACK')
    throw error
  }
}

/** Takes the write lock; waits long only if the previous wait succeeded. */
function createBegin(database: Database): () => Promise<void> {
  let patienceMs = BUSY_MS_MAX
  return async () => {
    const msMax = patienceMs
    patienceMs = BUSY_MS_MIN
    await retryWhileBusy(msMax, () => guard(() => database.run('BEGIN IMMEDIATE')))
    patienceMs = BUSY_MS_MAX
  }
}

/** Waits without blocking the program: SQLite's own waiting would stop every other request. */
async function retryWhileBusy<Value>(msMax: number, work: () => Value): Promise<Value> {
  for (let waitedMs = 0; waitedMs < msMax; waitedMs += BUSY_STEP_MS) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    await Bun.sleep(BUSY_STEP_MS)
  }
  throw new StoreUnavailable('Cannot use the store: another process holds the file')
}

function openWriter(path: string): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  refuseForeignFile(path)
  // Only the owner may read the file from its first byte on; files beside it take its mode.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const database = new Database(path, { readwrite: true, strict: true })
  try {
    guard(() => {
      for (const pragma of PRAGMAS) database.run(`PRAGMA ${pragma}`)
      migrate(database)
    })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** A typo in `DATABASE_URL` must not change another file, not even its mode. */
function refuseForeignFile(path: string): void {
  if (!existsSync(path)) return
  const head = Buffer.alloc(SQLITE_HEADER.length)
  const file = openSync(path, 'r')
  const read = readSync(file, head)
  closeSync(file)
  if (read === 0 || head.toString('latin1') === SQLITE_HEADER) return
  throw new StoreUnavailable('file is not a database')
}

function openReader(path: string): Database {
  const database = new Database(path, { readonly: true, strict: true })
  // A reader waits only while another process repairs the file after a crash.
  database.run(`PRAGMA busy_timeout = ${BUSY_MS_MAX}`)
  database.run('PRAGMA trusted_schema = OFF')
  return database
}

function migrate(database: Database): void {
  database.run('BEGIN IMMEDIATE')
  const row = database.query<{ user_version: number }, []>('PRAGMA user_version').get()
  const done = row?.user_version ?? 0
  if (done > SCHEMA_VERSION) {
    database.run('ROLLBACK')
    throw new NewerSchema()
  }
  for (const statement of listMigrations(done, 'sqlite')) database.run(statement)
  database.run(`PRAGMA user_version = ${SCHEMA_VERSION}`)
  database.run('COMMIT')
}
