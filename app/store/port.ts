/** A value that both databases take and give. Times are whole milliseconds since the epoch. */
export type SqlValue = string | number | Uint8Array | null
export type SqlRow = Readonly<Record<string, SqlValue>>

/**
 * Statements of one connection. Text is one statement of the common SQL of both databases, with
 * `?` for each parameter, never built from input.
 */
export type Sql = {
  all(text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** The first row, if any. */
  one(text: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined>
  /** Runs a change and tells how many rows it touched. */
  run(text: string, ...values: readonly SqlValue[]): Promise<number>
}

/** The store could not be reached, or refused for a reason that is not the caller's. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/**
 * Owns the transaction that grants and business are given. Throws `StoreUnavailable` where the
 * database cannot answer; any other throw of `work` rolls back and goes on to the caller.
 */
export type Store = {
  readonly dialect: 'sqlite' | 'postgres'
  /** Statements outside any transaction: reads of one statement each. */
  readonly sql: Sql
  /** One immediate transaction: all of `work` or nothing; durable when the promise resolves. */
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
  /** Appends inside the caller's transaction. */
  append(sql: Sql, entry: AuditEntry): Promise<void>
  /**
   * Appends soon: entries gathered for at most 5 ms go in one commit. Resolves once it is durable,
   * throws `StoreUnavailable` where it could not be written.
   */
  later(entry: AuditEntry): Promise<void>
  /** False while the last gathered commit failed: private reads refuse until one succeeds. */
  healthy(): boolean
  /** Recomputes the chain; the number of the first line that does not fit, if any. */
  brokenAt(): Promise<number | undefined>
}
