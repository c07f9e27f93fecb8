import { newId } from '../../contract/ids.ts'
import { LIMITS } from '../../contract/limits.ts'
import { numberIn } from '../../foundation/store/columns.ts'
import { clientIn, evictClients } from './_clients.ts'
import { digestOf, randomBytes } from './_secret.ts'
import type { Client, ClientMetadata, Grants, GrantsPorts } from './port.ts'

/** Some hosts register twice for each connection; the second call gets the row of the first. */
const SAME_WITHIN_MS = 60_000

/**
 * Dynamic registration (RFC 7591). It gives no authority, since every user is asked for consent. So
 * it is not audited: the audit is never swept, and anyone could fill it.
 */
export async function registerClient(
  { store, clock }: GrantsPorts,
  metadata: ClientMetadata,
  address: string,
): ReturnType<Grants['registerClient']> {
  const { name, redirectUris, refreshes } = metadata
  const body = digestOf(JSON.stringify([address, name, redirectUris, refreshes]))
  return await store.transaction(async (sql) => {
    const now = clock()
    await evictClients(sql, store, 'dynamic')
    const again = await sql.one(
      `SELECT * FROM client WHERE body_hash = ? AND created > ? AND disabled = 0
        ORDER BY created DESC LIMIT 1`,
      body,
      now - SAME_WITHIN_MS,
    )
    if (again !== undefined) {
      return { client: clientIn(again), issuedAt: numberIn(again, 'created') }
    }
    const client: Client = {
      ...metadata,
      id: newId('client_', randomBytes),
      kind: 'dynamic',
      changed: false,
    }
    await sql.run(
      `INSERT INTO client (id, kind, name, redirect_uris, refreshes, body_hash, created, ends)
        VALUES (?, 'dynamic', ?, ?, ?, ?, ?, ?)`,
      client.id,
      name,
      JSON.stringify(redirectUris),
      refreshes ? 1 : 0,
      body,
      now,
      now + LIMITS.unusedClientMs,
    )
    return { client, issuedAt: now }
  })
}
