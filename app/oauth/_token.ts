import { isCodeVerifier } from '../contract/pkce.ts'
import { err, type Result } from '../contract/result.ts'
import type { TokenRefusal, Tokens } from '../grants/mod.ts'
import { readForm } from './_body.ts'
import { respondPreflight } from './_cors.ts'
import type { RequestParameters } from './_parameters.ts'
import { readResource } from './_resource.ts'
import {
  invalidRequest,
  type OauthError,
  respondError,
  respondJson,
  respondWrongMethod,
} from './_responses.ts'
import { readScopes } from './_scopes.ts'
import type { OauthPorts } from './ports.ts'

type TokenPorts = Pick<OauthPorts, 'grants' | 'baseUrl'>

export const POST_ALLOW = 'POST, OPTIONS'

/** The token endpoint (OAuth 2.1, section 3.2): codes and refresh tokens of public clients. */
export async function answerToken(request: Request, ports: TokenPorts): Promise<Response> {
  if (request.method === 'OPTIONS') return respondPreflight(POST_ALLOW)
  if (request.method !== 'POST') return respondWrongMethod(POST_ALLOW)
  const form = await readForm(request)
  if (!form.ok) return respondError(form.error)
  const client = await identifyClient(request, form.value, ports)
  if (!client.ok) return respondError(client.error)
  const tokens = await exchangeGrant(form.value, client.value, ports)
  return tokens.ok ? respondJson(200, toWire(tokens.value)) : respondError(tokens.error)
}

/**
 * Identifies the client. All clients are public, so a call with a secret comes from another client.
 * Only a call with Basic credentials gets a challenge (RFC 6749 section 5.2).
 */
export async function identifyClient(
  request: Request,
  { values }: RequestParameters,
  { grants }: Pick<OauthPorts, 'grants'>,
): Promise<Result<string, OauthError>> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const headers = /^basic\b/i.test(authorization)
      ? { 'www-authenticate': 'Basic realm="token"' }
      : undefined
    return err(invalidClient('Client authentication is not supported', headers))
  }
  if (values.has('client_secret') || values.has('client_assertion')) {
    return err(invalidClient('Client authentication is not supported'))
  }
  const id = values.get('client_id')
  if (id === undefined) return err(invalidRequest('client_id is missing'))
  // A stored document is enough even if stale: tokens keep working while the client is offline.
  const client = await grants.findClient(id)
  return client === undefined
    ? err(invalidClient('The client is unknown'))
    : { ok: true, value: id }
}

async function exchangeGrant(
  form: RequestParameters,
  clientId: string,
  ports: TokenPorts,
): Promise<Result<Tokens, OauthError>> {
  const resource = readResource(form, ports.baseUrl)
  if (!resource.ok) return err(toOauthError(resource.error))
  switch (form.values.get('grant_type')) {
    case undefined:
      return err(invalidRequest('grant_type is missing'))
    case 'authorization_code':
      return await redeemCode(form, clientId, resource.value, ports)
    case 'refresh_token':
      return await renewTokens(form, clientId, resource.value, ports)
    default:
      return err({
        error: 'unsupported_grant_type',
        description: 'The supported grant types are authorization_code and refresh_token',
      })
  }
}

async function redeemCode(
  { values }: RequestParameters,
  clientId: string,
  resource: string | undefined,
  { grants }: TokenPorts,
): Promise<Result<Tokens, OauthError>> {
  const code = values.get('code')
  if (code === undefined) return err(invalidRequest('code is missing'))
  const verifier = values.get('code_verifier')
  if (verifier === undefined) return err(invalidRequest('code_verifier is missing'))
  if (!isCodeVerifier(verifier)) {
    return err(invalidRequest('code_verifier is not 43 to 128 unreserved characters'))
  }
  const redirectUri = values.get('redirect_uri')
  const tokens = await grants.redeem({ code, clientId, redirectUri, verifier, resource })
  return tokens.ok ? tokens : err(toOauthError(tokens.error))
}

async function renewTokens(
  { values }: RequestParameters,
  clientId: string,
  resource: string | undefined,
  { grants }: TokenPorts,
): Promise<Result<Tokens, OauthError>> {
  const refreshToken = values.get('refresh_token')
  if (refreshToken === undefined) return err(invalidRequest('refresh_token is missing'))
  const scopes = readScopes(values.get('scope'))
  if (!scopes.ok) return err(toOauthError(scopes.error))
  const tokens = await grants.renew({ refreshToken, clientId, scopes: scopes.value, resource })
  return tokens.ok ? tokens : err(toOauthError(tokens.error))
}

/** `scope` is always present: without it, clients keep requesting scopes. No member is null. */
function toWire(tokens: Tokens): Readonly<Record<string, string | number>> {
  const { accessToken, refreshToken, expiresIn, scopes } = tokens
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: scopes.join(' '),
  }
}

/** One sentence for each code; the reason behind it is not revealed. */
function toOauthError(error: TokenRefusal): OauthError {
  switch (error) {
    case 'invalid_grant':
      return { error, description: 'The code or refresh token is not valid for this request' }
    case 'invalid_client':
      return invalidClient('The client is unknown')
    case 'invalid_scope':
      return { error, description: 'The scope is unknown or exceeds the grant' }
    case 'invalid_target':
      return { error, description: 'The resource is not this server' }
    case 'unauthorized_client':
      return { error, description: 'The client is not allowed to use this grant type' }
    case 'temporarily_unavailable':
      return { error, description: 'The server is temporarily unavailable' }
  }
}

function invalidClient(
  description: string,
  headers: Readonly<Record<string, string>> = {},
): OauthError {
  return { error: 'invalid_client', description, headers }
}
