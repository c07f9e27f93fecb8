import type { TokenRefusal } from '../../../business/grants/mod.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'

/**
 * For endpoints that any origin may call: metadata, token, registration, revocation. They use no
 * cookies, so no origin has more power than another. Pages for people have no CORS headers (OAuth
 * 2.1, section 3.1: no CORS at the authorization endpoint).
 */
export const OPEN_TO_ALL = { 'access-control-allow-origin': '*' } as const

/** Error codes of the endpoints that programs call (RFC 6749 5.2, RFC 8707 2, RFC 7591 3.2.2). */
export type OauthErrorCode =
  | TokenRefusal
  | 'invalid_request'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'server_error'

export type OauthError = {
  readonly error: OauthErrorCode
  /** ASCII without quotes and backslashes; nothing from the request (RFC 6749 section 5.2). */
  readonly description: string
  /** Only where it differs from the status of the code. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Responses with tokens or client ids must not be cached (RFC 6749 section 5.1). */
export const NOT_CACHED = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

/** Makes a JSON response of an endpoint that programs call. */
export function respondJson(
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, {
    status,
    headers: {
      'x-content-type-options': 'nosniff',
      ...OPEN_TO_ALL,
      ...NOT_CACHED,
      ...headers,
    },
  })
}

export function respondError({ error, description, status, headers = {} }: OauthError): Response {
  return respondJson(status ?? statusOf(error), { error, error_description: description }, headers)
}

export function invalidRequest(description: string): OauthError {
  return { error: 'invalid_request', description }
}

export function invalidClient(
  description: string,
  headers: Readonly<Record<string, string>> = {},
): OauthError {
  return { error: 'invalid_client', description, headers }
}

function statusOf(error: OauthErrorCode): number {
  switch (error) {
    case 'invalid_client':
      return 401
    case 'temporarily_unavailable':
      return 503
    case 'server_error':
      return 500
    case 'invalid_request':
    case 'invalid_grant':
    case 'invalid_scope':
    case 'invalid_target':
    case 'unauthorized_client':
    case 'unsupported_grant_type':
    case 'invalid_redirect_uri':
    case 'invalid_client_metadata':
      return 400
  }
}

/**
 * The caller is over the limit of the OAuth endpoints. The body says why, since no header does:
 * contract 8 gives no Retry-After and no numbers.
 */
export function respondOverLimit(): Response {
  return respondError({
    error: 'temporarily_unavailable',
    description: 'Too many authorization calls from this address in one minute',
    status: 429,
  })
}

/** The path does not support the method (RFC 9110 section 15.5.6). */
export function respondWrongMethod(allow: string): Response {
  return new Response(null, { status: 405, headers: { allow, 'cache-control': 'no-store' } })
}

export function respondNotFound(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}

const PREFLIGHT_SECONDS = 600

/** Answers `OPTIONS` on an endpoint that is open to all origins. */
export function respondPreflight(allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...OPEN_TO_ALL,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': 'Content-Type, Authorization, MCP-Protocol-Version',
      'access-control-max-age': String(PREFLIGHT_SECONDS),
      allow,
    },
  })
}
