import { createBatchWriter } from './_batch_writer.ts'
import { CHAIN_START, ENTRY_COLUMNS, hashLine, textsOf } from './_chain.ts'
import { readAuditRows, verifyChain } from './chain_report.ts'
import type { Audit, AuditEntry, Sql, Store } from './port.ts'

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
  const writer = createBatchWriter<TimedEntry>((entries) =>
    store.transaction((sql) => append(sql, entries)),
  )
  return {
    append: (sql, entry) => append(sql, [{ at: clock(), entry }]),
    appendLater: (entry) => writer.add({ at: clock(), entry }),
    isHealthy: writer.isHealthy,
    flush: writer.flush,
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
