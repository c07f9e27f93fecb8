import { areBytesEqual } from '../../contract/equal_bytes.ts'
import { isCodeVerifier } from '../../contract/oauth.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { numberIn, textIn } from '../../foundation/store/columns.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { findClient, recordClientUse } from './_clients.ts'
import { exchangeProof, type TokenProof, type TokenResult, type TokenUse } from './_exchange.ts'
import { GRANT_NAMES, namesIn, namesOf, standingIn } from './_names.ts'
import { challengeOf, digestOf, isSecret } from './_secret.ts'
import { endGrant, issueTokens } from './_tokens.ts'
import type { CodeRedemption, GrantsPorts, TokenRefusal } from './port.ts'

/** T2: a code yields tokens once; presenting it again with the right proof ends the grant. */
export function redeemCode(ports: GrantsPorts, given: CodeRedemption): Promise<TokenResult> {
  const check = () => checkProof(ports, given)
  return exchangeProof(ports, check, async (sql, use, state) => {
    const { grant, note } = use
    const spent = await refuseSpent(ports, sql, use)
    if (spent !== undefined) return spent
    if (state === 'unavailable') return err('temporarily_unavailable')
    if (state !== 'active' || !grant.userIsActive || grant.status !== 'pending') {
      note({ event: 'token', outcome: 'denied', ...namesOf(grant) })
      return err('invalid_grant')
    }
    return await activate(ports, sql, use)
  })
}

/**
 * Checks client, redirect address, verifier and resource before whether the code was used: without
 * the verifier nobody can end another client's grant (OAuth 2.1, section 4.1.3).
 */
async function checkProof(
  ports: GrantsPorts,
  given: CodeRedemption,
): Promise<Result<TokenProof, TokenRefusal>> {
  const { sql } = ports.store
  if ((await findClient(ports, sql, given.clientId)) === undefined) return err('invalid_client')
  if (!isSecret('code', given.code)) return err('invalid_grant')
  const hash = digestOf(given.code)
  const row = await sql.one(
    `SELECT c.*, g.user_id, g.workspace_id, g.business_id FROM auth_code c
      JOIN grant_ g ON g.id = c.grant_id WHERE c.hash = ?`,
    hash,
  )
  if (row === undefined || row.client_id !== given.clientId) return err('invalid_grant')
  if (given.redirectUri !== undefined && row.redirect_uri !== given.redirectUri) {
    return err('invalid_grant')
  }
  const isProven =
    isCodeVerifier(given.verifier) &&
    areBytesEqual(challengeOf(given.verifier), textIn(row, 'challenge'))
  if (!isProven) return err('invalid_grant')
  if (given.resource !== undefined && row.resource !== given.resource) return err('invalid_target')
  return ok({ hash, grantId: textIn(row, 'grant_id'), who: standingIn(row) })
}

async function refuseSpent(
  ports: GrantsPorts,
  sql: Sql,
  use: TokenUse,
): Promise<TokenResult | undefined> {
  const code = await sql.one('SELECT used_at, ends FROM auth_code WHERE hash = ?', use.hash)
  if (code === undefined) return err('invalid_grant')
  if (code.used_at !== null) return refuseReplay(ports, sql, use)
  return numberIn(code, 'ends') <= ports.clock() ? err('invalid_grant') : undefined
}

async function refuseReplay(
  { clock }: GrantsPorts,
  sql: Sql,
  { grant, note }: TokenUse,
): Promise<TokenResult> {
  const isNew = await endGrant(sql, { grantId: grant.id, reason: 'code_reuse', now: clock() })
  if (isNew) note({ event: 'code_reuse', outcome: 'revoked', ...namesOf(grant) })
  return err('invalid_grant')
}

async function activate(ports: GrantsPorts, sql: Sql, use: TokenUse): Promise<TokenResult> {
  const { grant, hash, note } = use
  const now = ports.clock()
  // The statement itself is the guard: of any concurrent redemptions, one finds the code unused.
  const used = await sql.run(
    'UPDATE auth_code SET used_at = ? WHERE hash = ? AND used_at IS NULL AND ends > ?',
    now,
    hash,
    now,
  )
  if (used === 0) return refuseReplay(ports, sql, use)
  const ends = now + ports.settings.lifetimes.grant
  const activated = await sql.run(
    `UPDATE grant_ SET status = 'active', ends = ? WHERE id = ? AND status = 'pending'`,
    ends,
    grant.id,
  )
  if (activated === 0) return err('invalid_grant')
  await replaceOlder(sql, use, now)
  await recordClientUse(ports, sql, grant.clientId)
  note({ event: 'token', outcome: 'issued', ...namesOf(grant) })
  const active = { ...grant, ends }
  return ok(await issueTokens(ports, sql, { grant: active, scopes: grant.scopes, parent: null }))
}

/**
 * When a user connects the same client from the same host again, with more scopes or another
 * business, the new grant replaces the old one. The client id alone cannot tell: all installations
 * of a host application share one document.
 */
async function replaceOlder(sql: Sql, { grant, note }: TokenUse, now: number): Promise<void> {
  const older = await sql.all(
    `SELECT ${GRANT_NAMES} FROM grant_ g WHERE g.client_id = ? AND g.user_id = ?
      AND g.redirect_host = ? AND g.status = 'active' AND g.id <> ?`,
    grant.clientId,
    grant.who.userId,
    grant.redirectHost,
    grant.id,
  )
  for (const names of older.map(namesIn)) {
    await endGrant(sql, { grantId: names.grantId, reason: 'replaced', now })
    note({ event: 'revoke', outcome: 'replaced', ...names })
  }
}
