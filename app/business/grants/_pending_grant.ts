import type { Standing } from '../../contract/authority.ts'
import { newId } from '../../contract/ids.ts'
import type { BusinessScope } from '../../contract/oauth.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { formatScopes } from './_scopes.ts'
import { digestOf, newSecret, randomBytes } from './_secret.ts'
import type { AuthorizationRequest, Client, GrantsPorts } from './port.ts'

/**
 * Makes a grant that is pending until its code is redeemed. Until then it expires with the code, so
 * the two are swept together.
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
  const [grantId, code, now] = [newId('grant_', randomBytes), newSecret('code'), clock()]
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
 * The host that codes are sent to, which tells installations of a client apart. The port is left
 * out: a native app may use another one each time (RFC 8252 section 7.3).
 */
export function redirectHostOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? hostname : `${protocol}//${hostname}`
}
