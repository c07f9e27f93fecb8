import { HTTP_API_ALLOW } from '../contract/http_answers.ts'
import { CACHE_NEVER, CORS_HEADERS, NOSNIFF_HEADERS } from '../contract/http_headers.ts'
import {
  PUBLIC_ERROR_STATUS,
  type PublicError,
  type PublicErrorReason,
  type PublicRefusal,
} from '../contract/public_error.ts'

/**
 * A refusal in wire form (contract 7). The code is the registry's name for the reason; without a
 * registry it is the reason itself.
 */
export function toRefusalResponse(
  refusal: PublicRefusal,
  codes: ReadonlyMap<PublicErrorReason, string>,
): Response {
  const { reason, message } = refusal
  const body: PublicError = { error: { code: codes.get(reason) ?? reason, message } }
  return new Response(JSON.stringify(body), {
    status: PUBLIC_ERROR_STATUS[reason],
    headers: {
      'content-type': 'application/json',
      'cache-control': CACHE_NEVER,
      ...(reason === 'method_not_allowed' ? { allow: HTTP_API_ALLOW } : {}),
      ...CORS_HEADERS,
      ...NOSNIFF_HEADERS,
    },
  })
}

/** The answer to OPTIONS, which also covers a browser's preflight (Fetch standard, 3.3). */
export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      allow: HTTP_API_ALLOW,
      'access-control-allow-methods': HTTP_API_ALLOW,
      'access-control-allow-headers': 'If-None-Match, If-Modified-Since, Content-Type, Accept',
      'access-control-max-age': '86400',
      ...CORS_HEADERS,
      ...NOSNIFF_HEADERS,
    },
  })
}
