import type { Identity, Session } from '../../../business/grants/mod.ts'
import type { OauthPorts } from '../protocol/ports.ts'

export type OpenSession = Session & { readonly secret: string }

export async function sessionOf(
  request: Request,
  { grants, baseUrl }: Pick<OauthPorts, 'grants' | 'baseUrl'>,
): Promise<OpenSession | undefined> {
  const secret = readCookie(request, sessionCookieName(baseUrl))
  if (secret === undefined) return undefined
  const session = await grants.findSession(secret)
  return session && { ...session, secret }
}

/**
 * Starts a session with a new id and ends the one that the browser had: an id planted before
 * sign-in is worthless after it (session fixation, CWE-384). Returns the cookie, or nothing if the
 * user is disabled: a page has to say so, since another sign-in would end the same way.
 */
export async function startSession(
  request: Request,
  identity: Identity,
  { grants, baseUrl, addressOf, peerOf, settings }: OauthPorts,
): Promise<string | undefined> {
  const name = sessionCookieName(baseUrl)
  const before = readCookie(request, name)
  if (before !== undefined) await grants.signOut(before)
  const { secret, isActive } = await grants.signIn(identity, addressOf(request, peerOf(request)))
  return isActive ? writeCookie(baseUrl, name, secret, settings.lifetimes.session) : undefined
}

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
