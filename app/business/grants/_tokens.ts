import type { Standing } from '../../contract/authority.ts'
import type { BusinessScope } from '../../contract/oauth.ts'
import { numberIn, textIn } from '../../foundation/store/columns.ts'
import type { Sql, SqlRow } from '../../foundation/store/port.ts'
import { standingIn } from './_names.ts'
import { formatScopes, scopesIn } from './_scopes.ts'
import { digestOf, newSecret, type SecretKind } from './_secret.ts'
import type { GrantsPorts, Tokens } from './port.ts'

/** A grant while a transaction holds a lock on its row. */
export type HeldGrant = {
  readonly id: string
  readonly clientId: string
  readonly who: Standing
  readonly scopes: readonly BusinessScope[]
  readonly redirectHost: string
  readonly refreshes: boolean
  readonly status: 'pending' | 'active' | 'revoked'
  readonly ends: number
  readonly userIsActive: boolean
}

/**
 * Reads a grant and locks it until the transaction ends. The user's row is locked first, so that
 * changes to one user's grants happen in turn and cannot deadlock.
 */
export async function holdGrant(
  sql: Sql,
  grantId: string,
  userId: string,
): Promise<HeldGrant | undefined> {
  const user = await sql.one('SELECT state FROM app_user WHERE id = ? FOR UPDATE', userId)
  const row = await sql.one('SELECT * FROM grant_ WHERE id = ? FOR UPDATE', grantId)
  if (row === undefined) return undefined
  return {
    id: grantId,
    clientId: textIn(row, 'client_id'),
    who: standingIn(row),
    scopes: scopesIn(row, 'scopes'),
    redirectHost: textIn(row, 'redirect_host'),
    refreshes: numberIn(row, 'refreshes') === 1,
    status: statusIn(row),
    ends: numberIn(row, 'ends'),
    userIsActive: user?.state === 'active',
  }
}

/**
 * Issues an access token and, where the grant allows it, a refresh token. The parent is the refresh
 * token they were issued for; at most one successor of a token is valid.
 */
export async function issueTokens(
  { settings, clock }: Pick<GrantsPorts, 'settings' | 'clock'>,
  sql: Sql,
  given: {
    readonly grant: HeldGrant
    readonly scopes: readonly BusinessScope[]
    readonly parent: Uint8Array | null
  },
): Promise<Tokens> {
  const { grant, scopes, parent } = given
  const [now, { accessToken, refreshIdle }] = [clock(), settings.lifetimes]
  const issue = async (kind: SecretKind, granted: readonly BusinessScope[], lifetime: number) => {
    const secret = newSecret(kind)
    await sql.run(
      `INSERT INTO token (hash, kind, grant_id, scopes, ends, parent_hash)
        VALUES (?, ?, ?, ?, ?, ?)`,
      digestOf(secret),
      kind,
      grant.id,
      formatScopes(granted),
      Math.min(now + lifetime, grant.ends),
      parent,
    )
    return secret
  }
  return {
    accessToken: await issue('access', scopes, accessToken),
    // A narrower access token does not narrow the refresh token (RFC 6749 section 6).
    refreshToken: grant.refreshes ? await issue('refresh', grant.scopes, refreshIdle) : undefined,
    expiresIn: Math.floor((Math.min(now + accessToken, grant.ends) - now) / 1000),
    scopes,
  }
}

/** Why a grant ended; the store keeps the word. */
type EndReason =
  | 'user'
  | 'client'
  | 'operator'
  | 'removed'
  | 'replaced'
  | 'code_reuse'
  | 'refresh_reuse'

/** T4: ends a grant and its live tokens; false if it had already ended. */
export async function endGrant(
  sql: Sql,
  given: { readonly grantId: string; readonly reason: EndReason; readonly now: number },
): Promise<boolean> {
  const { grantId, reason, now } = given
  const ended = await sql.run(
    `UPDATE grant_ SET status = 'revoked', revoked_at = ?, reason = ?
      WHERE id = ? AND status <> 'revoked'`,
    now,
    reason,
    grantId,
  )
  await sql.run(
    `UPDATE token SET revoked_at = ?
      WHERE grant_id = ? AND revoked_at IS NULL AND used_at IS NULL AND ends > ?`,
    now,
    grantId,
    now,
  )
  return ended > 0
}

function statusIn(row: SqlRow): HeldGrant['status'] {
  const { status } = row
  return status === 'pending' || status === 'active' ? status : 'revoked'
}
