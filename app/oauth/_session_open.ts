import type { Identity } from '../grants/mod.ts'
import { readCookie, sessionCookieName, writeCookie } from './_cookies.ts'
import type { OauthPorts } from './ports.ts'

/**
 * Opens a session under a new id and ends the one that the browser had: an id that somebody put
 * there before sign-in is worth nothing after it (session fixation, CWE-384). Gives the cookie.
 */
export async function startSession(
  request: Request,
  identity: Identity,
  { grants, baseUrl, addressOf, peerOf, settings }: OauthPorts,
): Promise<string> {
  const name = sessionCookieName(baseUrl)
  const before = readCookie(request, name)
  if (before !== undefined) await grants.signOut(before)
  const { secret } = await grants.signIn(identity, addressOf(request, peerOf(request)))
  return writeCookie(baseUrl, name, secret, settings.lifetimes.session)
}
