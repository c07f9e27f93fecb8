import { EXAMPLE_ISSUER } from '../../../contract/example.ts'
import { OAUTH_PATHS } from '../../../contract/oauth.ts'
import { formatName } from '../../../contract/shown_name.ts'
import type { ExampleUser, IdentityProvider, OauthPorts } from '../protocol/ports.ts'
import { createSignInSecrets } from '../sign_in/arctic.ts'
import {
  clearCookie,
  sessionCookieName,
  sessionOf,
  signInCookieName,
  startSession,
  writeCookie,
} from '../sign_in/session.ts'
import type { AnswerPage } from './_form.ts'
import { html, type Markup } from './_markup.ts'
import { type ErrorPage, redirectTo, renderErrorPage, renderPage } from './page.ts'

/** How long a sign-in at the provider may take. */
const SIGN_IN_MS = 600_000

/** Pages that sign-in may return to; any other address would be an open redirect (CWE-601). */
const RETURNS = /^(?:\/account|\/oauth\/consent\?request=[A-Za-z0-9_-]{1,128})$/

/** The path to open after sign-in: always one of ours, whatever was requested. */
function chooseReturnPath(asked: string | undefined): string {
  return asked !== undefined && RETURNS.test(asked) ? asked : OAUTH_PATHS.account
}

export function signInAddressOf(path: string, again = false): string {
  const start = `${OAUTH_PATHS.signIn}?return=${encodeURIComponent(path)}`
  return again ? `${start}&again=1` : start
}

/** GET: a signed-in user is redirected at once, unless another user wants to sign in. */
export const showSignIn: AnswerPage = async (request, query, ports) => {
  const returnTo = chooseReturnPath(query.get('return'))
  const again = query.get('again') === '1'
  if (!again && (await sessionOf(request, ports)) !== undefined) return await redirectTo(returnTo)
  const { signIn } = ports
  return await renderPage({
    title: 'Sign in',
    service: ports.title(),
    // A provider may redirect the browser through hosts of its own, and browsers check this at each
    // redirect. The form contains no secret, so any https address is allowed.
    formTarget: signIn.way === 'provider' ? providerTargetsOf(signIn.provider.issuer) : undefined,
    body: html`<form method="post" action="${OAUTH_PATHS.signIn}">
<input type="hidden" name="return" value="${returnTo}">
${again && html`<input type="hidden" name="again" value="1">`}
${signIn.way === 'provider' ? renderProvider(signIn.provider) : renderExampleUsers(signIn.users)}
</form>`,
  })
}

function providerTargetsOf(issuer: string): string {
  return issuer.startsWith('https:') ? 'https:' : `https: ${new URL(issuer).origin}`
}

function renderProvider({ issuer }: IdentityProvider): Markup {
  const { host } = new URL(issuer)
  return html`<p class="lead">You sign in at ${host} and then return here.</p>
<p class="buttons">
<button class="first" name="way" value="provider">Continue with ${host}</button>
</p>`
}

function renderExampleUsers(users: readonly ExampleUser[]): Markup {
  const ways = users.map(
    ({ subject, display }) => html`<li>
<button name="user" value="${subject}">Sign in as ${formatName(display)}</button>
</li>`,
  )
  return html`<p class="warning"><strong>This is an example workspace.</strong> Its people and
records are made up, and anyone who can open this page can sign in as any of them.</p>
<ul class="ways">${ways}</ul>`
}

/** POST: an example user is signed in at once; otherwise the provider is asked first. */
export const beginSignIn: AnswerPage = async (request, form, ports) => {
  const returnTo = chooseReturnPath(form.get('return'))
  const { signIn } = ports
  if (signIn.way === 'provider') {
    return await redirectToProvider(signIn.provider, returnTo, form.get('again') === '1', ports)
  }
  const user = signIn.users.find(({ subject }) => subject === form.get('user'))
  if (user === undefined) return await redirectTo(signInAddressOf(returnTo))
  const identity = {
    issuer: EXAMPLE_ISSUER,
    subject: user.subject,
    display: user.display,
    verifiedEmail: undefined,
  }
  const session = await startSession(request, identity, ports)
  return session === undefined
    ? await renderDisabled(returnTo, ports, [])
    : await redirectTo(returnTo, [session])
}

/** The person has proven who they are, so the page may say what the operator decided about them. */
export async function renderDisabled(
  returnTo: string,
  ports: OauthPorts,
  cookies: readonly string[],
): Promise<Response> {
  const { baseUrl } = ports
  return await renderErrorPage(ports, {
    status: 403,
    title: 'Your access is disabled',
    message:
      'You were recognised, but the operator of this service disabled your access. Ask them.',
    link: { href: signInAddressOf(returnTo, true), text: 'Sign in as another person' },
    cookies: [...cookies, clearCookie(baseUrl, sessionCookieName(baseUrl))],
  })
}

/** The browser gets the cookie of a sign-in only now, after the user pressed the button. */
async function redirectToProvider(
  provider: IdentityProvider,
  returnTo: string,
  again: boolean,
  ports: OauthPorts,
): Promise<Response> {
  const { grants, baseUrl, log } = ports
  const secrets = createSignInSecrets()
  const { state, cookie } = await grants.beginSignIn({ ...secrets, returnTo })
  const address = await provider.createAuthorizationUrl({ ...secrets, state, again })
  if (address.ok) {
    const name = signInCookieName(baseUrl)
    return await redirectTo(address.value, [writeCookie(baseUrl, name, cookie, SIGN_IN_MS)])
  }
  log.warn('sign_in_provider_unavailable', { reason: address.error })
  return await renderSignInError(returnTo, ports, {
    status: 503,
    title: 'Sign-in is not available',
    message: 'The identity provider is not responding correctly. Try again in a moment.',
  })
}

export async function renderSignInError(
  returnTo: string,
  ports: OauthPorts,
  error: ErrorPage,
): Promise<Response> {
  const link = { href: signInAddressOf(returnTo), text: 'Back to sign-in' }
  return await renderErrorPage(ports, { ...error, link })
}

/** Ends a session and returns the header that clears its cookie. */
export async function signOut(secret: string, ports: OauthPorts): Promise<string> {
  await ports.grants.signOut(secret)
  return clearCookie(ports.baseUrl, sessionCookieName(ports.baseUrl))
}
