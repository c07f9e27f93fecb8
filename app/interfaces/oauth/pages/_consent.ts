import type {
  AuthorizationRequest,
  ConsentForm,
  GrantView,
  Transaction,
} from '../../../business/grants/mod.ts'
import { isLoopbackRedirectHost } from '../../../contract/loopback.ts'
import { type BusinessScope, OAUTH_PATHS } from '../../../contract/oauth.ts'
import { appendResponse, isRedirectAllowed, redirectHostOf } from '../clients/redirects.ts'
import type { OauthPorts } from '../protocol/ports.ts'
import { type OpenSession, sessionOf } from '../sign_in/session.ts'
import { type Mistake, renderConsentPage } from './_consent_page.ts'
import type { AnswerPage, Form } from './_form.ts'
import { signInAddressOf, signOut } from './_sign_in_page.ts'
import { type ErrorPage, redirectTo, renderErrorPage } from './page.ts'

/** GET: the page is always shown; consent to a public client is never remembered. */
export const showConsent: AnswerPage = async (request, query, ports) => {
  const id = readRequestId(query)
  if (id === undefined) return await renderErrorPage(ports, ENDED)
  const session = await sessionOf(request, ports)
  if (session === undefined) return await redirectTo(signInAddressOf(consentPathOf(id)))
  const transaction = await claimRequest(id, session, ports)
  return await renderConsent(transaction, session, ports)
}

/** POST: the form only names things; transaction, membership and session decide. */
export const decideConsent: AnswerPage = async (request, form, ports) => {
  const session = await sessionOf(request, ports)
  const [id, csrf] = [readRequestId(form), form.get('csrf')]
  if (session === undefined || id === undefined || csrf === undefined)
    return await renderErrorPage(ports, ENDED)
  const transaction = await claimRequest(id, session, ports)
  if (transaction === undefined) return await renderErrorPage(ports, ENDED)
  const decided = { id, csrf, sessionSecret: session.secret }
  switch (form.get('decision')) {
    case 'allow':
      return await allow(decided, transaction, session, form, ports)
    case 'deny': {
      const denied = await ports.grants.deny(decided)
      if (!denied.ok) return await renderErrorPage(ports, ENDED)
      return await redirectToClient(denied.value.request, [['error', 'access_denied']], ports)
    }
    case 'switch':
      return await switchUser(decided, session, ports)
    default:
      return await renderErrorPage(ports, ENDED)
  }
}

async function allow(
  decided: ConsentForm,
  transaction: Transaction,
  session: OpenSession,
  form: Form,
  ports: OauthPorts,
): Promise<Response> {
  const scopes = chooseScopes(transaction.scopes, form)
  const businessId = form.get('business')
  const granted = await ports.grants.consent({ ...decided, businessId, scopes })
  if (granted.ok) {
    const { request, code } = granted.value
    return await redirectToClient(request, [['code', code]], ports)
  }
  switch (granted.error) {
    case 'expired':
      return await renderErrorPage(ports, ENDED)
    case 'unavailable':
      return await renderErrorPage(ports, UNAVAILABLE)
    case 'business_not_chosen':
    case 'business_inactive': {
      const current = await claimRequest(decided.id, session, ports)
      const isWriteChosen = scopes.includes('mcp:business:write')
      const message = MISTAKES[granted.error]
      return await renderConsent(current, session, ports, { message, isWriteChosen })
    }
  }
}

/**
 * The request of this session; none whose client has given up the redirect address meanwhile. Its
 * document may have been fetched again, because somebody else holds that address now.
 */
async function claimRequest(
  id: string,
  session: OpenSession,
  { grants, settings }: OauthPorts,
): Promise<Transaction | undefined> {
  const transaction = await grants.claimConsentRequest(id, session.secret)
  const client = transaction && (await grants.findClient(transaction.clientId))
  if (transaction === undefined || client === undefined) return undefined
  const { redirectUri } = transaction
  const isKnown = isRedirectAllowed(redirectUri, client.redirectUris, settings.privateUseRedirects)
  return isKnown ? transaction : undefined
}

/** Mistakes that the user can fix: they are shown on the same page while the transaction lasts. */
const MISTAKES = {
  business_not_chosen: 'Choose the business this client can access',
  business_inactive: 'Choose another business: this one cannot be connected',
} as const

/** The user may refuse write access if read access was requested too. */
function chooseScopes(asked: readonly BusinessScope[], form: Form): readonly BusinessScope[] {
  const isChosen = asked.length === 1 || form.get('write') === 'yes'
  return asked.filter((scope) => scope !== 'mcp:business:write' || isChosen)
}

/**
 * Another user wants to sign in. The transaction is bound to this session, so it ends, and the same
 * request starts again for the next user.
 */
async function switchUser(
  decided: ConsentForm,
  session: OpenSession,
  ports: OauthPorts,
): Promise<Response> {
  const given = await ports.grants.deny(decided)
  if (!given.ok) return await renderErrorPage(ports, ENDED)
  const { id } = await ports.grants.beginConsent(given.value.request)
  const cleared = await signOut(session.secret, ports)
  return await redirectTo(signInAddressOf(consentPathOf(id), true), [cleared])
}

async function renderConsent(
  transaction: Transaction | undefined,
  session: OpenSession,
  ports: OauthPorts,
  mistake?: Mistake,
): Promise<Response> {
  const { grants, settings } = ports
  const client = transaction && (await grants.findClient(transaction.clientId))
  if (transaction === undefined || client === undefined) return await renderErrorPage(ports, ENDED)
  const [businesses, given] = await Promise.all([
    grants.businessesOf(session.user),
    grants.grantsOf(session.user),
  ])
  return await renderConsentPage({
    service: ports.title(),
    session,
    transaction,
    client,
    businesses,
    before: findEarlierGrant(given, transaction),
    registry: ports.registry(),
    settings,
    ...(mistake === undefined ? {} : { mistake }),
  })
}

/** A request for more scopes keeps its business unless the user chooses another one. */
function findEarlierGrant(
  grants: readonly GrantView[],
  { clientId, redirectUri }: Transaction,
): GrantView | undefined {
  const host = redirectHostOf(redirectUri)
  return grants
    .filter((grant) => grant.clientId === clientId && isSameHost(grant.redirectHost, host))
    .toSorted((one, other) => other.created - one.created)[0]
}

/** A client on this computer may use another port each time (RFC 8252 section 7.3). */
function isSameHost(one: string, other: string): boolean {
  const [before, now] = [withoutPort(one), withoutPort(other)]
  return one === other || (before === now && isLoopbackRedirectHost(now))
}

function withoutPort(host: string): string {
  return host.replace(/:[0-9]+$/, '')
}

async function redirectToClient(
  { redirectUri, state }: AuthorizationRequest,
  outcome: readonly (readonly [string, string])[],
  { baseUrl }: OauthPorts,
): Promise<Response> {
  const parameters = [...outcome, ['state', state] as const, ['iss', baseUrl] as const]
  return await redirectTo(appendResponse(redirectUri, parameters))
}

function consentPathOf(id: string): string {
  return `${OAUTH_PATHS.consent}?request=${id}`
}

function readRequestId(fields: Form): string | undefined {
  const id = fields.get('request')
  return id !== undefined && /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : undefined
}

/** The same page whether the request is unknown, used, expired or another session's. */
const ENDED: ErrorPage = {
  status: 400,
  title: 'This request has expired',
  message: 'Nothing was connected. Go back to the client that sent you here and start again.',
}

const UNAVAILABLE: ErrorPage = {
  status: 503,
  title: 'Not available right now',
  message: 'Nothing was connected. Wait a moment, then go back and try again.',
}
