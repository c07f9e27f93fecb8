import { areBytesEqual } from '../../contract/equal_bytes.ts'
import { newId } from '../../contract/ids.ts'
import { HOUR_MS, LIMITS } from '../../contract/limits.ts'
import type { OauthSettings } from '../../contract/oauth.ts'
import { bytesOrNone, numberIn, numberOrNone, textIn } from '../../foundation/store/columns.ts'
import type { Sql, SqlRow, Store } from '../../foundation/store/port.ts'
import { digestOf, randomBytes } from './_secret.ts'
import type { Client, ClientMetadata, Grants, GrantsPorts } from './port.ts'

/** A use is recorded once in this time at most. */
const RECORD_MS = HOUR_MS

/** Rows of each kind. Anyone can create them, so they are capped. */
const CLIENT_ROWS_MAX = 20_000

type ClientPorts = Pick<GrantsPorts, 'settings' | 'clock'>

/** Finds a client that may act now: registered by the operator, or stored and neither expired nor
 * disabled. */
export async function findClient(
  { settings, clock }: ClientPorts,
  sql: Sql,
  clientId: string,
): Promise<Client | undefined> {
  const registered = findRegisteredClient(settings, clientId)
  if (registered !== undefined) return registered
  const row = await sql.one('SELECT * FROM client WHERE id = ? AND disabled = 0', clientId)
  if (row === undefined) return undefined
  const ends = numberOrNone(row, 'ends')
  return ends !== undefined && ends <= clock() ? undefined : clientIn(row)
}

/** Whether the operator's settings list this client. */
export function isRegistered(settings: OauthSettings, clientId: string): boolean {
  return settings.clients.some(({ id }) => id === clientId)
}

export function findRegisteredClient(
  settings: OauthSettings,
  clientId: string,
): Client | undefined {
  const found = settings.clients.find(({ id }) => id === clientId)
  return found && { ...found, kind: 'registered', refreshes: true, changed: false }
}

export function clientIn(row: SqlRow): Client {
  const [now, before] = [bytesOrNone(row, 'document_sha256'), bytesOrNone(row, 'consented_sha256')]
  return {
    id: textIn(row, 'id'),
    kind: row.kind === 'document' ? 'document' : 'dynamic',
    name: textIn(row, 'name'),
    redirectUris: addressesIn(row, 'redirect_uris'),
    refreshes: numberIn(row, 'refreshes') === 1,
    changed: now !== undefined && before !== undefined && !areBytesEqual(now, before),
  }
}

/** Its newest refresh token may wait this long for its first use, and nobody else may renew it. */
function endOfIdleClient({ clock, settings }: ClientPorts): number {
  return clock() + Math.max(LIMITS.idleClientMs, settings.lifetimes.refreshIdle + RECORD_MS)
}

/** Records that the user saw the client as it is now and allowed it. */
export async function recordClientConsent(
  ports: ClientPorts,
  sql: Sql,
  clientId: string,
): Promise<void> {
  await sql.run(
    `UPDATE client SET consented_sha256 = document_sha256, last_used = ?, ends = ? WHERE id = ?`,
    ports.clock(),
    endOfIdleClient(ports),
    clientId,
  )
}

/** Writes at most once an hour: all users of a host share the row of its document. */
export async function recordClientUse(
  ports: ClientPorts,
  sql: Sql,
  clientId: string,
): Promise<void> {
  const now = ports.clock()
  await sql.run(
    'UPDATE client SET last_used = ?, ends = ? WHERE id = ? AND last_used < ?',
    now,
    endOfIdleClient(ports),
    clientId,
    now - RECORD_MS,
  )
}

/** Makes space for a row: never-used clients go first, oldest first, then the longest idle. */
async function evictClients(sql: Sql, store: Store, kind: Client['kind']): Promise<void> {
  // Without the lock, two concurrent registrations would both see the last free row.
  if (store.dialect === 'postgres') await sql.run('LOCK TABLE client IN SHARE ROW EXCLUSIVE MODE')
  const counted = await sql.one(
    'SELECT CAST(count(*) AS INTEGER) AS held FROM client WHERE kind = ?',
    kind,
  )
  const surplus = (counted === undefined ? 0 : numberIn(counted, 'held')) - CLIENT_ROWS_MAX + 1
  if (surplus <= 0) return
  await sql.run(
    `DELETE FROM client WHERE id IN (SELECT id FROM client WHERE kind = ? AND disabled = 0
      ORDER BY last_used NULLS FIRST, created, id LIMIT ?)`,
    kind,
    surplus,
  )
}

function addressesIn(row: SqlRow, column: string): readonly string[] {
  const addresses: unknown = JSON.parse(textIn(row, column))
  if (Array.isArray(addresses)) return addresses.map(String)
  throw new TypeError(`Cannot read column "${column}": not a list`)
}

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
