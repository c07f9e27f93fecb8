import type { Sql, Store } from '../store/port.ts'

/** Rows of a table that strangers fill before they sign in: their number has an end. */
const WAITING_ROWS_MAX = 20_000
/** So many go at once that those who come next need not look for one again. */
const GOING_ROWS = 500

/** What goes first: the oldest, but no request that somebody who signed in was shown. */
const TABLES = {
  consent_request: { key: 'hash', first: 'session_hash IS NOT NULL, ends' },
  sign_in: { key: 'state_hash', first: 'ends' },
} as const

/** Makes room for a row of what waits for a person. */
export async function evictWaitingRows(
  sql: Sql,
  dialect: Store['dialect'],
  table: keyof typeof TABLES,
): Promise<void> {
  const counted = await sql.one(`SELECT count(*) AS held FROM ${table}`)
  const surplus = Number(counted?.held ?? 0) - WAITING_ROWS_MAX + 1
  if (surplus <= 0) return
  const { key, first } = TABLES[table]
  // Two that make room at once take different rows, so that neither waits for the other.
  const skip = dialect === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  await sql.run(
    `DELETE FROM ${table} WHERE ${key} IN
      (SELECT ${key} FROM ${table} ORDER BY ${first} LIMIT ?${skip})`,
    surplus + GOING_ROWS - 1,
  )
}
