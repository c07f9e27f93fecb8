import { type Form, HeadlessBrowser, type VisitedPage } from './headless_browser.ts'

export type ConsentChoice = {
  /** Text on the sign-in button; the first button by default. */
  readonly user?: string
  /** Id of the business, or its position among those offered; the first by default. */
  readonly business?: string | number
  readonly decision?: 'Allow' | 'Deny'
}

/** Goes from an authorization address through sign-in and consent to the client's redirect. */
export async function consentTo(
  browser: HeadlessBrowser,
  authorizationUrl: string,
  choice: ConsentChoice = {},
): Promise<URL> {
  let page = await browser.open(authorizationUrl)
  if (/<title>[^<]*Sign in/.test(page.html)) {
    const form = findForm(page, () => true)
    const wanted = choice.user
    const button = form.buttons.find(({ text }) => wanted === undefined || text.includes(wanted))
    if (button === undefined) throw new Error(`Cannot sign in as "${wanted}": ${page.html}`)
    page = await browser.submit(form, button)
  }
  if (page.html === '') return new URL(page.url)
  const form = findForm(page, ({ choices }) => choices.has('business'))
  const offered = form.choices.get('business') ?? []
  const { business = 0, decision = 'Allow' } = choice
  const value = typeof business === 'number' ? (offered[business] ?? '') : business
  const button = form.buttons.find(({ text }) => text.trim() === decision)
  if (button === undefined) throw new Error(`Cannot find button "${decision}": ${page.html}`)
  const after = await browser.submit(form, button, decision === 'Deny' ? {} : { business: value })
  if (after.html !== '') throw new Error(`Cannot consent: ${after.status} ${after.html}`)
  return new URL(after.url)
}

function findForm(page: VisitedPage, fits: (form: Form) => boolean): Form {
  const form = page.forms.find(fits)
  if (form === undefined) throw new Error(`Cannot find the form: ${page.status} ${page.html}`)
  return form
}

/**
 * Registers a client, consents and redeems the code, for tests that need a token. Each call is a
 * new client: a second grant of the same client would end the first.
 */
export async function obtainToken(
  base: string,
  choice: ConsentChoice & { readonly scope?: string; readonly clientName?: string } = {},
): Promise<{ readonly access: string; readonly refresh: string; readonly clientId: string }> {
  const redirectUri = 'http://127.0.0.1:39999/callback'
  const registered = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: choice.clientName ?? `Test client ${crypto.randomUUID()}`,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
    }),
  })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    state: 'state',
    scope: choice.scope ?? 'mcp:business:read mcp:business:write',
    resource: `${base}/mcp`,
  })
  const back = await consentTo(
    new HeadlessBrowser(base),
    `${base}/oauth/authorize?${query}`,
    choice,
  )
  const answer = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
      client_id: clientId,
      redirect_uri: redirectUri,
    }),
  })
  const tokens = (await answer.json()) as { access_token?: string; refresh_token?: string }
  if (tokens.access_token === undefined) throw new Error(`No token: ${JSON.stringify(tokens)}`)
  return { access: tokens.access_token, refresh: tokens.refresh_token ?? '', clientId }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
