import { type Sql, type SqlValue, StoreUnavailable } from './port.ts'

/** The time limit of one transaction: one that waits for something else holds up everybody. */
const WORK_MS_MAX = 10_000

/** The statements of one transaction, and whether it may still be committed. */
type Attempt = {
  readonly sql: Sql
  /** Ends it before a commit; throws if a statement failed, even if the work caught the error. */
  end(): void
  /** Ends it before a rollback. */
  close(): void
}

/**
 * Lends the statements of a connection for one transaction. After a failed statement PostgreSQL
 * rolls back the transaction, while SQLite would keep the rest; so both refuse what follows.
 */
export function createAttempt(connection: Sql): Attempt {
  let state: 'open' | 'failed' | 'ended' = 'open'
  let failure: unknown
  const lend = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    if (state === 'ended') throw new Error('Cannot use a transaction: it has ended')
    if (state === 'failed') throw failure
    try {
      return await ask()
    } catch (error) {
      if (state === 'open') {
        state = 'failed'
        failure = error
      }
      throw error
    }
  }
  type Values = readonly SqlValue[]
  return {
    sql: {
      all: (text: string, ...values: Values) => lend(() => connection.all(text, ...values)),
      one: (text: string, ...values: Values) => lend(() => connection.one(text, ...values)),
      run: (text: string, ...values: Values) => lend(() => connection.run(text, ...values)),
    },
    end: () => {
      const failed = state === 'failed'
      state = 'ended'
      if (failed) throw failure
    },
    close: () => {
      state = 'ended'
    },
  }
}

/** Waits for the work of a transaction up to a limit; after that it is rolled back. */
export async function waitForWork<Value>(
  work: Promise<Value>,
  msMax: number = WORK_MS_MAX,
): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const error = () => new StoreUnavailable('Cannot use the store: a transaction took too long')
  const timer = setTimeout(() => late.reject(error()), msMax)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Statements outside a transaction: a change there could lack its audit line. */
export function restrictToReads(connection: Sql): Sql {
  return {
    all: connection.all,
    one: connection.one,
    run: async (text) => {
      throw new Error(`Cannot run "${text}": it is outside a transaction`)
    },
  }
}
