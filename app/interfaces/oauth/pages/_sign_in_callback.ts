import { OAUTH_PATHS } from '../../../contract/oauth.ts'
import type { OauthPorts } from '../protocol/ports.ts'
import { clearCookie, readCookie, signInCookieName, startSession } from '../sign_in/session.ts'
import type { AnswerPage } from './_form.ts'
import { renderDisabled, renderSignInError, signInAddressOf } from './_sign_in_page.ts'
import { redirectTo, renderErrorPage } from './page.ts'

/**
 * The callback from the provider. Its state must come from a sign-in that this browser began, and
 * is consumed before the response is examined (OpenID Connect Core 3.1.2.7).
 */
export const endSignIn: AnswerPage = async (request, query, ports) => {
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
