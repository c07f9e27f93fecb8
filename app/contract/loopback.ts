/** An octet of a dotted address without a leading zero, which some programs read as octal. */
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'

const LOOPBACK = new RegExp(`^(?:(?:.+\\.)?localhost|127(?:\\.${OCTET}){3}|::1|\\[::1\\])$`, 'i')

/**
 * Whether a host is this machine: `localhost` and all names below it (RFC 6761 section 6.3),
 * 127.0.0.0/8 (RFC 1122 section 3.2.1.3) and `::1` with or without brackets (RFC 4291). It takes a
 * host name or a parsed address; wherever plain http is allowed to this machine alone, this
 * function decides.
 */
export function isLoopback(host: string | URL): boolean {
  return LOOPBACK.test(typeof host === 'string' ? host : host.hostname)
}

/** Spellings of loopback that need no look-up of a name below `localhost`. */
const REDIRECT_HOSTS: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/**
 * Whether http may carry a code to this host. Stricter than `isLoopback`: RFC 8252 section 7.3
 * frees the port for the two literals alone, and `localhost` counts because clients register it
 * (section 8.3). A name below `localhost` may be looked up, and its answer is not for us to trust.
 */
export function isLoopbackRedirectHost(host: string): boolean {
  return REDIRECT_HOSTS.includes(host)
}

/**
 * Whether a host program that takes plain http at `localhost` and 127.0.0.1 alone takes it here.
 * Stricter than `isLoopback`, because the program compares the text of the host.
 */
export function isLiteralLocalhost(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1'
}

/** Whether an address is plain http to this machine: where a secret may go without https. */
export function isPlainLoopback(url: URL): boolean {
  return url.protocol === 'http:' && isLoopback(url)
}
