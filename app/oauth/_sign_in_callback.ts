import { OAUTH_PATHS } from '../contract/oauth.ts'
import { clearCookie, readCookie, signInCookieName } from './_cookies.ts'
import { redirectTo, renderErrorPage } from './_page.ts'
import type { Form } from './_page_form.ts'
import { startSession } from './_session_open.ts'
import { signInAddressOf } from './_sign_in_page.ts'
import type { OauthPorts } from './ports.ts'

/**
 * The way back from the provider. Its state must be one that this very browser began, and is used
 * up by being shown; only then is the answer looked at (OpenID Connect Core 3.1.2.7).
 */
export async function endSignIn(
  request: Request,
  query: Form,
  ports: OauthPorts,
): Promise<Response> {
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
    return await renderNotVerified(returnTo, ports, cleared)
  }
  return await redirectTo(returnTo, [await startSession(request, identity.value, ports), cleared])
}

async function renderEnded(ports: OauthPorts, cookies: readonly string[]): Promise<Response> {
  return await renderErrorPage({
    service: ports.title(),
    status: 400,
    title: 'This sign-in has ended',
    message: 'It took too long, was finished already, or began in another browser.',
    link: { href: signInAddressOf(OAUTH_PATHS.account), text: 'Sign in again' },
    cookies,
  })
}

/** One page for every reason: the log has it, and a stranger learns nothing to try next. */
async function renderNotVerified(
  returnTo: string,
  ports: OauthPorts,
  cleared: string,
): Promise<Response> {
  return await renderErrorPage({
    service: ports.title(),
    status: 502,
    title: 'You are not signed in',
    message: 'The identity provider gave no answer that could be verified. Try again.',
    link: { href: signInAddressOf(returnTo), text: 'Back to sign-in' },
    cookies: [cleared],
  })
}
