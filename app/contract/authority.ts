import type { BusinessScope } from './oauth.ts'

/** Who and what a grant names; all of it comes from the grant, never from a caller (contract 5). */
export type GrantFacts = {
  readonly grantId: string
  readonly clientId: string
  readonly userId: string
  readonly workspaceId: string
  /** Exactly one business: chosen by the user at consent (contract 5, rule 1). */
  readonly businessId: string
  /** Scopes of the token that was shown, which may be narrower than those of the grant. */
  readonly scopes: readonly BusinessScope[]
}

declare const authorised: unique symbol

/**
 * The right to call private tools of one scope. Only `grants/authorise.ts` makes one, so code that
 * needs a write grant does not compile with a read grant (contract 1, rule 5).
 */
export type Grant<Scope extends BusinessScope = BusinessScope> = GrantFacts & {
  readonly [authorised]: Scope
}

/** A user who signed in at the identity provider; the only one who decides approvals. */
export type SignedIn = {
  readonly userId: string
  readonly display: string
}

/** A business that a user may connect a client to. */
export type BusinessChoice = {
  readonly workspaceId: string
  readonly workspaceName: string
  readonly businessId: string
  readonly businessName: string
}

/** The three names that say whose records are meant. */
export type Standing = Pick<GrantFacts, 'userId' | 'workspaceId' | 'businessId'>
