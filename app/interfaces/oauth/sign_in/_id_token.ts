import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Identity } from '../../../business/grants/mod.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { formatName } from '../../../contract/shown_name.ts'
import type { ProviderMetadata } from './_discovery.ts'
import { askProvider, type Fetch } from './_fetch.ts'

/** How far the provider's clock may differ from ours, in seconds. */
const CLOCK_SECONDS = 30

type IdTokenRules = {
  readonly issuer: string
  readonly clientId: string
  readonly clock: () => number
  readonly fetch: Fetch
}

/** Verifies an id token with the provider's keys; the refusal is for the log. */
type VerifyIdToken = (
  token: string,
  nonce: string,
  metadata: ProviderMetadata,
) => Promise<Result<Identity, string>>

/**
 * Checks of OpenID Connect Core 1.0 section 3.1.3.7. Keys are fetched when one is missing, at most
 * every 30 seconds, and are cached for ten minutes.
 */
export function createIdTokenVerifier({
  issuer,
  clientId,
  clock,
  fetch,
}: IdTokenRules): VerifyIdToken {
  let keys: { readonly uri: string; readonly set: ReturnType<typeof createKeySet> } | undefined
  return async (token, nonce, { jwksUri, algorithms }) => {
    if (keys?.uri !== jwksUri) keys = { uri: jwksUri, set: createKeySet(jwksUri, fetch) }
    try {
      const { payload } = await jwtVerify(token, keys.set, {
        issuer,
        audience: clientId,
        algorithms: [...algorithms],
        requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
        clockTolerance: CLOCK_SECONDS,
        currentDate: new Date(clock()),
      })
      return checkClaims(payload, { issuer, clientId, nonce })
    } catch (error) {
      return err(`id token: ${error instanceof errors.JOSEError ? error.code : 'unreadable'}`)
    }
  }
}

function createKeySet(uri: string, fetch: Fetch): ReturnType<typeof createRemoteJWKSet> {
  return createRemoteJWKSet(new URL(uri), {
    [customFetch]: async (url, { headers, signal }) => {
      const answer = await askProvider(fetch, url, { headers, signal })
      if (!answer.ok) throw new errors.JWKSTimeout(answer.error)
      return Response.json(answer.value.body, { status: answer.value.status })
    },
  })
}

/** Checks the claims that the library leaves to us: nonce, authorized party and subject. */
function checkClaims(
  payload: JWTPayload,
  { issuer, clientId, nonce }: { issuer: string; clientId: string; nonce: string },
): Result<Identity, string> {
  const { sub, aud, azp } = payload
  if (payload.nonce !== nonce) return err('id token: nonce does not match')
  const isForMany = Array.isArray(aud) && aud.length > 1
  if ((isForMany || azp !== undefined) && azp !== clientId)
    return err('id token: azp does not match')
  // Core section 2: at most 255 ASCII characters.
  if (typeof sub !== 'string' || !/^[!-~]{1,255}$/.test(sub)) return err('id token: no subject')
  return ok({
    issuer,
    subject: sub,
    display: displayOf(payload),
    verifiedEmail: payload.email_verified === true ? textIn(payload.email) : undefined,
  })
}

function displayOf({ name, preferred_username, email, sub }: JWTPayload): string {
  return formatName(textIn(name) ?? textIn(preferred_username) ?? textIn(email) ?? sub ?? '')
}

function textIn(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim : undefined
}
