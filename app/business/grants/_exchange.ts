import type { Standing } from '../../contract/authority.ts'
import type { StandingState } from '../../contract/domain.ts'
import { err, type Result } from '../../contract/result.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { standingOf } from './_standing.ts'
import { type HeldGrant, holdGrant } from './_tokens.ts'
import { type Note, orUnavailable, transact } from './_transaction.ts'
import type { GrantsPorts, TokenRefusal, Tokens } from './port.ts'

/** A code or refresh token that its client may use, and the grant that it belongs to. */
export type TokenProof = {
  readonly hash: Uint8Array
  readonly grantId: string
  readonly who: Standing
}

/** The same in a transaction that holds the grant. */
export type TokenUse = { readonly grant: HeldGrant; readonly hash: Uint8Array; readonly note: Note }

export type TokenResult = Result<Tokens, TokenRefusal>

/** Exchanges a checked code or refresh token for new tokens, in one transaction. */
export function exchangeProof<Proof extends TokenProof>(
  ports: GrantsPorts,
  check: () => Promise<Result<Proof, TokenRefusal>>,
  issue: (sql: Sql, use: TokenUse, state: StandingState, proof: Proof) => Promise<TokenResult>,
): Promise<TokenResult> {
  return orUnavailable<Tokens, TokenRefusal>('temporarily_unavailable', async () => {
    const proof = await check()
    if (!proof.ok) return proof
    const { hash, grantId, who } = proof.value
    const standing = await standingOf(ports.businesses, who)
    return transact(ports, async (sql, note) => {
      // Before the grant, as in a removal: a locked grant must not wait for its business.
      const state = await standing(sql)
      const grant = await holdGrant(sql, grantId, who.userId)
      if (grant === undefined) return err('invalid_grant')
      return await issue(sql, { grant, hash, note }, state, proof.value)
    })
  })
}
