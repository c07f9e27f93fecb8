import { Database, SQLiteError } from 'bun:sqlite'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { MIGRATIONS } from './_schema.ts'
import { type Sql, type SqlRow, type SqlValue, type Store, StoreUnavailable } from './port.ts'

/** How long a statement waits for another process that holds the file, in milliseconds. */
const BUSY_MS_MAX = 5000

/**
 * Opens the embedded store. Transactions take the write lock at once: one that began as a reader
 * could not upgrade while another process writes, and would fail for no fault of its own.
 */
export function openSqlite(path: string): Store {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path, { create: true, strict: true })
  if (path !== ':memory:') chmodSync(path, 0o600)
  for (const pragma of [
    `busy_timeout = ${BUSY_MS_MAX}`,
    'journal_mode = WAL',
    // A code that was used up must still be used up after the power was lost.
    'synchronous = FULL',
    'foreign_keys = ON',
    'trusted_schema = OFF',
    'secure_delete = ON',
  ]) {
    database.run(`PRAGMA ${pragma}`)
  }
  migrate(database)
  const sql = statementsOf(database)
  let last: Promise<unknown> = Promise.resolve()
  return {
    dialect: 'sqlite',
    sql,
    transaction: (work) => {
      // One connection has one transaction at a time: the next begins when the last has ended.
      const run = last.then(() => inTransaction(database, () => work(sql)))
      last = run.catch(() => undefined)
      return run
    },
    close: async () => {
      await last
      database.close()
    },
  }
}

async function inTransaction<Value>(
  database: Database,
  work: () => Promise<Value>,
): Promise<Value> {
  guarded(() => database.run('BEGIN IMMEDIATE'))
  try {
    const value = await work()
    guarded(() => database.run('COMMIT'))
    return value
  } catch (error) {
    if (database.inTransaction) database.run('ROLLBACK')
    throw error
  }
}

function statementsOf(database: Database): Sql {
  const all = (text: string, values: readonly SqlValue[]): readonly SqlRow[] =>
    // Every column of the schema is text, a whole number, bytes or NULL, so every row is a SqlRow.
    guarded(() => database.query(text).all(...values) as SqlRow[])
  return {
    all: async (text, ...values) => all(text, values),
    one: async (text, ...values) => all(text, values)[0],
    run: async (text, ...values) => guarded(() => database.query(text).run(...values).changes),
  }
}

/** The database's own failures become one error; a constraint that failed is a bug of ours. */
function guarded<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const reason = error instanceof SQLiteError ? String(error.code ?? error.message) : undefined
    if (reason === undefined || reason.startsWith('SQLITE_CONSTRAINT')) throw error
    throw new StoreUnavailable(`Cannot use the store: ${reason}`, { cause: error })
  }
}

function migrate(database: Database): void {
  database.run('BEGIN IMMEDIATE')
  const row = database.query<{ user_version: number }, []>('PRAGMA user_version').get()
  const done = row?.user_version ?? 0
  if (done > MIGRATIONS.length) {
    database.run('ROLLBACK')
    throw new StoreUnavailable('Cannot open the store: a newer version of the program wrote it')
  }
  for (const statements of MIGRATIONS.slice(done)) {
    for (const statement of statements) database.run(inSqlite(statement))
  }
  database.run(`PRAGMA user_version = ${MIGRATIONS.length}`)
  database.run('COMMIT')
}

function inSqlite(statement: string): string {
  const words = statement.replaceAll('{blob}', 'BLOB').replaceAll('{serial}', 'INTEGER')
  return words.startsWith('CREATE TABLE') ? `${words.replaceAll('BIGINT', 'INTEGER')} STRICT` : words
}
