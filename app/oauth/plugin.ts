import { Elysia } from 'elysia'
import { OAUTH_PATHS, WELL_KNOWN } from '../contract/oauth.ts'
import { createClientFinder } from './_clients.ts'
import { respondNotFound } from './_responses.ts'
import { handle } from './endpoint.ts'
import type { FetchDocument, FetchedDocument, OauthPorts, SignInWay } from './ports.ts'

export { createOpenIdProvider } from './_sign_in.ts'
export type { FetchDocument, FetchedDocument, OauthPorts, SignInWay }

/** Every path of the window; the last of them are below the first. */
const PATHS = [
  ...Object.values(WELL_KNOWN),
  '/oauth/*',
  OAUTH_PATHS.account,
  `${OAUTH_PATHS.account}/*`,
] as const

/**
 * The window of the authorization server; mounted only where the business surface is on, and
 * before the window that takes every path. The framework reads no body: the handlers name none.
 */
export function oauthPlugin(ports: OauthPorts) {
  const context = { ...ports, findClient: createClientFinder(ports) }
  const app = new Elysia({ name: 'oauth' })
  for (const path of PATHS)
    app.all(path, ({ request }) => (ports.isOn() ? handle(request, context) : respondNotFound()))
  return app
}
