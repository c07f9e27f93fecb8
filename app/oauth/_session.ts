import type { Session } from '../grants/mod.ts'
import { readCookie, sessionCookieName } from './_cookies.ts'
import type { OauthPorts } from './ports.ts'

/** A session with the secret that the browser showed for it. */
export type OpenSession = Session & { readonly secret: string }

/** The session of the browser that asks, if it has one. */
export async function sessionOf(
  request: Request,
  { grants, baseUrl }: Pick<OauthPorts, 'grants' | 'baseUrl'>,
): Promise<OpenSession | undefined> {
  const secret = readCookie(request, sessionCookieName(baseUrl))
  if (secret === undefined) return undefined
  const session = await grants.findSession(secret)
  return session && { ...session, secret }
}
