import type {
  BusinessChoice,
  Grant,
  GrantFacts,
  SignedIn,
  Standing,
} from '../../contract/authority.ts'
import type { StandingState } from '../../contract/domain.ts'
import type { BusinessScope, OauthSettings } from '../../contract/oauth.ts'
import type { Result } from '../../contract/result.ts'
import type { Audit, Sql, Store } from '../../foundation/store/port.ts'

/** Why a private call is not authorised; MCP turns it into 401, 403 or a tool error. */
export type Denial =
  | { readonly reason: 'credential_missing' }
  | { readonly reason: 'token_invalid' }
  | { readonly reason: 'scope_missing'; readonly granted: readonly BusinessScope[] }
  | { readonly reason: 'store_unavailable' }

/** Questions to the domain before anything is granted or renewed. */
export type Businesses = {
  list(userId: string): Promise<readonly BusinessChoice[]>
  standing(who: Standing): Promise<StandingState>
  /** The same within a transaction, when the domain is in our own store. */
  readonly standingWithin?: ((sql: Sql, who: Standing) => Promise<StandingState>) | undefined
}

export type GrantsPorts = {
  readonly store: Store
  readonly audit: Audit
  readonly businesses: Businesses
  readonly settings: OauthSettings
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** The only resource that tokens are valid for: the MCP endpoint (RFC 8707). */
  readonly resource: string
}

/** A client of the authorization server; all are public clients without a secret. */
export type Client = {
  readonly id: string
  readonly kind: 'registered' | 'dynamic' | 'document'
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Whether the client's metadata allows refresh tokens. */
  readonly refreshes: boolean
  /** Whether the client document differs from the one last consented to. */
  readonly changed: boolean
}

/** What a client says about itself, checked. */
export type ClientMetadata = Pick<Client, 'name' | 'redirectUris' | 'refreshes'>

/** A valid authorization request that awaits sign-in and consent. */
export type AuthorizationRequest = {
  readonly clientId: string
  /** The requested address, byte for byte: the code is bound to it. */
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
export type GrantView = Omit<GrantFacts, 'grantId' | 'userId'> & {
  readonly id: string
  readonly clientName: string
  readonly redirectHost: string
  readonly created: number
  readonly lastUsed: number | undefined
}

/** A browser session; its secret goes into the cookie and is stored as a hash. */
export type Session = {
  readonly user: SignedIn
  /** Protects forms on pages of this session against cross-site posts. */
  readonly csrf: string
}

/** What a form of the consent page proves. */
export type ConsentForm = Pick<Transaction, 'id' | 'csrf'> & { readonly sessionSecret: string }

export type ConsentRefusal = 'expired' | 'business_not_chosen' | 'business_inactive' | 'unavailable'

/** An identity verified by the provider (OpenID Connect Core section 2: iss and sub). */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  readonly display: string
  /** Present only if the provider says that it is verified. */
  readonly verifiedEmail: string | undefined
}

/** State of one sign-in between our redirect and the provider's response; used once (T8). */
type SignInState = {
  readonly nonce: string
  readonly verifier: string
  /** The page to open afterwards: one of our paths. */
  readonly returnTo: string
}

/** Takes and returns secrets in plain text; the store holds only their hashes. */
export type Grants = {
  /** Checks an Authorization header for a private tool. Nothing else makes a `Grant`. */
  authorise<Scope extends BusinessScope>(
    header: string | null,
    scope: Scope,
  ): Promise<Result<Grant<Scope>, Denial>>

  findClient(clientId: string): Promise<Client | undefined>
  /** Dynamic registration (RFC 7591): the same body from one address in a minute is one client. */
  registerClient(
    metadata: ClientMetadata,
    address: string,
  ): Promise<{
    readonly client: Client
    /** Milliseconds since the epoch. */
    readonly issuedAt: number
  }>
  /** Stores a valid client document and compares it with the one last consented to. */
  storeDocument(url: string, document: ClientMetadata, freshUntil: number): Promise<Client>
  /** Finds a stored document that need not be fetched again yet. */
  findFreshDocument(url: string): Promise<Client | undefined>

  beginSignIn(state: SignInState): Promise<{ readonly state: string; readonly cookie: string }>
  /** T8: consumes the state, if both values match and it has not expired. */
  takeSignIn(state: string, cookie: string): Promise<SignInState | undefined>
  /** Finds or creates the user of an identity and starts a session with a new secret. */
  signIn(
    identity: Identity,
    address: string,
  ): Promise<{
    readonly secret: string
    readonly user: SignedIn
    /** False for a disabled user, whose secret opens nothing. */
    readonly isActive: boolean
  }>
  findSession(secret: string | undefined): Promise<Session | undefined>
  signOut(secret: string): Promise<void>

  /** Stores a request until the user decides. */
  beginConsent(request: AuthorizationRequest): Promise<{ readonly id: string }>
  /** Binds the request to the first session that asks; any other session does not find it. */
  claimConsentRequest(id: string, sessionSecret: string): Promise<Transaction | undefined>
  businessesOf(user: SignedIn): Promise<readonly BusinessChoice[]>
  /** T1: consumes the request, checks the business, makes a pending grant and its code. */
  consent(
    given: ConsentForm & {
      readonly businessId: string | undefined
      readonly scopes: readonly BusinessScope[]
    },
  ): Promise<
    Result<{ readonly code: string; readonly request: AuthorizationRequest }, ConsentRefusal>
  >
  /** Consumes the request without a grant: the user refused. */
  deny(
    given: ConsentForm,
  ): Promise<Result<{ readonly request: AuthorizationRequest }, ConsentRefusal>>

  /** T2. */
  redeem(given: CodeRedemption): Promise<Result<Tokens, TokenRefusal>>
  /** T3. */
  renew(given: Renewal): Promise<Result<Tokens, TokenRefusal>>
  /** T4, RFC 7009: the caller does not learn whether the token was known. */
  revokeToken(token: string, clientId: string): Promise<void>

  grantsOf(user: SignedIn): Promise<readonly GrantView[]>
  /** T4: only a grant of this user; false if there is none. */
  revokeGrant(user: SignedIn, grantId: string): Promise<boolean>

  /** Removes expired rows in small steps (lifetimes: spec/decisions/oauth.md). */
  sweep(): Promise<void>
}
