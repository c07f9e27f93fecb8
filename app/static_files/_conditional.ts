import { namesEntityTag } from '../contract/http_headers.ts'

/** What identifies the bytes of an answer in a cache. */
export type Validators = { readonly etag: string; readonly lastModified: string }

/**
 * Whether the client's copy is current, so that the answer is 304. If-None-Match, when present,
 * decides alone (RFC 9110 section 13.2.2).
 */
export function isCurrent(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return namesEntityTag(ifNoneMatch, etag)
  const since = instantOf(headers.get('if-modified-since'))
  return since !== undefined && Date.parse(lastModified) <= since
}

/**
 * Reads an HTTP-date in the one form still in use, IMF-fixdate. Anything else must be ignored
 * (RFC 9110 section 13.1.3); `Date.parse` alone accepts far too much.
 */
function instantOf(text: string | null): number | undefined {
  if (text === null) return undefined
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) return undefined
  return new Date(instant).toUTCString() === text ? instant : undefined
}
