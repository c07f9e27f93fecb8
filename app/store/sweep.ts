import type { SqlValue, Store } from './port.ts'

/** Rows of one statement: a sweep never holds up others for long. */
export const SWEEP_ROWS_MAX = 500

/**
 * Deletes in small transactions until nothing is left to delete. The text is a DELETE whose last
 * parameter bounds its rows: `DELETE FROM t WHERE k IN (SELECT k FROM t WHERE ends < ? LIMIT ?)`.
 */
export async function sweep(
  store: Store,
  text: string,
  ...values: readonly SqlValue[]
): Promise<number> {
  let swept = 0
  for (;;) {
    const rows = await store.transaction((sql) => sql.run(text, ...values, SWEEP_ROWS_MAX))
    swept += rows
    if (rows < SWEEP_ROWS_MAX) return swept
  }
}
