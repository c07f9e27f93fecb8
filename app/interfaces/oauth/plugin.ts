import { Elysia } from 'elysia'
import { OAUTH_PATHS, WELL_KNOWN } from '../../contract/oauth.ts'
import { createClientFinder } from './clients/finder.ts'
import { handle } from './endpoint.ts'
import type { FetchDocument, FetchedDocument, OauthPorts, SignInWay } from './protocol/ports.ts'
import { respondNotFound } from './protocol/responses.ts'

export { createOpenIdProvider } from './sign_in/provider.ts'
export type { FetchDocument, FetchedDocument, OauthPorts, SignInWay }

const PATHS = [
  ...Object.values(WELL_KNOWN),
  '/oauth/*',
  OAUTH_PATHS.account,
  `${OAUTH_PATHS.account}/*`,
] as const

/**
 * The authorization server; mounted only if the business surface is on, and before the static
 * files, which take every path. The framework reads no body, because no handler names one.
 */
export function oauthPlugin(ports: OauthPorts) {
  const context = { ...ports, findClient: createClientFinder(ports) }
  const app = new Elysia({ name: 'oauth' })
  for (const path of PATHS)
    app.all(path, ({ request }) => (ports.isOn() ? handle(request, context) : respondNotFound()))
  return app
}
