import { CHAIN_START, ENTRY_COLUMNS, hashLine, textsOf } from './_chain.ts'
import { readAuditRows, verifyChain } from './chain_report.ts'
import { type Audit, type AuditEntry, type Sql, type Store, StoreUnavailable } from './port.ts'

export type AuditPorts = {
  readonly clock: () => number
  /** `AUDIT_KEY`: the first protects new lines, the others protected older ones. */
  readonly keys?: readonly string[]
}

type TimedEntry = { readonly at: number; readonly entry: AuditEntry }

/** Any number that no other program on this database uses for an advisory lock. */
const CHAIN_LOCK = 5_207_318_042

const NAMES = ['seq', 'at', ...ENTRY_COLUMNS, 'previous', 'hash']
const COLUMNS = NAMES.join(', ')
const INSERT = `INSERT INTO audit (${COLUMNS}) VALUES (${NAMES.map(() => '?').join(', ')})`
const LAST = 'SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1'

/**
 * The audit of a store: each line carries the hash of the previous line, so a line that is changed,
 * added or removed later is found.
 */
export function createAudit(store: Store, { clock, keys = [] }: AuditPorts): Audit {
  const append = (sql: Sql, entries: readonly TimedEntry[]) =>
    appendAll(store.dialect, sql, entries, keys[0])
  const writer = new BatchWriter<TimedEntry>((entries) =>
    store.transaction((sql) => append(sql, entries)),
  )
  return {
    append: (sql, entry) => append(sql, [{ at: clock(), entry }]),
    appendLater: (entry) => writer.add({ at: clock(), entry }),
    isHealthy: () => writer.isHealthy(),
    flush: () => writer.flush(),
    findBreak: async () => {
      const { brokenAt, unkeyed } = await verifyChain(readAuditRows(store.sql), { keys })
      return unkeyed[0] ?? brokenAt
    },
  }
}

async function appendAll(
  dialect: Store['dialect'],
  sql: Sql,
  entries: readonly TimedEntry[],
  key: string | undefined,
): Promise<void> {
  // An immediate SQLite transaction already has the only write lock; here two could read the same
  // last line. The lock is held until the commit.
  if (dialect === 'postgres') await sql.one(`SELECT pg_advisory_xact_lock(${CHAIN_LOCK})::text`)
  const last = await sql.one(LAST)
  let seq = Number(last?.seq ?? 0)
  let previous = last?.hash instanceof Uint8Array ? last.hash : CHAIN_START
  const inserts: Promise<number>[] = []
  for (const { at, entry } of entries) {
    seq += 1
    const texts = textsOf(entry)
    const hash = hashLine(previous, seq, at, texts, key)
    inserts.push(sql.run(INSERT, seq, at, ...texts, previous, hash))
    previous = hash
  }
  await Promise.all(inserts)
}

/** The promise is 5 ms; the remainder is for the commit itself. */
const GATHER_MS = 2
const RETRY_MS = 1000
/** Entries in memory; once an unreachable store has let it fill up, new entries are refused. */
const ENTRIES_MAX = 10_000
/** Entries of one batch: this many are written in time, however long the store was away. */
const BATCH_MAX = 500

type QueuedEntry<Entry> = { readonly entry: Entry; readonly settle: (error?: Error) => void }

/**
 * Collects entries and writes them in batches. Entries that could not be written are kept and
 * retried, although their callers got an error: nothing that was answered may be missing.
 */
export class BatchWriter<Entry> {
  readonly #write: (entries: readonly Entry[]) => Promise<void>
  #waiting: QueuedEntry<Entry>[] = []
  #failed = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined

  constructor(write: (entries: readonly Entry[]) => Promise<void>) {
    this.#write = write
  }

  add(entry: Entry): Promise<void> {
    if (this.#waiting.length >= ENTRIES_MAX) {
      return Promise.reject(
        new StoreUnavailable('Cannot write the audit: too many entries are waiting'),
      )
    }
    this.#schedule(GATHER_MS)
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => (error === undefined ? resolve() : reject(error))
      this.#waiting.push({ entry, settle })
    })
  }

  isHealthy(): boolean {
    return !this.#failed && this.#waiting.length < ENTRIES_MAX
  }

  async flush(): Promise<void> {
    await this.#running
    while (this.#waiting.length > 0) {
      await this.#start()
      if (this.#failed) {
        throw new StoreUnavailable('Cannot write the audit: some lines are unwritten')
      }
    }
  }

  #schedule(ms: number): void {
    if (this.#timer === undefined && this.#running === undefined) {
      this.#timer = setTimeout(() => this.#start(), ms)
    }
    // A program that is done does not wait for the next attempt: it has called `flush`.
    if (ms === RETRY_MS) this.#timer?.unref()
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#writeBatch().finally(() => {
      this.#running = undefined
      if (this.#waiting.length > 0) this.#schedule(this.#failed ? RETRY_MS : GATHER_MS)
    })
    return this.#running
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#waiting.slice(0, BATCH_MAX)
    try {
      await this.#write(batch.map(({ entry }) => entry))
      this.#waiting = this.#waiting.slice(batch.length)
      this.#failed = false
      for (const { settle } of batch) settle()
    } catch (error) {
      this.#failed = true
      const cause = { cause: error }
      const failure = new StoreUnavailable('Cannot write the audit: its commit failed', cause)
      for (const { settle } of this.#waiting) settle(failure)
    }
  }
}
