import type { TokenRefusal, Tokens } from '../../../business/grants/mod.ts'
import { isCodeVerifier } from '../../../contract/oauth.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { readResource, readScopes } from './_requested_access.ts'
import { readForm } from './body.ts'
import type { RequestParameters } from './parameters.ts'
import type { OauthPorts } from './ports.ts'
import {
  invalidClient,
  invalidRequest,
  NOT_CACHED,
  type OauthError,
  OPEN_TO_ALL,
  respondError,
  respondJson,
} from './responses.ts'

type TokenPorts = Pick<OauthPorts, 'grants' | 'baseUrl'>

/** The token endpoint (OAuth 2.1, section 3.2): codes and refresh tokens of public clients. */
export async function answerToken(request: Request, ports: TokenPorts): Promise<Response> {
  const call = await readClientCall(request, ports)
  const tokens = call.ok ? await exchangeGrant(call.value, ports) : call
  if (tokens.ok) return respondJson(200, toWire(tokens.value))
  const { error } = tokens
  return respondError(typeof error === 'string' ? explainRefusal(error) : error)
}

/**
 * Revocation (RFC 7009). The caller does not learn whether the token was known or its own: a
 * well-formed call of a known client always returns 200.
 */
export async function revoke(
  request: Request,
  ports: Pick<OauthPorts, 'grants'>,
): Promise<Response> {
  const call = await readClientCall(request, ports)
  if (!call.ok) return respondError(call.error)
  const token = call.value.values.get('token')
  if (token === undefined) return respondError(invalidRequest('token is missing'))
  await ports.grants.revokeToken(token, call.value.clientId)
  return new Response(null, { status: 200, headers: { ...OPEN_TO_ALL, ...NOT_CACHED } })
}

/** The form of a public client that is known. */
type ClientCall = RequestParameters & { readonly clientId: string }

/**
 * Reads a form and identifies its client. All clients are public, so a call with a secret comes
 * from another client. Only a call with Basic credentials gets a challenge (RFC 6749 section 5.2).
 */
async function readClientCall(
  request: Request,
  { grants }: Pick<OauthPorts, 'grants'>,
): Promise<Result<ClientCall, OauthError>> {
  const form = await readForm(request)
  if (!form.ok) return form
  const { values } = form.value
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const isBasic = /^basic\b/i.test(authorization)
    const headers = isBasic ? { 'www-authenticate': 'Basic realm="token"' } : undefined
    return err(invalidClient('Client authentication is not supported', headers))
  }
  if (values.has('client_secret') || values.has('client_assertion')) {
    return err(invalidClient('Client authentication is not supported'))
  }
  const clientId = values.get('client_id')
  if (clientId === undefined) return err(invalidRequest('client_id is missing'))
  // A stored document is enough even if stale: tokens keep working while the client is offline.
  const client = await grants.findClient(clientId)
  if (client === undefined) return err(invalidClient('The client is unknown'))
  return ok({ ...form.value, clientId })
}

type TokenResult = Result<Tokens, OauthError | TokenRefusal>

async function exchangeGrant(call: ClientCall, ports: TokenPorts): Promise<TokenResult> {
  const resource = readResource(call, ports.baseUrl)
  if (!resource.ok) return resource
  switch (call.values.get('grant_type')) {
    case undefined:
      return err(invalidRequest('grant_type is missing'))
    case 'authorization_code':
      return await redeemCode(call, resource.value, ports)
    case 'refresh_token':
      return await renewTokens(call, resource.value, ports)
    default:
      return err({
        error: 'unsupported_grant_type',
        description: 'The supported grant types are authorization_code and refresh_token',
      })
  }
}

async function redeemCode(
  { values, clientId }: ClientCall,
  resource: string | undefined,
  { grants }: TokenPorts,
): Promise<TokenResult> {
  const [code, verifier] = [values.get('code'), values.get('code_verifier')]
  if (code === undefined) return err(invalidRequest('code is missing'))
  if (verifier === undefined) return err(invalidRequest('code_verifier is missing'))
  if (!isCodeVerifier(verifier)) {
    return err(invalidRequest('code_verifier is not 43 to 128 unreserved characters'))
  }
  const redirectUri = values.get('redirect_uri')
  return await grants.redeem({ code, clientId, redirectUri, verifier, resource })
}

async function renewTokens(
  { values, clientId }: ClientCall,
  resource: string | undefined,
  { grants }: TokenPorts,
): Promise<TokenResult> {
  const refreshToken = values.get('refresh_token')
  if (refreshToken === undefined) return err(invalidRequest('refresh_token is missing'))
  const scopes = readScopes(values.get('scope'))
  if (!scopes.ok) return scopes
  return await grants.renew({ refreshToken, clientId, scopes: scopes.value, resource })
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
function explainRefusal(error: TokenRefusal): OauthError {
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
