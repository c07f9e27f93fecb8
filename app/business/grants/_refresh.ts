import type { BusinessScope } from '../../contract/oauth.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { numberIn, numberOrNone, textIn } from '../../foundation/store/columns.ts'
import type { Sql, SqlRow } from '../../foundation/store/port.ts'
import { findClient, recordClientUse } from './_clients.ts'
import { exchangeProof, type TokenProof, type TokenResult, type TokenUse } from './_exchange.ts'
import { namesOf, standingIn } from './_names.ts'
import { intersectScopes, scopesIn } from './_scopes.ts'
import { digestOf, isSecret } from './_secret.ts'
import { endGrant, issueTokens } from './_tokens.ts'
import type { GrantsPorts, Renewal, TokenRefusal } from './port.ts'

type CheckedRenewal = TokenProof & { readonly scopes: readonly BusinessScope[] }

/** T3: rotation. A refusal before the token is marked as used leaves the token valid. */
export function renewTokens(ports: GrantsPorts, given: Renewal): Promise<TokenResult> {
  const check = () => checkRenewal(ports, given)
  return exchangeProof(ports, check, async (sql, held, state, { scopes }) => {
    const { grant, note } = held
    if (grant.status !== 'active') return err('invalid_grant')
    const use = await useOf(ports, sql, held)
    if (use === 'reuse') return await refuseReuse(ports, sql, held)
    const isLive = grant.userIsActive && grant.ends > ports.clock()
    if (use === 'ended' || !isLive) return err('invalid_grant')
    if (state === 'unavailable') return err('temporarily_unavailable')
    if (state !== 'active') {
      note({ event: 'refresh', outcome: 'denied', ...namesOf(grant) })
      return err('invalid_grant')
    }
    return await rotate(ports, sql, { ...held, use, scopes })
  })
}

/** Checks everything that can be refused without using the token. */
async function checkRenewal(
  ports: GrantsPorts,
  given: Renewal,
): Promise<Result<CheckedRenewal, TokenRefusal>> {
  const { sql } = ports.store
  const client = await findClient(ports, sql, given.clientId)
  if (client === undefined) return err('invalid_client')
  if (!isSecret('refresh', given.refreshToken)) return err('invalid_grant')
  const hash = digestOf(given.refreshToken)
  const row = await sql.one(
    `SELECT t.scopes, t.grant_id, g.client_id, g.user_id, g.workspace_id, g.business_id, g.resource
      FROM token t JOIN grant_ g ON g.id = t.grant_id WHERE t.hash = ? AND t.kind = 'refresh'`,
    hash,
  )
  if (row === undefined || row.client_id !== given.clientId) return err('invalid_grant')
  if (!client.refreshes) return err('unauthorized_client')
  if (given.resource !== undefined && row.resource !== given.resource) return err('invalid_target')
  const scopes = scopesOf(row, given.scopes)
  if (scopes === undefined) return err('invalid_scope')
  return ok({ hash, grantId: textIn(row, 'grant_id'), who: standingIn(row), scopes })
}

/** The same scopes or fewer, never one that was not granted (RFC 6749 section 6). */
function scopesOf(
  row: SqlRow,
  asked: readonly BusinessScope[] | undefined,
): readonly BusinessScope[] | undefined {
  const granted = scopesIn(row, 'scopes')
  if (asked === undefined) return granted
  const isNarrower = asked.length > 0 && asked.every((scope) => granted.includes(scope))
  return isNarrower ? intersectScopes(granted, asked) : undefined
}

async function useOf(ports: GrantsPorts, sql: Sql, { hash }: TokenUse): Promise<RefreshUse> {
  const row = await sql.one('SELECT * FROM token WHERE hash = ?', hash)
  if (row === undefined || row.revoked_at !== null) return 'ended'
  const successors = await sql.all(
    `SELECT used_at, superseded_at FROM token WHERE parent_hash = ? AND kind = 'refresh'`,
    hash,
  )
  return classifyRefresh(
    {
      ends: numberIn(row, 'ends'),
      usedAt: numberOrNone(row, 'used_at'),
      superseded: row.superseded_at !== null,
      successors: successors.map((each) => ({
        used: each.used_at !== null,
        superseded: each.superseded_at !== null,
      })),
    },
    { now: ports.clock(), overlap: ports.settings.lifetimes.refreshOverlap },
  )
}

async function refuseReuse(
  { clock }: GrantsPorts,
  sql: Sql,
  { grant, note }: TokenUse,
): Promise<TokenResult> {
  await endGrant(sql, { grantId: grant.id, reason: 'refresh_reuse', now: clock() })
  note({ event: 'refresh_reuse', outcome: 'revoked', ...namesOf(grant) })
  return err('invalid_grant')
}

async function rotate(
  ports: GrantsPorts,
  sql: Sql,
  held: TokenUse & { readonly use: 'first' | 'overlap'; readonly scopes: readonly BusinessScope[] },
): Promise<TokenResult> {
  const { grant, hash, note, use, scopes } = held
  const now = ports.clock()
  const isMine = use === 'first' ? await spend(sql, held, now) : await supersede(sql, held, now)
  if (!isMine) return refuseReuse(ports, sql, held)
  await recordClientUse(ports, sql, grant.clientId)
  note({ event: 'refresh', outcome: use === 'first' ? 'issued' : 'repeated', ...namesOf(grant) })
  return ok(await issueTokens(ports, sql, { grant, scopes, parent: hash }))
}

/** Keeps a used token as long as its grant, so that a second use is recognised. */
async function spend(sql: Sql, { grant, hash }: TokenUse, now: number): Promise<boolean> {
  const spent = await sql.run(
    `UPDATE token SET used_at = ?, ends = ? WHERE hash = ? AND used_at IS NULL
      AND superseded_at IS NULL AND revoked_at IS NULL AND ends > ?`,
    now,
    grant.ends,
    hash,
    now,
  )
  return spent > 0
}

/** Replaces the unused successor with the next one. */
async function supersede(sql: Sql, { grant, hash }: TokenUse, now: number): Promise<boolean> {
  const superseded = await sql.run(
    `UPDATE token SET superseded_at = ?, ends = ? WHERE parent_hash = ? AND kind = 'refresh'
      AND used_at IS NULL AND superseded_at IS NULL`,
    now,
    grant.ends,
    hash,
  )
  // Its access token stays valid: another process of the same client may be using it.
  await sql.run(
    `UPDATE token SET superseded_at = ? WHERE parent_hash = ? AND kind = 'access'
      AND superseded_at IS NULL`,
    now,
    hash,
  )
  return superseded > 0
}

/** The stored facts about a refresh token when a client presents it. */
export type RefreshFacts = {
  readonly ends: number
  readonly usedAt: number | undefined
  readonly superseded: boolean
  readonly successors: readonly { readonly used: boolean; readonly superseded: boolean }[]
}

type RefreshUse = 'first' | 'overlap' | 'reuse' | 'ended'

/**
 * Processes of one client may share a token, and a response can get lost. So the previous token may
 * be presented once more, shortly after its use and while its successor is unused. Any other reuse
 * means that the token was stolen (RFC 9700 section 4.14.2).
 */
export function classifyRefresh(
  token: RefreshFacts,
  { now, overlap }: { readonly now: number; readonly overlap: number },
): RefreshUse {
  if (token.superseded) return 'reuse'
  if (token.usedAt === undefined) return token.ends > now ? 'first' : 'ended'
  // Two servers' clocks may differ a little, in either direction.
  const isRecent = Math.abs(now - token.usedAt) < overlap
  const [successor, ...others] = token.successors
  const isUntouched = successor !== undefined && !successor.used && !successor.superseded
  return isRecent && isUntouched && others.length === 0 ? 'overlap' : 'reuse'
}
