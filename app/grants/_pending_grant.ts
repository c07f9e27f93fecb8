import type { Standing } from '../contract/authority.ts'
import type { BusinessScope } from '../contract/scopes.ts'
import type { Sql } from '../store/port.ts'
import { formatScopes } from './_rows.ts'
import { digestOf, newId, newSecret } from './_secret.ts'
import type { AuthorizationRequest, Client, GrantsPorts } from './port.ts'

/**
 * A grant that waits for its code to be redeemed. Until then it ends with the code, so one that is
 * never redeemed is swept with it.
 */
export async function makeGrant(
  { clock, settings }: Pick<GrantsPorts, 'clock' | 'settings'>,
  sql: Sql,
  given: {
    readonly client: Client
    readonly who: Standing
    readonly scopes: readonly BusinessScope[]
    readonly request: AuthorizationRequest
  },
): Promise<{ readonly grantId: string; readonly code: string }> {
  const { client, who, scopes, request } = given
  const [grantId, code, now] = [newId('grant_'), newSecret('code'), clock()]
  const ends = now + settings.lifetimes.code
  await sql.run(
    `INSERT INTO grant_ (id, client_id, user_id, workspace_id, business_id, requested_scopes,
        scopes, resource, redirect_host, refreshes, status, created, ends)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
    grantId,
    client.id,
    who.userId,
    who.workspaceId,
    who.businessId,
    formatScopes(request.scopes),
    formatScopes(scopes),
    request.resource,
    redirectHostOf(request.redirectUri),
    client.refreshes ? 1 : 0,
    now,
    ends,
  )
  await sql.run(
    `INSERT INTO auth_code (hash, grant_id, client_id, redirect_uri, challenge, resource, ends)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    digestOf(code),
    grantId,
    client.id,
    request.redirectUri,
    request.challenge,
    request.resource,
    ends,
  )
  return { grantId, code }
}

/**
 * Where codes go, as far as it tells installations of a client apart: the host without its port,
 * which a native app may choose anew each time (RFC 8252 section 7.3).
 */
export function redirectHostOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? hostname : `${protocol}//${hostname}`
}
