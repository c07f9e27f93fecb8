import type { Client } from '../../../business/grants/mod.ts'
import { OAUTH_PATHS } from '../../../contract/oauth.ts'
import { requestTarget } from '../../../contract/request_target.ts'
import { StoreUnavailable } from '../../../foundation/store/port.ts'
import type { FindClient } from '../clients/finder.ts'
import { appendResponse, isRedirectAllowed, redirectHostOf } from '../clients/redirects.ts'
import {
  type AuthorizationError,
  type CheckedRequest,
  checkRequest,
} from '../protocol/authorization_request.ts'
import { type Parameters, type RequestParameters, readParameters } from '../protocol/parameters.ts'
import type { OauthPorts } from '../protocol/ports.ts'
import { respondWrongMethod } from '../protocol/responses.ts'
import { redirectTo, renderErrorPage } from './page.ts'

export type AuthorizePorts = OauthPorts & { readonly findClient: FindClient }

/**
 * The authorization endpoint (OAuth 2.1, section 4.1.1). Until the redirect address is proven to
 * belong to the client, errors are shown on a page of ours. After that they go to the client.
 */
export async function authorize(request: Request, ports: AuthorizePorts): Promise<Response> {
  if (request.method !== 'GET') return respondWrongMethod('GET')
  const read = readParameters(requestTarget(request.url).query)
  if (!read.ok) return await renderMistake(ports, 'The address of this page is not valid.')
  const checked = checkRequest(read.value, ports.baseUrl)
  const found = await findRequestClient(request, read.value, checked.ok, ports)
  if (typeof found === 'string') return await renderMistake(ports, found)
  const redirectUri = chooseRedirect(read.value, found, ports)
  if (redirectUri === undefined) return await renderMistake(ports, UNREGISTERED)
  const back: ProvenRequest = { client: found, redirectUri, values: read.value.values }
  if (!checked.ok) return await reportToClient(checked.error, back, ports)
  return await beginConsent(checked.value, back, ports)
}

const UNKNOWN = 'The client that sent you here is unknown.'
const UNREGISTERED =
  'The client that sent you here requested a redirect address that is not registered for it.'

async function findRequestClient(
  request: Request,
  { values, repeated }: RequestParameters,
  isWellFormed: boolean,
  { findClient, addressOf, peerOf }: AuthorizePorts,
): Promise<Client | string> {
  const id = values.get('client_id')
  if (id === undefined) return UNKNOWN
  if (repeated.has('redirect_uri')) return UNREGISTERED
  // Fetch no document for a request that is refused anyway.
  const redirectUri = isWellFormed ? values.get('redirect_uri') : undefined
  const client = await findClient(id, redirectUri, addressOf(request, peerOf(request)))
  if (client.ok) return client.value
  switch (client.error.reason) {
    case 'unknown':
      return UNKNOWN
    case 'document':
      return `The client that sent you here cannot be identified: ${client.error.message}.`
  }
}

/** The redirect address; a client that has only one may leave it out. */
function chooseRedirect(
  { values }: RequestParameters,
  { redirectUris }: Client,
  { settings }: AuthorizePorts,
): string | undefined {
  const [only, ...more] = redirectUris
  const asked = values.get('redirect_uri') ?? (more.length === 0 ? only : undefined)
  if (asked === undefined) return undefined
  return isRedirectAllowed(asked, redirectUris, settings.privateUseRedirects) ? asked : undefined
}

/** A request with a proven client and redirect address: errors can go to the client. */
type ProvenRequest = {
  readonly client: Client
  readonly redirectUri: string
  readonly values: Parameters
}

async function beginConsent(
  checked: CheckedRequest,
  back: ProvenRequest,
  ports: AuthorizePorts,
): Promise<Response> {
  const { client, redirectUri } = back
  try {
    const { id } = await ports.grants.beginConsent({ ...checked, clientId: client.id, redirectUri })
    return await redirectTo(`${OAUTH_PATHS.consent}?request=${encodeURIComponent(id)}`)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    const description = 'The server is temporarily unavailable'
    return await reportToClient({ error: 'temporarily_unavailable', description }, back, ports)
  }
}

/** `iss` names this server, so that a client of several servers cannot mix them up (RFC 9207). */
async function reportToClient(
  { error, description }: AuthorizationError,
  { client, redirectUri, values }: ProvenRequest,
  ports: AuthorizePorts,
): Promise<Response> {
  const address = appendResponse(redirectUri, [
    ['error', error],
    ['error_description', description],
    ['state', values.get('state')],
    ['iss', ports.baseUrl],
  ])
  if (mayRedirect(client, redirectUri)) return await redirectTo(address)
  return await renderErrorPage(ports, {
    status: 400,
    title: 'Cannot connect',
    message: `The client that sent you here made an invalid request: ${description}.`,
    link: { href: address, text: `Return to ${redirectHostOf(redirectUri)}` },
  })
}

/**
 * Anyone can register a client with an https address. To redirect there without asking would make
 * us an open redirector, so the user decides (OAuth 2.1, section 7.13).
 */
function mayRedirect({ kind }: Client, redirectUri: string): boolean {
  return kind === 'registered' || !redirectUri.startsWith('https:')
}

async function renderMistake(ports: AuthorizePorts, message: string): Promise<Response> {
  return await renderErrorPage(ports, { status: 400, title: 'Cannot connect', message })
}
