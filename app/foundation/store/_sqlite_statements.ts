import { type Database, SQLiteError, type Statement } from 'bun:sqlite'
import { toStorableValues } from './columns.ts'
import { type Sql, type SqlRow, type SqlValue, StoreUnavailable } from './port.ts'

/** The program has few texts; more than this many would be a bug. */
const STATEMENTS_MAX = 1000

/**
 * Failures of the database itself, not of the statement: result codes of SQLite that no other
 * statement would have avoided.
 */
const UNAVAILABLE =
  /^SQLITE_(BUSY|LOCKED|IOERR|CORRUPT|FULL|CANTOPEN|NOTADB|PROTOCOL|NOMEM|READONLY|PERM|AUTH)/

type Prepare = (text: string) => Statement<SqlRow, SqlValue[]>

/** Prepares each text once; `database.query` caches only twenty. */
export function createPrepare(database: Database): Prepare {
  const known = new Map<string, Statement<SqlRow, SqlValue[]>>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= STATEMENTS_MAX)
      throw new Error(`Cannot prepare "${text}": too many statements`)
    const made = database.prepare<SqlRow, SqlValue[]>(toSqlite(text))
    known.set(text, made)
    return made
  }
}

/**
 * The shared SQL in SQLite's dialect. `FOR UPDATE` is unnecessary: the transaction has the only
 * write lock. A join with a bare parameter is recompiled on every run, because the value might
 * change the plan (sqlite3_prepare_v2); a unary plus prevents that.
 */
function toSqlite(text: string): string {
  return text.replace(/ FOR UPDATE$/, '').replaceAll('?', '+?')
}

export function createSqliteStatements(prepared: Prepare): Sql {
  return {
    all: async (text, ...values) => guard(() => prepared(text).all(...toStorableValues(values))),
    one: async (text, ...values) =>
      guard(() => prepared(text).get(...toStorableValues(values)) ?? undefined),
    run: async (text, ...values) =>
      guard(() => prepared(text).run(...toStorableValues(values)).changes),
  }
}

/** Turns failures of the database into one error; mistakes in a statement pass unchanged. */
export function guard<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SQLiteError) || !UNAVAILABLE.test(error.code ?? '')) throw error
    throw new StoreUnavailable(`Cannot use the store: ${error.code}`, { cause: error })
  }
}

/** Whether another connection has the write lock. */
export function isBusy(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  return cause instanceof SQLiteError && (cause.code ?? '').startsWith('SQLITE_BUSY')
}
