import type { BusinessChoice, Grant, SignedIn, Standing } from '../contract/authority.ts'
import type { StandingState } from '../contract/domain.ts'
import type { OauthSettings } from '../contract/oauth.ts'
import type { Result } from '../contract/result.ts'
import type { BusinessScope } from '../contract/scopes.ts'
import type { Audit, Sql, Store } from '../store/port.ts'

/** Why a private call is not authorised; the MCP window turns it into 401, 403 or a tool error. */
export type Denial =
  | { readonly reason: 'credential_missing' }
  | { readonly reason: 'token_invalid' }
  | { readonly reason: 'scope_missing'; readonly granted: readonly BusinessScope[] }
  | { readonly reason: 'store_unavailable' }

/** What the domain is asked about a user and a business before anything is granted or renewed. */
export type Businesses = {
  list(userId: string): Promise<readonly BusinessChoice[]>
  standing(who: Standing): Promise<StandingState>
  /** The same in a transaction of our store, where the domain lives in it. */
  readonly standingWithin?: ((sql: Sql, who: Standing) => Promise<StandingState>) | undefined
}

export type GrantsPorts = {
  readonly store: Store
  readonly audit: Audit
  readonly businesses: Businesses
  readonly settings: OauthSettings
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** The one resource that tokens are for: the address of the MCP endpoint (RFC 8707). */
  readonly resource: string
}

/** A client as the authorization server knows it; all are public clients without a secret. */
export type Client = {
  readonly id: string
  readonly kind: 'registered' | 'dynamic' | 'document'
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Whether refresh tokens may be issued: the client's metadata allow the grant. */
  readonly refreshes: boolean
  /** Set when a client document differs from the one that was last consented to. */
  readonly changed: boolean
}

/** A checked authorization request, as it waits for sign-in and consent. */
export type AuthorizationRequest = {
  readonly clientId: string
  /** The address that was asked for, byte for byte: it is bound to the code. */
  readonly redirectUri: string
  readonly scopes: readonly BusinessScope[]
  readonly resource: string
  /** S256 challenge: 43 characters of base64url (RFC 7636 section 4.2). */
  readonly challenge: string
  readonly state: string | undefined
}

export type Transaction = AuthorizationRequest & { readonly id: string; readonly csrf: string }

export type Tokens = {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Seconds. */
  readonly expiresIn: number
  readonly scopes: readonly BusinessScope[]
}

/** Refusals of the token endpoint (RFC 6749 section 5.2, RFC 8707 section 2). */
export type TokenRefusal =
  | 'invalid_grant'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'temporarily_unavailable'

export type CodeRedemption = {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string | undefined
  readonly verifier: string
  readonly resource: string | undefined
}

export type Renewal = {
  readonly refreshToken: string
  readonly clientId: string
  readonly scopes: readonly BusinessScope[] | undefined
  readonly resource: string | undefined
}

/** A grant as its user sees it on the account page. */
export type GrantView = {
  readonly id: string
  readonly clientName: string
  readonly clientId: string
  readonly redirectHost: string
  readonly workspaceId: string
  readonly businessId: string
  readonly scopes: readonly BusinessScope[]
  readonly created: number
  readonly lastUsed: number | undefined
}

/** A session of a browser; `secret` goes into the cookie and is stored as a hash. */
export type Session = {
  readonly user: SignedIn
  /** Proof against cross-site posts on pages of this session. */
  readonly csrf: string
}

export type ConsentRefusal = 'expired' | 'business_not_chosen' | 'business_inactive' | 'unavailable'

/** An identity that the provider vouched for (OpenID Connect Core section 2: iss and sub). */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly display: string
  /** Only where the provider says that it is verified. */
  readonly verifiedEmail: string | undefined
}

/** State of one sign-in between our redirect and the provider's answer; used once (T8). */
export type SignInState = {
  readonly nonce: string
  readonly verifier: string
  /** The page to go to afterwards: a path of ours. */
  readonly returnTo: string
}

/** THE VAULT. Secrets come in and go out in plain text here only; the store holds their hashes. */
export type Grants = {
  /** Checks an Authorization header for a private tool: the only maker of a `Grant`. */
  authorise<Scope extends BusinessScope>(
    header: string | null,
    scope: Scope,
  ): Promise<Result<Grant<Scope>, Denial>>

  findClient(clientId: string): Promise<Client | undefined>
  /** Dynamic registration (RFC 7591): the same body from one address within a minute is one row. */
  registerClient(
    metadata: {
      readonly name: string
      readonly redirectUris: readonly string[]
      readonly refreshes: boolean
    },
    address: string,
  ): Promise<{
    readonly client: Client
    /** Milliseconds since the epoch. */
    readonly issuedAt: number
  }>
  /** Keeps a checked client document; its text is compared with what was consented to before. */
  storeDocument(
    url: string,
    document: {
      readonly name: string
      readonly redirectUris: readonly string[]
      readonly refreshes: boolean
    },
    freshUntil: number,
  ): Promise<Client>
  /** A stored document that need not be fetched again yet. */
  findFreshDocument(url: string): Promise<Client | undefined>

  beginSignIn(state: SignInState): Promise<{ readonly state: string; readonly cookie: string }>
  /** T8: used up by the first who brings both, and only while it lasts. */
  takeSignIn(state: string, cookie: string): Promise<SignInState | undefined>
  /** Finds or makes the user of an identity and opens a session with a new id. */
  signIn(
    identity: Identity,
    address: string,
  ): Promise<{ readonly secret: string; readonly user: SignedIn }>
  findSession(secret: string | undefined): Promise<Session | undefined>
  signOut(secret: string): Promise<void>

  /** Keeps a request until consent; bound to the session once that is known. */
  beginConsent(request: AuthorizationRequest): Promise<{ readonly id: string }>
  /** Binds to the first session that asks and refuses every other. */
  claimConsentRequest(id: string, sessionSecret: string): Promise<Transaction | undefined>
  businessesOf(user: SignedIn): Promise<readonly BusinessChoice[]>
  /** T1: uses up the transaction, checks the business, makes a pending grant and its code. */
  consent(given: {
    readonly id: string
    readonly sessionSecret: string
    readonly csrf: string
    readonly businessId: string | undefined
    readonly scopes: readonly BusinessScope[]
  }): Promise<
    Result<{ readonly code: string; readonly request: AuthorizationRequest }, ConsentRefusal>
  >
  /** Uses up the transaction without a grant: the user said no. */
  deny(given: {
    readonly id: string
    readonly sessionSecret: string
    readonly csrf: string
  }): Promise<Result<{ readonly request: AuthorizationRequest }, ConsentRefusal>>

  /** T2. */
  redeem(given: CodeRedemption): Promise<Result<Tokens, TokenRefusal>>
  /** T3. */
  renew(given: Renewal): Promise<Result<Tokens, TokenRefusal>>
  /** T4, RFC 7009: nobody learns whether the token was known. */
  revokeToken(token: string, clientId: string): Promise<void>

  grantsOf(user: SignedIn): Promise<readonly GrantView[]>
  /** T4: only the user's own; false where there is none such. */
  revokeGrant(user: SignedIn, grantId: string): Promise<boolean>

  /** Removes what has ended, in small steps (facts of each lifetime in spec/decisions/oauth.md). */
  sweep(): Promise<void>
}
