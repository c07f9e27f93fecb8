import { LIMITS } from '../../contract/limits.ts'
import { numberIn } from '../../foundation/store/columns.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { clientIn, evictClients } from './_clients.ts'
import { digestOf } from './_secret.ts'
import type { ClientMetadata, Grants, GrantsPorts } from './port.ts'

/** Client ID Metadata Documents: the last valid copy of each and how long it stays fresh. */
export function createDocuments(
  ports: GrantsPorts,
): Pick<Grants, 'storeDocument' | 'findFreshDocument'> {
  const { store, clock } = ports
  return {
    storeDocument(url, document, freshUntil) {
      return store.transaction(async (sql) => {
        const known = await sql.one('SELECT id FROM client WHERE id = ?', url)
        if (known === undefined) await evictClients(sql, store, 'document')
        await saveDocument(sql, { url, document, freshUntil, now: clock() })
        const row = await sql.one('SELECT * FROM client WHERE id = ?', url)
        if (row === undefined) throw new Error(`Cannot find document "${url}": it was just stored`)
        const client = clientIn(row)
        // Without redirect addresses a disabled client is refused like an unknown one.
        return numberIn(row, 'disabled') === 0 ? client : { ...client, redirectUris: [] }
      })
    },
    async findFreshDocument(url) {
      const now = clock()
      const row = await store.sql.one(
        `SELECT * FROM client WHERE id = ? AND kind = 'document' AND disabled = 0
          AND fresh_until > ? AND ends > ?`,
        url,
        now,
        now,
      )
      return row && clientIn(row)
    },
  }
}

async function saveDocument(
  sql: Sql,
  given: {
    readonly url: string
    readonly document: ClientMetadata
    readonly freshUntil: number
    readonly now: number
  },
): Promise<void> {
  const { url, document, freshUntil, now } = given
  const { name, redirectUris, refreshes } = document
  await sql.run(
    `INSERT INTO client (id, kind, name, redirect_uris, refreshes, document_sha256, fresh_until,
        created, ends)
      VALUES (?, 'document', ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
        refreshes = excluded.refreshes, document_sha256 = excluded.document_sha256,
        fresh_until = excluded.fresh_until,
        ends = CASE WHEN client.ends > excluded.ends THEN client.ends ELSE excluded.ends END`,
    url,
    name,
    JSON.stringify(redirectUris),
    refreshes ? 1 : 0,
    // A change of name or redirect addresses is what the user is warned about.
    digestOf(JSON.stringify([name, redirectUris])),
    freshUntil,
    now,
    now + LIMITS.unusedClientMs,
  )
}
