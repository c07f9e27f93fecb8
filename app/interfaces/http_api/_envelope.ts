import { CACHE_NEVER, CORS_HEADERS, NOSNIFF_HEADERS } from '../../contract/http_headers.ts'
import { HTTP_API_ALLOW } from '../../contract/operations/mod.ts'
import {
  PUBLIC_ERROR_STATUS,
  type PublicError,
  type PublicErrorReason,
  type PublicRefusal,
} from '../../contract/public_error.ts'

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
