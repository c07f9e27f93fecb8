import { err, type Result } from '../../contract/result.ts'
import { type AuditEntry, type Sql, StoreUnavailable } from '../../foundation/store/port.ts'
import type { GrantsPorts } from './port.ts'

/** Events that grants write to the audit, each with its outcomes. */
type GrantEvent =
  | { readonly event: 'sign_in'; readonly outcome: 'opened' | 'refused' }
  | { readonly event: 'sign_out'; readonly outcome: 'closed' }
  | { readonly event: 'consent'; readonly outcome: 'allowed' | 'denied' }
  | { readonly event: 'token'; readonly outcome: 'issued' | 'denied' }
  | { readonly event: 'refresh'; readonly outcome: 'issued' | 'repeated' | 'denied' }
  | {
      readonly event: 'revoke'
      readonly outcome: 'user' | 'grant' | 'token' | 'replaced' | 'operator'
    }
  | { readonly event: 'code_reuse' | 'refresh_reuse'; readonly outcome: 'revoked' }

export type Note = (entry: Omit<AuditEntry, 'event' | 'outcome'> & GrantEvent) => void

/**
 * Runs one transaction with its audit entries. They are appended last: one writer at a time holds
 * the audit chain, and the holder must not wait for any other lock.
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

/** Turns an unavailable store into a refusal; any other throw is a bug and is rethrown. */
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
