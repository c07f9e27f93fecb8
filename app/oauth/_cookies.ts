/**
 * The prefix binds a cookie to this host, to https and to the root path (RFC 6265bis section
 * 4.1.3.2). Browsers refuse it over http, which is allowed only on loopback.
 */
export function sessionCookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-sid' : 'sid'
}

/** Binds a sign-in at the provider to the browser that began it. */
export function signInCookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-sign-in' : 'sign-in'
}

/** Lax: the redirect from the provider is a cross-site navigation and must send the cookie. */
export function writeCookie(
  baseUrl: string,
  name: string,
  value: string,
  maxAgeMs: number,
): string {
  const seconds = Math.floor(maxAgeMs / 1000)
  const secure = isSecure(baseUrl) ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

export function clearCookie(baseUrl: string, name: string): string {
  return writeCookie(baseUrl, name, '', 0)
}

/** A cookie that is sent twice counts as absent: nobody can say which one is ours. */
export function readCookie(request: Request, name: string): string | undefined {
  const found = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [value] = found
  return found.length === 1 && value !== '' ? value : undefined
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https://')
}
