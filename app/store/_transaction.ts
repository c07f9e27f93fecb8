import type { Sql, SqlValue } from './port.ts'

/** Statements of one transaction: how it stands, and whether it may still be kept. */
export type Attempt = {
  readonly sql: Sql
  /** Ends it to be kept; throws where a statement failed, even if the work caught that. */
  end(): void
  /** Ends it to be undone. */
  close(): void
}

/**
 * Lends the statements of a connection for one transaction. PostgreSQL undoes a transaction in
 * which a statement failed and SQLite would keep the rest of it; so both refuse what comes after.
 */
export function attemptOf(connection: Sql): Attempt {
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

/** Statements outside a transaction: a change there could be one without its audit line. */
export function readingOnly(connection: Sql): Sql {
  return {
    all: connection.all,
    one: connection.one,
    run: async (text) => {
      throw new Error(`Cannot run "${text}": it is outside a transaction`)
    },
  }
}
