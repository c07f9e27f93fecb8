import { redirectUriFault, withoutLoopbackPort } from '../../../contract/redirect_uri.ts'

/**
 * Whether a request may use an address: it equals a registered one, or differs only in the port of
 * a loopback host (RFC 8252 section 7.3). `localhost` counts too, because installed clients
 * register it without the port that they will listen on.
 */
export function isRedirectAllowed(
  requested: string,
  registered: readonly string[],
  privateUse: readonly string[],
): boolean {
  if (redirectUriFault(requested, privateUse) !== undefined) return false
  if (registered.includes(requested)) return true
  const portless = withoutLoopbackPort(requested)
  return portless !== undefined && registered.some((uri) => withoutLoopbackPort(uri) === portless)
}

/** Parameters of a response to the client, in the order in which they are written. */
type ResponseParameters = readonly (readonly [name: string, value: string | undefined])[]

/**
 * Appends a response to the address without parsing it: a parser would rewrite the client's own
 * query (RFC 6749 section 4.1.2 keeps it as it is).
 */
export function appendResponse(redirectUri: string, parameters: ResponseParameters): string {
  const query = parameters
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    .join('&')
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`
  return /[?&]$/.test(redirectUri) ? `${redirectUri}${query}` : `${redirectUri}&${query}`
}

/** The host of a redirect address in ASCII, so that look-alikes show as `xn--`. */
export function redirectHostOf(redirectUri: string): string {
  const url = new URL(redirectUri)
  return url.host === '' ? url.protocol : url.host
}
