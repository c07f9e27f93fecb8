import { type Static, Type } from '@sinclair/typebox'
import { DAY_MS } from './limits.ts'
import { closed, line, oneOf, text } from './registry_words.ts'

/** Addresses of the authorization server below the base address. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  signIn: '/oauth/sign-in',
  callback: '/oauth/callback',
  consent: '/oauth/consent',
  account: '/account',
} as const

/** RFC 8414 and RFC 9728: the resource's document stands in its path form and at the root. */
export const WELL_KNOWN = {
  authorizationServer: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource/mcp',
  resourceRoot: '/.well-known/oauth-protected-resource',
} as const

const seconds = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

const days = Type.Integer({ minimum: 30, maximum: 36_500 })

/** `OAUTH_CONFIG`: every member may be left out. Times in seconds (our choice, open points 5). */
export const OauthConfigSchema = Type.Object(
  {
    clients: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.String({ pattern: '^[A-Za-z0-9._~-]{1,128}$' }),
            name: line,
            redirect_uris: Type.Array(text, { minItems: 1, maxItems: 20 }),
          },
          closed,
        ),
      ),
    ),
    registration: Type.Optional(
      Type.Object({ dynamic: Type.Optional(oneOf(['on', 'off'])) }, closed),
    ),
    documents: Type.Optional(
      Type.Object(
        {
          policy: Type.Optional(oneOf(['any', 'allowlist', 'off'])),
          hosts: Type.Optional(Type.Array(text)),
        },
        closed,
      ),
    ),
    redirects: Type.Optional(Type.Object({ private_use: Type.Optional(Type.Array(text)) }, closed)),
    approvals: Type.Optional(
      Type.Object({ requester_may_decide: Type.Optional(Type.Boolean()) }, closed),
    ),
    retention: Type.Optional(
      Type.Object(
        {
          audit: Type.Optional(days),
          approvals: Type.Optional(days),
          users: Type.Optional(days),
        },
        closed,
      ),
    ),
    lifetimes: Type.Optional(
      Type.Object(
        {
          code: Type.Optional(seconds(10, 600)),
          access_token: Type.Optional(seconds(60, 86_400)),
          refresh_idle: Type.Optional(seconds(3600, 31_536_000)),
          grant: Type.Optional(seconds(3600, 31_536_000)),
          refresh_overlap: Type.Optional(seconds(0, 300)),
          session: Type.Optional(seconds(300, 604_800)),
          session_idle: Type.Optional(seconds(300, 604_800)),
          consent: Type.Optional(seconds(60, 3600)),
          approval: Type.Optional(seconds(300, 2_592_000)),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type OauthConfig = Static<typeof OauthConfigSchema>

/** Settings of the authorization server with every default filled in. */
export type OauthSettings = {
  readonly clients: readonly {
    readonly id: string
    readonly name: string
    readonly redirectUris: readonly string[]
  }[]
  readonly dynamicRegistration: boolean
  readonly documents: {
    readonly policy: 'any' | 'allowlist' | 'off'
    readonly hosts: readonly string[]
  }
  readonly privateUseRedirects: readonly string[]
  readonly requesterMayDecide: boolean
  /** Milliseconds. */
  readonly lifetimes: Lifetimes
  readonly retention: Retention
}

/** How long the archive command leaves in the store what nobody uses any more: milliseconds. */
type Retention = {
  readonly audit: number
  readonly approvals: number
  readonly users: number
}

export type Lifetimes = {
  readonly code: number
  readonly accessToken: number
  readonly refreshIdle: number
  readonly grant: number
  /** How long the token before the last may be used once more; 0 allows none. */
  readonly refreshOverlap: number
  readonly session: number
  readonly sessionIdle: number
  readonly consent: number
  readonly approval: number
}

/** Fills in the defaults: a refresh token 30 days idle, a code a minute (RFC 6749 4.1.2). */
export function oauthSettings(config: OauthConfig): OauthSettings {
  const { lifetimes = {}, documents = {}, retention = {} } = config
  const ms = (given: number | undefined, otherwise: number) => (given ?? otherwise) * 1000
  return {
    clients: (config.clients ?? []).map(({ id, name, redirect_uris }) => ({
      id,
      name,
      redirectUris: redirect_uris,
    })),
    dynamicRegistration: config.registration?.dynamic !== 'off',
    documents: { policy: documents.policy ?? 'any', hosts: documents.hosts ?? [] },
    privateUseRedirects: config.redirects?.private_use ?? [],
    requesterMayDecide: config.approvals?.requester_may_decide ?? true,
    lifetimes: {
      code: ms(lifetimes.code, 60),
      accessToken: ms(lifetimes.access_token, 3600),
      refreshIdle: ms(lifetimes.refresh_idle, 30 * 86_400),
      grant: ms(lifetimes.grant, 180 * 86_400),
      refreshOverlap: ms(lifetimes.refresh_overlap, 30),
      session: ms(lifetimes.session, 12 * 3600),
      sessionIdle: ms(lifetimes.session_idle, 2 * 3600),
      consent: ms(lifetimes.consent, 600),
      approval: ms(lifetimes.approval, 7 * 86_400),
    },
    retention: {
      audit: (retention.audit ?? 400) * DAY_MS,
      approvals: (retention.approvals ?? 400) * DAY_MS,
      users: (retention.users ?? 400) * DAY_MS,
    },
  }
}

/** SHA-256 in base64url without padding (RFC 7636 section 4.2). */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Unreserved characters (RFC 7636 section 4.1). */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

export function isCodeChallenge(text: string): boolean {
  return CODE_CHALLENGE.test(text)
}

export function isCodeVerifier(text: string): boolean {
  return CODE_VERIFIER.test(text)
}

/** The two scopes that the service knows; no other is ever asked for (contract 1 and 5). */
export const BUSINESS_SCOPES = ['mcp:business:read', 'mcp:business:write'] as const
export type BusinessScope = (typeof BUSINESS_SCOPES)[number]
