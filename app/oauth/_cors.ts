/**
 * What pages of any origin may read and call: metadata, token, registration, revocation. No cookie
 * decides anything there, so no origin has more power than another. The pages that a person sees
 * have none of this (OAuth 2.1, section 3.1: no CORS at the authorization endpoint).
 */
export const OPEN_TO_ALL = { 'access-control-allow-origin': '*' } as const

const PREFLIGHT_SECONDS = 600

/** Answers `OPTIONS` on an endpoint that is open to all. */
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
