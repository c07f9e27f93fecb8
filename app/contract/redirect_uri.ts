import { isLoopbackRedirectHost } from './loopback.ts'

/** Characters of a redirect address at most (our choice). */
const REDIRECT_CHARACTERS_MAX = 2048

/** Schemes that run or read something in the browser; no setting can allow one. */
const DANGEROUS_SCHEME =
  /^(?:about|blob|data|file|filesystem|ftp|https?|javascript|vbscript|ws|wss):/

/** What an answer adds to the query (RFC 6749 4.1.2, RFC 9207); none may come twice (3.1). */
const ANSWERED = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

const PRINTABLE_ASCII = /^[!-~]+$/
const AUTHORITY = /^(https?):\/\/([A-Za-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?(?=[/?]|$)/
const PLAIN_HTTP = /^(http:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\]))(?::[0-9]{1,5})?(?=[/?]|$)/

/**
 * Why an address may not receive codes; absent when it may. An allowlist: https, http to the three
 * spellings of loopback (RFC 8252 section 7.3), and what a setting lists character by character.
 */
export function redirectUriFault(
  uri: string,
  privateUse: readonly string[] = [],
): string | undefined {
  if (uri.length > REDIRECT_CHARACTERS_MAX) {
    return `it has more than ${REDIRECT_CHARACTERS_MAX} characters`
  }
  const fault = textFault(uri)
  if (fault !== undefined) return fault
  if (privateUse.includes(uri)) return privateUseFault(uri)
  const [head, scheme, host = ''] = AUTHORITY.exec(uri) ?? []
  if (head === undefined) return 'it is neither https nor http to a loopback host'
  if (!URL.canParse(uri)) return 'it cannot be parsed'
  // A parser that reads another host than is written (`0x7f.1`) would send the code elsewhere.
  if (new URL(uri).hostname !== host.toLowerCase()) return 'its host is not written out'
  if (scheme === 'https' || isLoopbackRedirectHost(host)) return undefined
  return 'http is for 127.0.0.1, [::1] and localhost alone'
}

/** Why a setting may not list an address of an application of its own scheme (RFC 8252 7.1). */
export function privateUseFault(uri: string): string | undefined {
  if (!PRINTABLE_ASCII.test(uri) || !/^[a-z][a-z0-9+.-]*:./.test(uri) || !URL.canParse(uri)) {
    return 'it is not an address with a scheme, in printable ASCII'
  }
  return DANGEROUS_SCHEME.test(uri) ? 'its scheme is not for applications' : textFault(uri)
}

function textFault(uri: string): string | undefined {
  if (!PRINTABLE_ASCII.test(uri)) return 'it has a character that is not printable ASCII'
  if (/[#*\\]/.test(uri)) return 'it has a fragment, a wildcard or a backslash'
  const query = new URLSearchParams(uri.includes('?') ? uri.slice(uri.indexOf('?')) : '')
  return ANSWERED.some((name) => query.has(name))
    ? 'its query has a parameter that an answer adds, such as "code" or "state"'
    : undefined
}

/** The address without its port, when it is http to loopback: any port is the same client. */
export function withoutLoopbackPort(uri: string): string | undefined {
  const [head = '', origin = '', host = ''] = PLAIN_HTTP.exec(uri) ?? []
  return isLoopbackRedirectHost(host) ? `${origin}${uri.slice(head.length)}` : undefined
}
