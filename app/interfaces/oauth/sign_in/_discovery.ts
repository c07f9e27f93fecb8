import type { JsonObject } from '../../../contract/json_rpc.ts'
import { HOUR_MS } from '../../../contract/limits.ts'
import { isPlainLoopback } from '../../../contract/loopback.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { askProvider, type Fetch } from './_fetch.ts'

/** Metadata of a provider that a sign-in needs (OpenID Connect Discovery 1.0 section 3). */
export type ProviderMetadata = {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly jwksUri: string
  /** Algorithms of id tokens, public-key ones only. */
  readonly algorithms: readonly string[]
  /** Whether each response must name its issuer (RFC 9207 section 3). */
  readonly namesIssuer: boolean
  /** Whether the secret goes into the form, because the provider supports no other place. */
  readonly takesSecretInForm: boolean
}

/** How long metadata is cached, in milliseconds. */
const METADATA_MS = HOUR_MS

/** Signatures that need the provider's private key: never `none`, never a shared secret. */
const ALGORITHMS: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
])

/** Reads the provider's metadata at most once an hour; failures are not cached. */
export function createDiscovery(given: {
  readonly issuer: string
  /** Whether http to loopback is allowed: only if we ourselves run on loopback. */
  readonly allowsLoopback: boolean
  readonly clock: () => number
  readonly fetch: Fetch
}): () => Promise<Result<ProviderMetadata, string>> {
  let kept: { readonly metadata: ProviderMetadata; readonly until: number } | undefined
  let running: Promise<Result<ProviderMetadata, string>> | undefined
  const load = async () => {
    const answer = await askProvider(given.fetch, documentUrlOf(given.issuer), {
      headers: { accept: 'application/json' },
    })
    if (!answer.ok) return err(`discovery: ${answer.error}`)
    if (answer.value.status !== 200) return err(`discovery: status ${answer.value.status}`)
    const metadata = readMetadata(answer.value.body, given.issuer, given.allowsLoopback)
    if (metadata.ok) kept = { metadata: metadata.value, until: given.clock() + METADATA_MS }
    return metadata
  }
  return async () => {
    if (kept !== undefined && given.clock() < kept.until) return ok(kept.metadata)
    // Concurrent callers share one request.
    running ??= load().finally(() => {
      running = undefined
    })
    return await running
  }
}

function documentUrlOf(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Checks a metadata document; its endpoints must be safe to send a secret to. */
export function readMetadata(
  document: JsonObject,
  issuer: string,
  allowsLoopback: boolean,
): Result<ProviderMetadata, string> {
  // With another issuer, one provider could impersonate another (Discovery 1.0 section 4.3).
  if (document.issuer !== issuer) return err('discovery: issuer does not match')
  const authorizationEndpoint = readEndpoint(document.authorization_endpoint, allowsLoopback)
  const tokenEndpoint = readEndpoint(document.token_endpoint, allowsLoopback)
  const jwksUri = readEndpoint(document.jwks_uri, allowsLoopback)
  if (authorizationEndpoint === undefined || tokenEndpoint === undefined || jwksUri === undefined) {
    return err('discovery: an endpoint is missing or not https')
  }
  const offered = readStrings(document.id_token_signing_alg_values_supported)
  const algorithms = offered.filter((name) => ALGORITHMS.has(name))
  if (algorithms.length === 0) return err('discovery: no public-key algorithm')
  const methods = readStrings(document.token_endpoint_auth_methods_supported)
  return ok({
    authorizationEndpoint,
    tokenEndpoint,
    jwksUri,
    algorithms,
    namesIssuer: document.authorization_response_iss_parameter_supported === true,
    takesSecretInForm:
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic'),
  })
}

function readEndpoint(value: unknown, allowsLoopback: boolean): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  const isAllowed = url.protocol === 'https:' || (allowsLoopback && isPlainLoopback(url))
  return isAllowed ? url.href : undefined
}

function readStrings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
