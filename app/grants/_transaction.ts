import { err, type Result } from '../contract/result.ts'
import { type AuditEntry, type Sql, StoreUnavailable } from '../store/port.ts'
import type { GrantsPorts } from './port.ts'

/** Remembers a line for the audit of the transaction that runs. */
export type Note = (entry: AuditEntry) => void

/**
 * One transaction with its audit. Lines are appended last: the audit is a chain that one writer
 * holds at a time, and whoever holds it must wait for nobody.
 */
export function transact<Value>(
  { store, audit }: Pick<GrantsPorts, 'store' | 'audit'>,
  work: (sql: Sql, note: Note) => Promise<Value>,
): Promise<Value> {
  return store.transaction(async (sql) => {
    const entries: AuditEntry[] = []
    const value = await work(sql, (entry) => entries.push(entry))
    for (const entry of entries) await audit.append(sql, entry)
    return value
  })
}

/** The store's silence as a refusal; every other throw is a bug and goes on. */
export async function orUnavailable<Value, Refusal>(
  refusal: Refusal,
  work: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreUnavailable) return err(refusal)
    throw error
  }
}
