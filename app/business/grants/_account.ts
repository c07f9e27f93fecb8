import type { SignedIn } from '../../contract/authority.ts'
import { numberIn, numberOrNone, textIn, textOrNone } from '../../foundation/store/columns.ts'
import type { SqlRow } from '../../foundation/store/port.ts'
import { findRegisteredClient } from './_clients.ts'
import { GRANT_NAMES, namesIn } from './_names.ts'
import { scopesIn } from './_scopes.ts'
import { endGrant } from './_tokens.ts'
import { transact } from './_transaction.ts'
import type { Uses } from './_uses.ts'
import type { GrantsPorts, GrantView } from './port.ts'

const LIST = `SELECT g.id, g.client_id, g.redirect_host, g.workspace_id, g.business_id, g.scopes,
    g.created, g.last_used, c.name AS client_name
  FROM grant_ g LEFT JOIN client c ON c.id = g.client_id
  WHERE g.user_id = ? AND g.status = 'active' AND g.ends > ?
  ORDER BY g.created DESC, g.id`

export async function listGrants(
  ports: GrantsPorts,
  uses: Uses,
  user: SignedIn,
): Promise<readonly GrantView[]> {
  const rows = await ports.store.sql.all(LIST, user.userId, ports.clock())
  return rows.map((row) => viewOf(ports, uses, row))
}

function viewOf({ settings }: GrantsPorts, uses: Uses, row: SqlRow): GrantView {
  const [id, clientId] = [textIn(row, 'id'), textIn(row, 'client_id')]
  const registered = findRegisteredClient(settings, clientId)
  return {
    id,
    clientId,
    clientName: registered?.name ?? textOrNone(row, 'client_name') ?? clientId,
    redirectHost: textIn(row, 'redirect_host'),
    workspaceId: textIn(row, 'workspace_id'),
    businessId: textIn(row, 'business_id'),
    scopes: scopesIn(row, 'scopes'),
    created: numberIn(row, 'created'),
    lastUsed: uses.lastUse(id) ?? numberOrNone(row, 'last_used'),
  }
}

export function revokeGrant(ports: GrantsPorts, user: SignedIn, grantId: string): Promise<boolean> {
  return transact(ports, async (sql, note) => {
    const row = await sql.one(
      `SELECT ${GRANT_NAMES} FROM grant_ g WHERE g.id = ? AND g.user_id = ?`,
      grantId,
      user.userId,
    )
    if (row === undefined) return false
    const ended = await endGrant(sql, { grantId, reason: 'user', now: ports.clock() })
    if (ended) note({ event: 'revoke', outcome: 'user', ...namesIn(row) })
    return ended
  })
}
