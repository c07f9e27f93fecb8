import type { Store } from '../../foundation/store/port.ts'

/** Rows of one statement, so that nobody waits for it. */
const ROWS_AT_ONCE = 500

/**
 * Removes what ended long ago, and what waits for a receiver that nobody configures any more: no
 * attempt of the schedule is as late.
 */
export async function pruneDeliveries(store: Store, beforeMs: number): Promise<number> {
  let removed = 0
  for (;;) {
    const some = await store.transaction((sql) =>
      sql.run(
        `DELETE FROM event_delivery WHERE name IN
          (SELECT name FROM event_delivery WHERE created < ? AND due < ? ORDER BY created LIMIT ?)`,
        ...[beforeMs, beforeMs, ROWS_AT_ONCE],
      ),
    )
    removed += some
    if (some < ROWS_AT_ONCE) return removed
  }
}
