import type { Store } from '../../app/foundation/store/port.ts'

/** The column `value` of a query. */
export async function readColumn(store: Store, query: string): Promise<readonly string[]> {
  return (await store.sql.all(query)).map(({ value }) => String(value))
}

export function countValues(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
