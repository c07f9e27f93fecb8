import { OAUTH_PATHS } from '../../../contract/oauth.ts'
import { requestTarget } from '../../../contract/request_target.ts'
import type { OauthPorts } from '../protocol/ports.ts'
import { clearCookie, readCookie, signInCookieName, startSession } from '../sign_in/session.ts'
import { decideOnAccount, showAccount } from './_account.ts'
import { decideConsent, showConsent } from './_consent.ts'

import { type AnswerPage, type Form, isFromOurPage, readFields, readForm } from './_form.ts'
import {
  beginSignIn,
  renderDisabled,
  renderSignInError,
  showSignIn,
  signInAddressOf,
} from './_sign_in_page.ts'
import { type ErrorPage, redirectTo, renderErrorPage } from './page.ts'

type Route = {
  readonly show: AnswerPage
  /** What a form of the page does; absent where the page has none. */
  readonly take?: AnswerPage
  /** Whether GET is rate limited too. */
  readonly isCounted?: boolean
}

const ROUTES: ReadonlyMap<string, Route> = new Map([
  [OAUTH_PATHS.signIn, { show: showSignIn, take: beginSignIn }],
  [OAUTH_PATHS.callback, { show: endSignIn, isCounted: true }],
  [OAUTH_PATHS.consent, { show: showConsent, take: decideConsent }],
  // Each view of it asks the product, which no client may make us do without limit.
  [OAUTH_PATHS.account, { show: showAccount, take: decideOnAccount, isCounted: true }],
])

/**
 * Serves the pages of the authorization server: sign-in, its callback, consent and account; absent
 * for any other path. Posts, callbacks and views of the account are rate limited here.
 */
export async function servePage(
  request: Request,
  ports: OauthPorts,
): Promise<Response | undefined> {
  const { path, query } = requestTarget(request.url)
  const route = ROUTES.get(path)
  return route && (await answer(request, query, route, ports))
}

export function isPage(path: string): boolean {
  return ROUTES.has(path)
}

/** Checks method, limit, origin and form, in this order; the first refusal is the answer. */
async function answer(
  request: Request,
  query: string,
  { show, take, isCounted = false }: Route,
  ports: OauthPorts,
): Promise<Response> {
  const refuse = (status: keyof typeof REFUSALS, headers: Record<string, string> = {}) =>
    renderErrorPage(ports, { status, headers, ...REFUSALS[status] })
  const methods = take === undefined ? ['GET'] : ['GET', 'HEAD', 'POST']
  if (!methods.includes(request.method)) {
    return await refuse(405, { allow: methods.join(', ') })
  }
  const isPost = request.method === 'POST'
  if ((isPost || isCounted) && (await ports.admit(request, ports.peerOf(request))) !== 'admitted') {
    return await refuse(429)
  }
  if (isPost && !isFromOurPage(request, ports.baseUrl)) return await refuse(403)
  const fields = isPost ? await readForm(request) : readFields(query)
  if (fields === undefined) return await refuse(400)
  return await (isPost && take !== undefined ? take : show)(request, fields, ports)
}

const REFUSALS: Readonly<Record<400 | 403 | 405 | 429, Pick<ErrorPage, 'title' | 'message'>>> = {
  400: {
    title: 'This request cannot be read',
    message: 'Nothing changed. Go back and try again.',
  },
  403: {
    title: 'This form came from another site',
    message: 'Nothing changed. Open the page again from its own address and repeat the step.',
  },
  405: {
    title: 'Open this page in a browser',
    message: 'This address does not support this kind of request.',
  },
  429: {
    title: 'Too many requests',
    message:
      'There were too many requests from your network. Wait a minute, then go back and try again.',
  },
}

/**
 * The callback from the provider. Its state must come from a sign-in that this browser began, and
 * is consumed before the response is examined (OpenID Connect Core 3.1.2.7).
 */
async function endSignIn(request: Request, query: Form, ports: OauthPorts): Promise<Response> {
  const { grants, baseUrl, signIn, log } = ports
  const name = signInCookieName(baseUrl)
  const [state, cookie] = [query.get('state'), readCookie(request, name)]
  if (signIn.way !== 'provider' || state === undefined || cookie === undefined) {
    return await renderEnded(ports, [])
  }
  const begun = await grants.takeSignIn(state, cookie)
  const cleared = clearCookie(baseUrl, name)
  if (begun === undefined) return await renderEnded(ports, [cleared])
  const { nonce, verifier, returnTo } = begun
  const callback = new URLSearchParams([...query])
  const identity = await signIn.provider.verifyIdentity(callback, { state, nonce, verifier })
  if (!identity.ok) {
    log.warn('sign_in_refused', { reason: identity.error })
    // One page for every reason: an attacker learns nothing, and the log has the reason.
    return await renderSignInError(returnTo, ports, {
      status: 502,
      title: 'You are not signed in',
      message: 'The response of the identity provider could not be verified. Try again.',
      cookies: [cleared],
    })
  }
  const session = await startSession(request, identity.value, ports)
  return session === undefined
    ? await renderDisabled(returnTo, ports, [cleared])
    : await redirectTo(returnTo, [session, cleared])
}

async function renderEnded(ports: OauthPorts, cookies: readonly string[]): Promise<Response> {
  return await renderErrorPage(ports, {
    status: 400,
    title: 'This sign-in has ended',
    message: 'It took too long, was already completed, or was started in another browser.',
    link: { href: signInAddressOf(OAUTH_PATHS.account), text: 'Sign in again' },
    cookies,
  })
}
