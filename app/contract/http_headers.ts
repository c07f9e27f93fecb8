/** What every public answer carries, errors and 304 included: no credential is ever at stake. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Last-Modified, Search-Outcome, Search-Apart, Search-Unmatched, Search-Corrected',
} as const

/** A stored answer is for clients that accept the same codings. */
export const VARY_CODING = { vary: 'Accept-Encoding' } as const

/** No client may guess a media type other than ours. */
export const NOSNIFF_HEADERS = { 'x-content-type-options': 'nosniff' } as const

/**
 * Whether a browser asks if it may send a request from another origin (Fetch standard, CORS
 * protocol); any other OPTIONS is a method like any other.
 */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has(PREFLIGHT_HEADER)
}

const PREFLIGHT_HEADER = 'access-control-request-method'

/**
 * Lets a page of any origin send a request with any header: no public answer depends on one that a
 * page could abuse. `*` does not cover Authorization, which some clients send everywhere.
 */
export function answerPreflight(allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': '86400',
      'cache-control': CACHE_NEVER,
      ...CORS_HEADERS,
      ...NOSNIFF_HEADERS,
    },
  })
}

/**
 * Five minutes, then ask again: a deploy is picked up soon (contract 1, rule 7). A cache may answer
 * for one more minute while it asks, and for a day if nobody answers it (RFC 5861).
 */
export const CACHE_SHORT = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=86400'

/** Refusals are never kept: the page may be there a second later. */
export const CACHE_NEVER = 'no-store'

/**
 * Whether an If-None-Match value names this entity tag. Compares weakly, as RFC 9110 section
 * 13.1.2 asks. Splitting at commas is enough although a foreign tag may hold one: none of its
 * parts has both of the quotes that ours has.
 */
export function namesEntityTag(ifNoneMatch: string, entityTag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((listed) => withoutWeakness(listed.trim()) === entityTag)
}

function withoutWeakness(entityTag: string): string {
  return entityTag.startsWith('W/') ? entityTag.slice(2) : entityTag
}

/** A few compressed bytes can expand without limit, so none are unpacked (RFC 9110, 15.5.16). */
export function isEncodedBody(headers: Headers): boolean {
  const coding = headers.get('content-encoding')
  return coding !== null && coding.trim().toLowerCase() !== 'identity'
}

/** A media type without its parameters, in lower case; names ignore case (RFC 9110, 8.3.1). */
export function bareMediaType(mediaType: string): string {
  const end = mediaType.indexOf(';')
  return (end < 0 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase()
}

/**
 * The host in a `Host` header, without its port; undefined where it is more than a host and a port
 * (RFC 9110 section 7.2). A server that makes an address of it would read the rest as a path.
 */
export function parseHostHeader(header: string): string | undefined {
  const address = `http://${header}`
  if (!/^[\w.:[\]-]+$/.test(header) || !URL.canParse(address)) return undefined
  return new URL(address).hostname
}
