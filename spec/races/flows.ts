import { createBusinessCaller } from '../support/business_calls.ts'
import type { UpstreamProvider } from '../support/identity_provider.ts'
import {
  fieldsOf,
  findForm,
  newProof,
  openAuthorizationPage,
  openConsentPage,
  REDIRECT,
  redeem,
  refresh,
  register,
} from './client.ts'
import type { KeepingBrowser, Secrets } from './secrets.ts'

/** Signs in at the provider, once as a person who cancels and once as one who continues. */
export async function signIn(
  browser: KeepingBrowser,
  upstream: UpstreamProvider,
  secrets: Secrets,
): Promise<void> {
  const state = await beginSignIn(browser, secrets)
  await browser.open(`/oauth/callback?error=access_denied&state=${state}`)
  const page = await browser.open('/account')
  const form = findForm(page, 'Continue')
  const there = await browser.submit(form, form.buttons[0])
  secrets.keep('state of a sign-in', new URL(there.url).searchParams.get('state'))
  const back = await upstream.signIn(there.url, 'ada')
  secrets.keep('code of the provider', back.searchParams.get('code'))
  const account = await browser.open(back.href)
  if (!account.html.includes('Sign out')) throw new Error(`Cannot sign in: ${account.html}`)
}

/** Begins a sign-in on the way to a consent, whose request the service has to remember. */
async function beginSignIn(browser: KeepingBrowser, secrets: Secrets): Promise<string> {
  const clientId = await register(browser.base, `Client ${crypto.randomUUID()}`)
  const page = await openAuthorizationPage(browser, browser.base, { clientId, ...newProof() })
  const form = findForm(page, 'Continue')
  const there = await browser.submit(form, form.buttons[0])
  const state = new URL(there.url).searchParams.get('state') ?? ''
  secrets.keep('state of a sign-in', state)
  return state
}

export type Connection = {
  readonly clientId: string
  readonly access: string
  readonly refresh: string
}

/** Consents and a denial, redemptions and a replay, refreshes, a held call and its approval. */
export async function runCodesAndTokens(
  browser: KeepingBrowser,
  url: string,
  secrets: Secrets,
): Promise<Connection> {
  await connect(browser, url, secrets, 'Deny')
  const replayed = await connect(browser, url, secrets, 'Allow')
  await redeem(url, replayed.clientId, replayed)
  const { clientId, access, refresh: first } = await connect(browser, url, secrets, 'Allow')
  const next = await refresh(url, clientId, first)
  secrets.keepIn(`${next.access} ${next.refresh}`)
  const { call } = createBusinessCaller(url)
  const args = { id: 'job_teapot_rolls', cancel_reason: 'Asked for.' }
  await call('cancel_job', args, access)
  const form = findForm(await browser.open('/account'), 'Approve')
  await browser.submit(
    form,
    form.buttons.find(({ text }) => text.includes('Approve')),
  )
  return { clientId, access: next.access, refresh: next.refresh }
}

async function connect(
  browser: KeepingBrowser,
  url: string,
  secrets: Secrets,
  decision: 'Allow' | 'Deny',
) {
  const clientId = await register(url, `Client ${crypto.randomUUID()}`)
  const { verifier, challenge } = newProof()
  const state = `state-${crypto.randomUUID()}`
  secrets.keep('verifier', verifier)
  secrets.keep('state of the client', state)
  const page = await openConsentPage(browser, url, { clientId, challenge, state })
  const form = findForm(page, decision)
  const [business = ''] = form.choices.get('business') ?? []
  const button = form.buttons.find(({ text }) => text.trim() === decision)
  const back = await browser.submit(form, button, { business })
  const code = new URL(back.url).searchParams.get('code') ?? ''
  const answer = decision === 'Deny' ? undefined : await redeem(url, clientId, { code, verifier })
  const { access = '', refresh: next = '' } = answer ?? {}
  secrets.keepIn(`${access} ${next}`)
  return { clientId, code, verifier, access, refresh: next }
}

/** Sends secrets where they do not belong: the log must not keep them. */
export async function misplaceSecrets(
  browser: KeepingBrowser,
  url: string,
  given: Connection & { readonly secrets: Secrets },
): Promise<void> {
  const { access, refresh: token, clientId, secrets } = given
  const assertion = `ey.${crypto.randomUUID()}.${crypto.randomUUID()}`
  const key = `sk_live_${crypto.randomUUID()}`
  secrets.keep('client assertion', assertion)
  secrets.keep('integration key', key)
  const post = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
    fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const asked = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId }
  await post('/oauth/token', { ...asked, client_assertion: assertion, client_assertion_type })
  await post('/oauth/token', { ...asked, client_secret: key })
  await post('/oauth/token', { grant_type: token, code: token, client_id: access })
  await post('/oauth/token', asked, { authorization: `Basic ${btoa(`${clientId}:${key}`)}` })
  await post(`/oauth/token?refresh_token=${token}`, {})
  await post('/oauth/revoke', { token: key, client_id: clientId, token_type_hint: token })
  await fetch(`${url}/oauth/authorize?client_id=${access}&state=${token}&redirect_uri=${REDIRECT}`)
  await fetch(`${url}/mcp?access_token=${access}`, { method: 'POST', body: access })
  await fetch(`${url}/api/public/docs/search?q=${access}&limit=${token}`)
  const { call } = createBusinessCaller(url)
  await call('get_business_profile', {}, key)
  await call('search_public_docs', { query: access }, access)
  await call(access, { [token]: key }, access)
  await call('get_job', { id: access, [token]: key }, access)
  const meta = { 'lectern/idempotencyKey': access.slice(0, 64) }
  await call('set_job_status', { id: 'job_none', status: 'done' }, access, meta)
  const carried = { 'user-agent': access, referer: `${url}/?t=${token}`, 'x-forwarded-for': key }
  await fetch(`${url}/account`, { headers: { ...carried, cookie: `sid=${access}` } })
  await post('/oauth/revoke', { token, client_id: clientId })
  const form = findForm(await browser.open('/account'), 'Sign out')
  await post('/account', { ...Object.fromEntries(fieldsOf(form, 'Sign out')), action: access })
  await browser.submit(
    form,
    form.buttons.find(({ text }) => text.includes('Sign out')),
  )
}
