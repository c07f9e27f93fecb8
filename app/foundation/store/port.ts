/**
 * A value that both databases accept and return. Times are whole milliseconds since the epoch. NUL
 * and lone surrogates in a text become U+FFFD.
 */
export type SqlValue = string | number | Uint8Array | null
export type SqlRow = Readonly<Record<string, SqlValue>>

/**
 * Statements of one connection. Each text is one statement in the SQL that both databases share,
 * with `?` for each parameter and nowhere else, never built from input. A `SELECT` that ends with
 * `FOR UPDATE` locks its rows on PostgreSQL; SQLite's transaction has the only lock anyway.
 */
export type Sql = {
  all(text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** The first row, if any. */
  one(text: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined>
  /** Runs a change and returns how many rows it affected. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>
}

/**
 * The store could not be reached, or refused for a reason that is not the caller's fault. A change
 * may have been made anyway: the connection can be lost between the commit and its answer.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/**
 * Owns the transactions of grants and business. Throws `StoreUnavailable` when the database cannot
 * answer; anything that `work` throws rolls back and reaches the caller.
 */
export type Store = {
  readonly dialect: 'sqlite' | 'postgres'
  /** Statements outside any transaction: single reads of what was committed. */
  readonly sql: Sql
  /**
   * One immediate transaction: all of `work` or nothing; durable when the promise resolves. Never
   * begin one inside another, and await nothing in it but its own statements: others queue, and
   * after 10 s it is rolled back. A statement that fails ends it, even if the work catches the
   * error (`ON CONFLICT` is not a failure).
   */
  transaction<Value>(work: (sql: Sql) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** One line of the audit: names and outcomes, never a token, an argument or a result. */
export type AuditEntry = {
  readonly event: string
  readonly outcome: string
  readonly actor?: string | undefined
  readonly clientId?: string | undefined
  readonly grantId?: string | undefined
  readonly workspaceId?: string | undefined
  readonly businessId?: string | undefined
  readonly tool?: string | undefined
  readonly operation?: string | undefined
  readonly approvalId?: string | undefined
  readonly requestId?: string | undefined
  /** Keyed digest of the arguments, hex: equal arguments can be recognised, but not read. */
  readonly argsDigest?: string | undefined
  readonly address?: string | undefined
}

/** Append-only and hash-chained; a write that cannot be audited does not happen. */
export type Audit = {
  /**
   * Appends inside the caller's transaction, as its last statement: on PostgreSQL the chain is
   * locked from here to the commit, and locking rows after it may deadlock.
   */
  append(sql: Sql, entry: AuditEntry): Promise<void>
  /**
   * Appends within 5 ms, batching entries into one commit. Resolves once the entry is durable,
   * throws `StoreUnavailable` if it could not be written.
   */
  appendLater(entry: AuditEntry): Promise<void>
  /**
   * False while the last batch failed, or so many entries are waiting that the next one would be
   * refused: private reads refuse until a batch succeeds. Failed entries are retried every second,
   * so it recovers by itself.
   */
  isHealthy(): boolean
  /** Writes all waiting entries: to be called before the store closes. */
  flush(): Promise<void>
  /** Recomputes the chain; returns the first line that does not fit, or lacks the key, if any. */
  findBreak(): Promise<number | undefined>
}
