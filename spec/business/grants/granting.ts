import { createHash } from 'node:crypto'
import {
  type AuthorizationRequest,
  type Businesses,
  createGrants,
  type Grants,
  type Tokens,
} from '../../../app/business/grants/mod.ts'
import type { SignedIn } from '../../../app/contract/authority.ts'
import { type BusinessScope, type OauthConfig, oauthSettings } from '../../../app/contract/oauth.ts'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { businessesIn, seed } from './granting_domain.ts'

export const RESOURCE = 'http://localhost:8080/mcp'
export const REDIRECT = 'https://host.example/callback'
export const READ = 'mcp:business:read'
export const WRITE = 'mcp:business:write'
export const START_MS = 1_800_000_000_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const ADDRESS = '192.0.2.7'

/** A client that the operator registered. */
export const CLIENT = { id: 'desk', name: 'Desk', redirect_uris: [REDIRECT] }

/** Grants over a store with two businesses of one user and one of another, and a fake clock. */
export type World = {
  readonly grants: Grants
  readonly store: Store
  readonly time: { now: number }
  readonly ann: Browser
  readonly ben: Browser
  setBusiness(businessId: string, state: 'active' | 'archived' | 'removed'): Promise<void>
  /** Events and outcomes in the audit so far. */
  events(): Promise<readonly string[]>
  /** Changes a row directly in the store, as an operator would. */
  change(text: string, ...values: readonly (string | number)[]): Promise<void>
}

/** A signed-in user with the secret of their session. */
export type Browser = { readonly user: SignedIn; readonly secret: string }

export type WorldOptions = {
  readonly config?: OauthConfig
  /** Whether the domain is in our store; true by default. */
  readonly within?: boolean
  readonly businesses?: Businesses
  /** Whether the store has the rows of an earlier world. */
  readonly seeded?: boolean
  /** Browsers of an earlier world; without them both sign in. */
  readonly signed?: Pick<World, 'ann' | 'ben'>
}

export async function createWorld(store: Store, options: WorldOptions = {}): Promise<World> {
  const time = { now: START_MS }
  const clock = () => time.now
  const audit = createAudit(store, { clock })
  const { standingWithin, ...elsewhere } = businessesIn(store)
  const businesses = options.within === false ? elsewhere : { ...elsewhere, standingWithin }
  const grants = createGrants({
    store,
    audit,
    businesses: options.businesses ?? businesses,
    settings: oauthSettings({ clients: [CLIENT], ...options.config }),
    clock,
    resource: RESOURCE,
  })
  const change: World['change'] = async (text, ...values) => {
    await store.transaction((sql) => sql.run(text, ...values))
  }
  const signInBoth = async () => ({
    ann: await signIn(grants, 'ann'),
    ben: await signIn(grants, 'ben'),
  })
  const { ann, ben } = options.signed ?? (await signInBoth())
  if (options.seeded !== true) await seed(store, ann.user.userId, ben.user.userId)
  return {
    grants,
    store,
    time,
    ann,
    ben,
    change,
    setBusiness: (id, state) => change('UPDATE business SET state = ? WHERE id = ?', state, id),
    events: async () => {
      await audit.flush()
      const rows = await store.sql.all('SELECT event, outcome FROM audit ORDER BY seq')
      return rows.map(({ event, outcome }) => `${event} ${outcome}`)
    },
  }
}

export async function signIn(grants: Grants, subject: string): Promise<Browser> {
  const issuer = 'https://identity.example'
  const identity = { issuer, subject, display: subject, verifiedEmail: undefined }
  return await grants.signIn(identity, ADDRESS)
}

type GrantOptions = {
  readonly browser?: Browser
  readonly clientId?: string
  readonly redirectUri?: string
  readonly businessId?: string | undefined
  readonly scopes?: readonly BusinessScope[]
  readonly verifier?: string
}

export const VERIFIER = 'a-verifier-that-is-just-long-enough-for-S256'

export function requestOf(asking: GrantOptions = {}): AuthorizationRequest {
  return {
    clientId: asking.clientId ?? CLIENT.id,
    redirectUri: asking.redirectUri ?? REDIRECT,
    scopes: asking.scopes ?? [READ],
    resource: RESOURCE,
    challenge: createHash('sha256')
      .update(asking.verifier ?? VERIFIER)
      .digest('base64url'),
    state: 'xyz',
  }
}

/** Begins a request that waits for this browser's consent; returns the proof of its form too. */
export async function beginConsent(
  { grants, ann }: World,
  asking: GrantOptions = {},
): Promise<{ readonly id: string; readonly sessionSecret: string; readonly csrf: string }> {
  const sessionSecret = (asking.browser ?? ann).secret
  const { id } = await grants.beginConsent(requestOf(asking))
  const shown = await grants.claimConsentRequest(id, sessionSecret)
  if (shown === undefined) throw new Error('Cannot show the request: not found')
  return { id, sessionSecret, csrf: shown.csrf }
}

/** A code from the user's consent. */
export async function codeFor(here: World, asking: GrantOptions = {}): Promise<string> {
  const given = await beginConsent(here, asking)
  const consented = await here.grants.consent({
    ...given,
    businessId: asking.businessId ?? 'bakery',
    scopes: asking.scopes ?? [READ],
  })
  if (!consented.ok) throw new Error(`Cannot consent: ${consented.error}`)
  return consented.value.code
}

export function redemptionOf(
  code: string,
  changes: Partial<Parameters<Grants['redeem']>[0]> = {},
): Parameters<Grants['redeem']>[0] {
  return {
    code,
    clientId: CLIENT.id,
    redirectUri: REDIRECT,
    verifier: VERIFIER,
    resource: RESOURCE,
    ...changes,
  }
}

export function renewalOf(
  refreshToken: string,
  changes: Partial<Parameters<Grants['renew']>[0]> = {},
): Parameters<Grants['renew']>[0] {
  return { refreshToken, clientId: CLIENT.id, scopes: undefined, resource: undefined, ...changes }
}

export type Pair = Tokens & { readonly refreshToken: string }

/** Tokens of a fresh grant. */
export async function tokensFor(here: World, asking: GrantOptions = {}): Promise<Pair> {
  const code = await codeFor(here, asking)
  const { clientId = CLIENT.id, redirectUri = REDIRECT } = asking
  return pairOf(await here.grants.redeem(redemptionOf(code, { clientId, redirectUri })))
}

/** The tokens of a response that must succeed. */
export function pairOf(answer: Awaited<ReturnType<Grants['redeem']>>): Pair {
  if (!answer.ok) throw new Error(`Cannot get tokens: ${answer.error}`)
  const { refreshToken } = answer.value
  if (refreshToken === undefined) throw new Error('Cannot get tokens: no refresh token')
  return { ...answer.value, refreshToken }
}

/** The business that a private call of this scope reaches, or the reason of its refusal. */
export async function callPrivate(
  { grants }: World,
  accessToken: string,
  scope: BusinessScope = READ,
): Promise<string> {
  const answer = await grants.authorise(`Bearer ${accessToken}`, scope)
  return answer.ok ? answer.value.businessId : answer.error.reason
}

/** The result of the token endpoint in one word. */
export function wordOf(answer: Awaited<ReturnType<Grants['redeem']>>): string {
  return answer.ok ? 'tokens' : answer.error
}
