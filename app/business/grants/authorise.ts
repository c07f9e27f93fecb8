import type { Grant, GrantFacts } from '../../contract/authority.ts'
import type { BusinessScope } from '../../contract/oauth.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { numberIn, textIn } from '../../foundation/store/columns.ts'
import type { SqlRow } from '../../foundation/store/port.ts'
import { isRegistered } from './_clients.ts'
import { standingIn } from './_names.ts'
import { scopesIn } from './_scopes.ts'
import { digestOf, isSecret } from './_secret.ts'
import { orUnavailable } from './_transaction.ts'
import type { Uses } from './_uses.ts'
import type { Denial, Grants, GrantsPorts } from './port.ts'

// RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1).
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i

const FIND = `SELECT t.ends, t.revoked_at, t.scopes, g.id AS grant_id, g.client_id, g.user_id,
    g.workspace_id, g.business_id, g.resource, g.status, g.ends AS grant_ends,
    u.state AS user_state, c.disabled AS client_disabled
  FROM token t
  JOIN grant_ g ON g.id = t.grant_id
  JOIN app_user u ON u.id = g.user_id
  LEFT JOIN client c ON c.id = g.client_id
  WHERE t.hash = ? AND t.kind = 'access'`

/**
 * Checks the Authorization header of a private call. Anything but a live access token of ours gets
 * the same refusal: an unknown, expired or revoked token, an integration key and a foreign bearer
 * token look alike (contract 5, rule 7).
 */
export function createAuthorisation(ports: GrantsPorts, uses: Uses): Pick<Grants, 'authorise'> {
  const { store, audit, clock } = ports
  const find = async (header: string): Promise<Result<GrantFacts, Denial>> => {
    const secret = BEARER.exec(header)?.[1]
    if (secret === undefined || !isSecret('access', secret)) return err({ reason: 'token_invalid' })
    const row = await store.sql.one(FIND, digestOf(secret))
    if (row === undefined || !isLive(ports, row)) return err({ reason: 'token_invalid' })
    return ok(factsOf(row))
  }
  const refuseScope = (facts: GrantFacts): Denial => {
    const { userId: actor, clientId, grantId, workspaceId, businessId } = facts
    const entry = { actor, clientId, grantId, workspaceId, businessId }
    // The call is refused whether or not this entry can be written, so nothing waits for it.
    audit
      .appendLater({ event: 'denied', outcome: 'scope_missing', ...entry })
      .catch(() => undefined)
    return { reason: 'scope_missing', granted: facts.scopes }
  }
  return {
    async authorise<Scope extends BusinessScope>(
      header: string | null,
      scope: Scope,
    ): Promise<Result<Grant<Scope>, Denial>> {
      if (header === null || header === '') return err({ reason: 'credential_missing' })
      const found = await orUnavailable<GrantFacts, Denial>({ reason: 'store_unavailable' }, () =>
        find(header),
      )
      if (!found.ok) return found
      if (!found.value.scopes.includes(scope)) return err(refuseScope(found.value))
      uses.note(found.value.grantId, clock())
      // The token is live and has this scope. No other code makes a `Grant`.
      return ok(found.value as Grant<Scope>)
    },
  }
}

function isLive({ clock, resource, settings }: GrantsPorts, row: SqlRow): boolean {
  const now = clock()
  return (
    row.revoked_at === null &&
    row.status === 'active' &&
    numberIn(row, 'ends') > now &&
    numberIn(row, 'grant_ends') > now &&
    // The token was issued for this resource (RFC 8707 section 2).
    row.resource === resource &&
    row.user_state === 'active' &&
    (row.client_disabled === 0 || isRegistered(settings, textIn(row, 'client_id')))
  )
}

function factsOf(row: SqlRow): GrantFacts {
  return {
    grantId: textIn(row, 'grant_id'),
    clientId: textIn(row, 'client_id'),
    ...standingIn(row),
    scopes: scopesIn(row, 'scopes'),
  }
}
