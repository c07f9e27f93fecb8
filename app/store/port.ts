/**
 * A value that both databases take and give. Times are whole milliseconds since the epoch. NUL and
 * half a surrogate pair in a text become U+FFFD.
 */
export type SqlValue = string | number | Uint8Array | null
export type SqlRow = Readonly<Record<string, SqlValue>>

/**
 * Statements of one connection. Text is one statement of the common SQL of both databases, with
 * `?` for each parameter and nowhere else, never built from input. A `SELECT` that ends with
 * `FOR UPDATE` locks its rows on PostgreSQL; SQLite's transaction has the only lock anyway.
 */
export type Sql = {
  all(text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** The first row, if any. */
  one(text: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined>
  /** Runs a change and tells how many rows it touched. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>
}

/**
 * The store could not be reached, or refused for a reason that is not the caller's. A change may
 * have been made nevertheless: the connection can be lost between the commit and its answer.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/**
 * Owns the transaction that grants and business are given. Throws `StoreUnavailable` where the
 * database cannot answer; any other throw of `work` rolls back and goes on to the caller.
 */
export type Store = {
  readonly dialect: 'sqlite' | 'postgres'
  /** Statements outside any transaction: reads of one statement each, of what was committed. */
  readonly sql: Sql
  /**
   * One immediate transaction: all of `work` or nothing; durable when the promise resolves. Never
   * begin one inside another, and wait in it for nothing but its own statements: others queue, and
   * after 10 s it is undone. A statement that fails ends it, even if the work catches that
   * (`ON CONFLICT` is no failure).
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
  /** Keyed digest of the arguments, hex: the same arguments can be recognised, not read. */
  readonly argsDigest?: string | undefined
  readonly address?: string | undefined
}

/** Append-only and hash-chained; a write that cannot be audited does not happen. */
export type Audit = {
  /**
   * Appends inside the caller's transaction, as its last statement: on PostgreSQL the chain is
   * locked from here to the commit, and who locks rows after it may wait in a circle.
   */
  append(sql: Sql, entry: AuditEntry): Promise<void>
  /**
   * Appends soon: entries gathered for at most 5 ms go in one commit. Resolves once it is durable,
   * throws `StoreUnavailable` where it could not be written.
   */
  appendLater(entry: AuditEntry): Promise<void>
  /**
   * False while the last gathered commit failed, or so much is waiting that the next entry would
   * be refused: private reads refuse until one succeeds. Entries
   * that failed are tried again every second, so it recovers by itself.
   */
  isHealthy(): boolean
  /** Writes what is gathered: to be called before the store closes. */
  flush(): Promise<void>
  /** Recomputes the chain; the number of the first line that does not fit, if any. */
  findBreak(): Promise<number | undefined>
}
