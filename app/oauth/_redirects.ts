import { redirectUriFault, withoutLoopbackPort } from '../contract/redirect_uri.ts'

/**
 * Whether a request may use an address: it is registered character by character, or differs from a
 * registered one in the port of a loopback host alone (RFC 8252 section 7.3). `localhost` counts
 * too, because installed clients register it without the port that they will listen on.
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

/** What a response to the client says, in the order in which it is written. */
export type ResponseParameters = readonly (readonly [name: string, value: string | undefined])[]

/**
 * The address with the response behind it. Text is appended and nothing parsed: a parser would
 * write the client's own query anew (RFC 6749 section 4.1.2 keeps it as it is).
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

/** Host of a redirect address as a person should see it: ASCII, so look-alikes show as `xn--`. */
export function redirectHostOf(redirectUri: string): string {
  const url = new URL(redirectUri)
  return url.host === '' ? url.protocol : url.host
}
