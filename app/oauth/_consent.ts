import { isLoopbackRedirectHost } from '../contract/loopback.ts'
import { OAUTH_PATHS } from '../contract/oauth.ts'
import type { BusinessScope } from '../contract/scopes.ts'
import type { AuthorizationRequest, ConsentRefusal, GrantView, Transaction } from '../grants/mod.ts'
import { consentPage, type Mistake } from './_consent_page.ts'
import { errorPage, seeOther } from './_page.ts'
import type { Form } from './_page_form.ts'
import { redirectHost, withResponse } from './_redirects.ts'
import { type OpenSession, sessionOf } from './_session.ts'
import { signInAddress, signOut } from './_sign_in_page.ts'
import type { OauthPorts } from './ports.ts'

/** GET: shown every time; no consent to a client without a secret is ever remembered. */
export async function showConsent(
  request: Request,
  query: Form,
  ports: OauthPorts,
): Promise<Response> {
  const id = requestId(query)
  if (id === undefined) return await ended(ports)
  const session = await sessionOf(request, ports)
  if (session === undefined) return await seeOther(signInAddress(consentPath(id)), [])
  const transaction = await ports.grants.consentRequest(id, session.secret)
  return transaction === undefined ? await ended(ports) : await shown(transaction, session, ports)
}

/** POST: the transaction, live membership and the session decide; the form only names them. */
export async function decideConsent(
  request: Request,
  form: Form,
  ports: OauthPorts,
): Promise<Response> {
  const session = await sessionOf(request, ports)
  const [id, csrf] = [requestId(form), form.get('csrf')]
  if (session === undefined || id === undefined || csrf === undefined) return await ended(ports)
  const transaction = await ports.grants.consentRequest(id, session.secret)
  if (transaction === undefined) return await ended(ports)
  const decided = { id, csrf, sessionSecret: session.secret }
  switch (form.get('decision')) {
    case 'allow':
      return await allowed(decided, transaction, session, form, ports)
    case 'deny': {
      const denied = await ports.grants.deny(decided)
      if (!denied.ok) return await ended(ports)
      return await toClient(denied.value.request, [['error', 'access_denied']], ports)
    }
    case 'switch':
      return await switched(decided, session, ports)
    default:
      return await ended(ports)
  }
}

type Decided = { readonly id: string; readonly csrf: string; readonly sessionSecret: string }

async function allowed(
  decided: Decided,
  transaction: Transaction,
  session: OpenSession,
  form: Form,
  ports: OauthPorts,
): Promise<Response> {
  const scopes = chosenScopes(transaction.scopes, form)
  const businessId = form.get('business')
  const granted = await ports.grants.consent({ ...decided, businessId, scopes })
  if (granted.ok) {
    const { request, code } = granted.value
    return await toClient(request, [['code', code]], ports)
  }
  const mistake = { isWriteChosen: scopes.includes('mcp:business:write') }
  return await refused(granted.error, { ...decided, mistake }, session, ports)
}

/** Writing may be left out where reading was asked for as well. */
function chosenScopes(asked: readonly BusinessScope[], form: Form): readonly BusinessScope[] {
  const isChosen = asked.length === 1 || form.get('write') === 'yes'
  return asked.filter((scope) => scope !== 'mcp:business:write' || isChosen)
}

/** What can be fixed is said on the page itself, as long as its transaction lasts. */
async function refused(
  reason: ConsentRefusal,
  { id, mistake }: { readonly id: string; readonly mistake: Omit<Mistake, 'message'> },
  session: OpenSession,
  ports: OauthPorts,
): Promise<Response> {
  switch (reason) {
    case 'expired':
      return await ended(ports)
    case 'unavailable':
      return await unavailable(ports)
    case 'business_not_chosen':
    case 'business_inactive': {
      const transaction = await ports.grants.consentRequest(id, session.secret)
      if (transaction === undefined) return await ended(ports)
      const message =
        reason === 'business_not_chosen'
          ? 'Choose the business that it may work with'
          : 'Choose another business: this one cannot be connected'
      return await shown(transaction, session, ports, { ...mistake, message })
    }
  }
}

/**
 * Somebody else wants to sign in. The transaction belongs to this session for good, so it ends
 * here, and the same request waits anew for whoever signs in next.
 */
async function switched(
  decided: Decided,
  session: OpenSession,
  ports: OauthPorts,
): Promise<Response> {
  const given = await ports.grants.deny(decided)
  if (!given.ok) return await ended(ports)
  const { id } = await ports.grants.beginConsent(given.value.request)
  const cleared = await signOut(session.secret, ports)
  return await seeOther(signInAddress(consentPath(id), true), [cleared])
}

async function shown(
  transaction: Transaction,
  session: OpenSession,
  ports: OauthPorts,
  mistake?: Mistake,
): Promise<Response> {
  const { grants, settings } = ports
  const client = await grants.findClient(transaction.clientId)
  if (client === undefined) return await ended(ports)
  const [businesses, given] = await Promise.all([
    grants.businessesOf(session.user),
    grants.grantsOf(session.user),
  ])
  return await consentPage({
    service: ports.title(),
    session,
    transaction,
    client,
    businesses,
    before: grantBefore(given, transaction),
    registry: ports.registry(),
    settings,
    ...(mistake === undefined ? {} : { mistake }),
  })
}

/** A step up keeps its business unless the user chooses another one. */
function grantBefore(
  grants: readonly GrantView[],
  { clientId, redirectUri }: Transaction,
): GrantView | undefined {
  const host = redirectHost(redirectUri)
  return grants
    .filter((grant) => grant.clientId === clientId && isSamePlace(grant.redirectHost, host))
    .toSorted((one, other) => other.created - one.created)[0]
}

/** A program on this computer comes back on another port each time (RFC 8252 section 7.3). */
function isSamePlace(one: string, other: string): boolean {
  const [before, now] = [hostname(one), hostname(other)]
  return one === other || (before === now && isLoopbackRedirectHost(now))
}

function hostname(host: string): string {
  return host.replace(/:[0-9]+$/, '')
}

async function toClient(
  { redirectUri, state }: AuthorizationRequest,
  outcome: readonly (readonly [string, string])[],
  { baseUrl }: OauthPorts,
): Promise<Response> {
  const parameters = [...outcome, ['state', state] as const, ['iss', baseUrl] as const]
  return await seeOther(withResponse(redirectUri, parameters), [])
}

function consentPath(id: string): string {
  return `${OAUTH_PATHS.consent}?request=${id}`
}

function requestId(fields: Form): string | undefined {
  const id = fields.get('request')
  return id !== undefined && /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : undefined
}

/** Unknown, used up, too old or another session's: one answer for all of them. */
async function ended(ports: OauthPorts): Promise<Response> {
  return await errorPage({
    service: ports.title(),
    status: 400,
    title: 'This request has ended',
    message: 'Nothing was connected. Go back to the program that sent you here and start again.',
  })
}

async function unavailable(ports: OauthPorts): Promise<Response> {
  return await errorPage({
    service: ports.title(),
    status: 503,
    title: 'Not available right now',
    message: 'Nothing was connected. Wait a moment, then go back and try again.',
  })
}
