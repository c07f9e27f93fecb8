import { DAY_MS, HOUR_MS } from '../../contract/limits.ts'
import type { Store } from '../../foundation/store/port.ts'
import type { Uses } from './_uses.ts'
import type { GrantsPorts } from './port.ts'

const ROWS_MAX = 500
/** Batches of each kind in one sweep; the rest waits for the next sweep. */
const STEPS_MAX = 20

type Step = { readonly remove: string; readonly keepMs: number }

// A used refresh token ends with its grant, so `ends` alone says when a row can be removed. A code
// is kept for a day so that a replay is still recognised.
const STEPS: readonly Step[] = [
  { remove: deleteFrom('token', 'hash', 'ends < ?'), keepMs: HOUR_MS },
  { remove: deleteFrom('auth_code', 'hash', 'ends < ?'), keepMs: DAY_MS },
  {
    remove: deleteFrom(
      'grant_',
      'id',
      `ends < ? AND NOT EXISTS (SELECT 1 FROM token WHERE grant_id = grant_.id)
        AND NOT EXISTS (SELECT 1 FROM auth_code WHERE grant_id = grant_.id)`,
    ),
    keepMs: DAY_MS,
  },
  { remove: deleteFrom('consent_request', 'hash', 'ends < ?'), keepMs: 0 },
  { remove: deleteFrom('sign_in', 'state_hash', 'ends < ?'), keepMs: 0 },
  { remove: deleteFrom('session', 'hash', 'ends < ?'), keepMs: 0 },
  // A disabled client stays, or the same document could come back enabled.
  {
    remove: deleteFrom('client', 'id', `ends < ? AND kind <> 'registered' AND disabled = 0`),
    keepMs: 0,
  },
]

/** Removes expired rows and saves when grants were used, a few rows per transaction. */
export async function sweepRows({ store, clock }: GrantsPorts, uses: Uses): Promise<void> {
  await writeUses(store, uses)
  for (const { remove, keepMs } of STEPS) {
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const removed = await store.transaction((sql) => sql.run(remove, clock() - keepMs))
      if (removed < ROWS_MAX) break
    }
  }
}

function deleteFrom(table: string, key: string, condition: string): string {
  return `DELETE FROM ${table} WHERE ${key} IN
    (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${ROWS_MAX})`
}

async function writeUses(store: Store, uses: Uses): Promise<void> {
  // A locked row is left for the next sweep, so that no deadlock can occur. SQLite has only one
  // writer and no such clause.
  const skip = store.dialect === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  const write = `UPDATE grant_ SET last_used = ? WHERE id IN
    (SELECT id FROM grant_ WHERE id = ?${skip})`
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const pending = uses.listPending(ROWS_MAX)
    if (pending.length === 0) return
    const saved = await store.transaction(async (sql) => {
      const done: (readonly [string, number])[] = []
      for (const [grantId, at] of pending) {
        if ((await sql.run(write, at, grantId)) > 0) done.push([grantId, at])
      }
      return done
    })
    for (const [grantId, at] of saved) uses.forget(grantId, at)
    if (saved.length < pending.length) return
  }
}
