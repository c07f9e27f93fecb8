import type { Sql, Store } from '../../foundation/store/port.ts'

/** Rows of a table that anyone can fill before signing in, so they are capped. */
const WAITING_ROWS_MAX = 20_000
/** Rows removed at once, so that the next inserts need not remove any. */
const EVICTED_ROWS = 500

/** What is removed first: the oldest, and last of all requests that a signed-in user has seen. */
const TABLES = {
  consent_request: { key: 'hash', first: 'session_hash IS NOT NULL, ends' },
  sign_in: { key: 'state_hash', first: 'ends' },
} as const

/** Makes space for a row in a table of pending requests. */
export async function evictWaitingRows(
  sql: Sql,
  dialect: Store['dialect'],
  table: keyof typeof TABLES,
): Promise<void> {
  const counted = await sql.one(`SELECT count(*) AS held FROM ${table}`)
  const surplus = Number(counted?.held ?? 0) - WAITING_ROWS_MAX + 1
  if (surplus <= 0) return
  const { key, first } = TABLES[table]
  // Two concurrent evictions take different rows, so that neither waits for the other.
  const skip = dialect === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  await sql.run(
    `DELETE FROM ${table} WHERE ${key} IN
      (SELECT ${key} FROM ${table} ORDER BY ${first} LIMIT ?${skip})`,
    surplus + EVICTED_ROWS - 1,
  )
}
