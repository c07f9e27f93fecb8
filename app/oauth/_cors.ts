/**
 * For endpoints that any origin may call: metadata, token, registration, revocation. They use no
 * cookies, so no origin has more power than another. Pages for people have no CORS headers (OAuth
 * 2.1, section 3.1: no CORS at the authorization endpoint).
 */
export const OPEN_TO_ALL = { 'access-control-allow-origin': '*' } as const

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
