import { isPlainLoopback } from '../../../contract/loopback.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { IdentityProvider } from '../protocol/ports.ts'
import { createDiscovery, type ProviderMetadata } from './_discovery.ts'
import { askProvider, type Fetch, type ProviderAnswer } from './_fetch.ts'
import { createIdTokenVerifier } from './_id_token.ts'
import { buildCodeRequest, readIdToken } from './arctic.ts'

/** Our registration at the identity provider. */
type ProviderSettings = {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined
  /** Tried where the first is refused, while the secret is being changed. */
  readonly previousSecret?: string | undefined
  /** Our callback as registered there. */
  readonly redirectUri: string
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly fetch?: Fetch
}

/** No provider sends a longer code. */
const PARAMETER_CHARACTERS_MAX = 4096

/** An OpenID Connect provider, found by its issuer (authorization code flow, PKCE). */
export function createOpenIdProvider(settings: ProviderSettings): IdentityProvider {
  const { issuer, clientId, redirectUri, clock } = settings
  const fetch: Fetch = settings.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const allowsLoopback = isPlainLoopback(new URL(redirectUri))
  const metadataOf = createDiscovery({ issuer, allowsLoopback, clock, fetch })
  const verify = createIdTokenVerifier({ issuer, clientId, clock, fetch })
  return {
    issuer,
    createAuthorizationUrl: async (given) => {
      const metadata = await metadataOf()
      return metadata.ok ? ok(buildRequestUrl(settings, metadata.value, given)) : metadata
    },
    verifyIdentity: async (callback, { state, nonce, verifier }) => {
      const metadata = await metadataOf()
      if (!metadata.ok) return metadata
      const code = readCode(callback, state, issuer, metadata.value)
      if (!code.ok) return code
      const token = await redeem(settings, metadata.value, { code: code.value, verifier, fetch })
      return token.ok ? await verify(token.value, nonce, metadata.value) : token
    },
  }
}

function buildRequestUrl(
  { clientId, redirectUri }: ProviderSettings,
  { authorizationEndpoint }: ProviderMetadata,
  given: Parameters<IdentityProvider['createAuthorizationUrl']>[0],
): string {
  const { state, verifier } = given
  const url = buildCodeRequest({ authorizationEndpoint, clientId, redirectUri, state, verifier })
  url.searchParams.set('nonce', given.nonce)
  if (given.again === true) url.searchParams.set('prompt', 'login')
  return url.href
}

/** Checks the callback before using anything in it (RFC 9207 section 2.4, Core 3.1.2.6). */
function readCode(
  callback: URLSearchParams,
  state: string,
  issuer: string,
  { namesIssuer }: ProviderMetadata,
): Result<string, string> {
  const once = (name: string) => {
    const [value, ...more] = callback.getAll(name)
    return more.length === 0 ? value : undefined
  }
  if (once('state') !== state) return err('callback: state does not match')
  const named = callback.has('iss')
  if ((named || namesIssuer) && once('iss') !== issuer)
    return err('callback: issuer does not match')
  if (callback.has('error')) return err(`callback: ${readErrorWord(once('error'))}`)
  const code = once('code')
  return code !== undefined && code !== '' && code.length <= PARAMETER_CHARACTERS_MAX
    ? ok(code)
    : err('callback: no code')
}

/** Only an error code that looks standard goes to the log. */
function readErrorWord(error: string | undefined): string {
  return error !== undefined && /^[a-z_]{1,40}$/.test(error) ? error : 'an error'
}

/**
 * Exchanges the code. The library's own exchange follows redirects with the secret, has no timeout
 * and does not encode Basic credentials, so we send the request and the library reads the response
 * (spec/decisions/sign_in.md).
 */
async function redeem(
  settings: ProviderSettings,
  metadata: ProviderMetadata,
  given: CodeExchange,
): Promise<Result<string, string>> {
  const { clientSecret, previousSecret } = settings
  const answer = await sendCode(settings, metadata, clientSecret, given)
  // A provider looks at the code only after it knows the client, so the code is still good.
  const isRefused = answer.ok && isClientRefused(answer.value)
  const last =
    isRefused && previousSecret !== undefined
      ? await sendCode(settings, metadata, previousSecret, given)
      : answer
  if (!last.ok) return err(`token: ${last.error}`)
  if (last.value.status !== 200) return err(`token: status ${last.value.status}`)
  return readIdToken(last.value.body)
}

type CodeExchange = { readonly code: string; readonly verifier: string; readonly fetch: Fetch }

/** RFC 6749 section 5.2. */
function isClientRefused({ status, body }: ProviderAnswer): boolean {
  return status === 401 || (status === 400 && body.error === 'invalid_client')
}

async function sendCode(
  { clientId, redirectUri }: ProviderSettings,
  { tokenEndpoint, takesSecretInForm }: ProviderMetadata,
  clientSecret: string | undefined,
  given: CodeExchange,
): Promise<Result<ProviderAnswer, string>> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: redirectUri,
    code_verifier: given.verifier,
  })
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  })
  const isBasic = clientSecret !== undefined && !takesSecretInForm
  if (isBasic) headers.set('authorization', formatBasic(clientId, clientSecret))
  else body.set('client_id', clientId)
  if (clientSecret !== undefined && takesSecretInForm) body.set('client_secret', clientSecret)
  return await askProvider(given.fetch, tokenEndpoint, {
    method: 'POST',
    headers,
    body: body.toString(),
  })
}

/** Both halves are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function formatBasic(clientId: string, clientSecret: string): string {
  const [name, secret] = [encodeForm(clientId), encodeForm(clientSecret)]
  return `Basic ${btoa(`${name}:${secret}`)}`
}

function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
