import { err, type Result } from '../contract/result.ts'
import type { TokenRefusal, Tokens } from '../grants/mod.ts'
import { answered, type OauthError, refused, wrongMethod } from './_answers.ts'
import { readForm } from './_body.ts'
import { preflight } from './_cors.ts'
import type { ReadParameters } from './_parameters.ts'
import { readResource } from './_resource.ts'
import { readScopes } from './_scopes.ts'
import type { OauthPorts } from './ports.ts'

type TokenPorts = Pick<OauthPorts, 'grants' | 'baseUrl'>

export const POST_ALLOW = 'POST, OPTIONS'

/** RFC 7636 section 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** The token endpoint (OAuth 2.1, section 3.2): codes and refresh tokens of public clients. */
export async function token(request: Request, ports: TokenPorts): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight(POST_ALLOW)
  if (request.method !== 'POST') return wrongMethod(POST_ALLOW)
  const form = await readForm(request)
  if (!form.ok) return refused(form.error)
  const client = await clientOf(request, form.value, ports)
  if (!client.ok) return refused(client.error)
  const tokens = await exchange(form.value, client.value, ports)
  return tokens.ok ? answered(200, wire(tokens.value)) : refused(tokens.error)
}

/**
 * The client that asks. All clients are public, so whoever shows a secret is somebody else; a
 * challenge is owed only to who tried Basic (RFC 6749 section 5.2).
 */
export async function clientOf(
  request: Request,
  { values }: ReadParameters,
  { grants }: Pick<OauthPorts, 'grants'>,
): Promise<Result<string, OauthError>> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const headers = /^basic\b/i.test(authorization)
      ? { 'www-authenticate': 'Basic realm="token"' }
      : undefined
    return err(unknownClient('The client has no way to authenticate', headers))
  }
  if (values.has('client_secret') || values.has('client_assertion')) {
    return err(unknownClient('The client has no way to authenticate'))
  }
  const id = values.get('client_id')
  if (id === undefined) return err(invalid('client_id is absent'))
  // A stored document serves here after its freshness: tokens live on when the client is away.
  const client = await grants.findClient(id)
  return client === undefined
    ? err(unknownClient('The client is not known'))
    : { ok: true, value: id }
}

async function exchange(
  form: ReadParameters,
  clientId: string,
  ports: TokenPorts,
): Promise<Result<Tokens, OauthError>> {
  const resource = readResource(form, ports.baseUrl)
  if (!resource.ok) return err(told(resource.error))
  switch (form.values.get('grant_type')) {
    case undefined:
      return err(invalid('grant_type is absent'))
    case 'authorization_code':
      return await redeemed(form, clientId, resource.value, ports)
    case 'refresh_token':
      return await renewed(form, clientId, resource.value, ports)
    default:
      return err({
        error: 'unsupported_grant_type',
        description: 'The grant types are authorization_code and refresh_token',
      })
  }
}

async function redeemed(
  { values }: ReadParameters,
  clientId: string,
  resource: string | undefined,
  { grants }: TokenPorts,
): Promise<Result<Tokens, OauthError>> {
  const code = values.get('code')
  if (code === undefined) return err(invalid('code is absent'))
  const verifier = values.get('code_verifier')
  if (verifier === undefined) return err(invalid('code_verifier is absent'))
  if (!VERIFIER.test(verifier)) {
    return err(invalid('code_verifier is not 43 to 128 unreserved characters'))
  }
  const redirectUri = values.get('redirect_uri')
  const tokens = await grants.redeem({ code, clientId, redirectUri, verifier, resource })
  return tokens.ok ? tokens : err(told(tokens.error))
}

async function renewed(
  { values }: ReadParameters,
  clientId: string,
  resource: string | undefined,
  { grants }: TokenPorts,
): Promise<Result<Tokens, OauthError>> {
  const refreshToken = values.get('refresh_token')
  if (refreshToken === undefined) return err(invalid('refresh_token is absent'))
  const scopes = readScopes(values.get('scope'))
  if (!scopes.ok) return err(told(scopes.error))
  const tokens = await grants.renew({ refreshToken, clientId, scopes: scopes.value, resource })
  return tokens.ok ? tokens : err(told(tokens.error))
}

/** `scope` always comes: a client that misses it asks for more for ever. No member is null. */
function wire(tokens: Tokens): Readonly<Record<string, string | number>> {
  const { accessToken, refreshToken, expiresIn, scopes } = tokens
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: scopes.join(' '),
  }
}

/** One sentence a code: which of its reasons it was is nobody's business. */
function told(error: TokenRefusal): OauthError {
  switch (error) {
    case 'invalid_grant':
      return { error, description: 'The code or refresh token is not valid for this request' }
    case 'invalid_client':
      return unknownClient('The client is not known')
    case 'invalid_scope':
      return { error, description: 'The scope is unknown or wider than the grant' }
    case 'invalid_target':
      return { error, description: 'The resource is not the one of this server' }
    case 'unauthorized_client':
      return { error, description: 'The client may not use this grant type' }
    case 'temporarily_unavailable':
      return { error, description: 'The server cannot answer now' }
  }
}

export function invalid(description: string): OauthError {
  return { error: 'invalid_request', description }
}

function unknownClient(
  description: string,
  headers: Readonly<Record<string, string>> = {},
): OauthError {
  return { error: 'invalid_client', description, headers }
}
