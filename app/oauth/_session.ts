import type { Identity, Session } from '../grants/mod.ts'
import { readCookie, sessionCookieName, writeCookie } from './_cookies.ts'
import type { OauthPorts } from './ports.ts'

/** A session with the secret that the browser sent. */
export type OpenSession = Session & { readonly secret: string }

/** The session of the browser, if it has one. */
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
