import { type Form, HeadlessBrowser, type VisitedPage } from '../support/headless_browser.ts'
import type { Shot } from './at_once.ts'

/** A client of the service with every step a call of its own, so that each can be raced. */
export const REDIRECT = 'http://127.0.0.1:39999/callback'
export const SCOPES = 'mcp:business:read mcp:business:write'

export type ConsentCode = { readonly code: string; readonly verifier: string }
export type TokenAnswer = {
  readonly status: number
  readonly error: string | undefined
  readonly access: string
  readonly refresh: string
}

export async function register(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [REDIRECT] }),
  })
  const { client_id: id } = (await answer.json()) as { client_id?: string }
  if (id === undefined) throw new Error(`Cannot register "${name}": ${answer.status}`)
  return id
}

export type Proof = { readonly verifier: string; readonly challenge: string }

export function newProof(): Proof {
  const verifier = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const hash = new Bun.CryptoHasher('sha256').update(verifier).digest()
  return { verifier, challenge: Buffer.from(hash).toString('base64url') }
}

type AuthorizationRequest = {
  readonly clientId: string
  readonly challenge: string
  readonly state?: string
}

/** The first page that a browser shows when a client sends it here. */
export async function openAuthorizationPage(
  browser: HeadlessBrowser,
  url: string,
  asked: AuthorizationRequest,
): Promise<VisitedPage> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: asked.clientId,
    redirect_uri: REDIRECT,
    code_challenge: asked.challenge,
    code_challenge_method: 'S256',
    state: asked.state ?? 'state',
    scope: SCOPES,
  })
  return await browser.open(`${url}/oauth/authorize?${query}`)
}

/** The page where a signed-in user decides; the first visit signs in as `user`. */
export async function openConsentPage(
  browser: HeadlessBrowser,
  url: string,
  asked: AuthorizationRequest,
  user = 'Ada',
): Promise<VisitedPage & { readonly signedIn: boolean }> {
  const first = await openAuthorizationPage(browser, url, asked)
  const signedIn = /<title>[^<]*Sign in/.test(first.html)
  return { ...(signedIn ? await signInAs(browser, first, user) : first), signedIn }
}

async function signInAs(
  browser: HeadlessBrowser,
  page: VisitedPage,
  user: string,
): Promise<VisitedPage> {
  const [form] = page.forms
  const button = form?.buttons.find(({ text }) => text.includes(user))
  if (form === undefined || button === undefined) throw new Error(`Cannot sign in: ${page.html}`)
  return await browser.submit(form, button)
}

/** The form of a page with a button of this text. */
export function findForm(page: VisitedPage, words: string): Form {
  const form = page.forms.find(({ buttons }) => buttons.some(({ text }) => text.includes(words)))
  if (form === undefined) throw new Error(`Cannot find "${words}": ${page.status} ${page.html}`)
  return form
}

/** What a browser would send for a button of a form. */
export function fieldsOf(
  form: Form,
  words: string,
  chosen: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const button = form.buttons.find(({ text }) => text.includes(words))
  const body = new URLSearchParams(form.fields.filter(([name]) => !(name in chosen)).map(pairOf))
  for (const [name, value] of Object.entries(chosen)) body.append(name, value)
  if (button !== undefined) body.append(button.name, button.value)
  return body
}

function pairOf([name, value]: readonly [string, string]): [string, string] {
  return [name, value]
}

/** From an authorization request to its code, for the first business of the user. */
export async function obtainCode(
  browser: HeadlessBrowser,
  url: string,
  clientId: string,
  user = 'Ada',
): Promise<ConsentCode> {
  const { verifier, challenge } = newProof()
  const page = await openConsentPage(browser, url, { clientId, challenge }, user)
  const form = findForm(page, 'Allow')
  const button = form.buttons.find(({ text }) => text.includes('Allow'))
  const [business = ''] = form.choices.get('business') ?? []
  const back = await browser.submit(form, button, { business })
  const code = URL.canParse(back.url) ? new URL(back.url).searchParams.get('code') : null
  if (code === null) throw new Error(`Cannot get a code: ${back.status} ${back.html}`)
  return { code, verifier }
}

export async function redeem(
  url: string,
  clientId: string,
  consented: ConsentCode,
): Promise<TokenAnswer> {
  return readTokens(await send(buildRedemption(url, clientId, consented)))
}

export async function refresh(url: string, clientId: string, token: string): Promise<TokenAnswer> {
  return readTokens(await send(buildRenewal(url, clientId, token)))
}

export function buildRedemption(
  url: string,
  clientId: string,
  { code, verifier }: ConsentCode,
): Shot {
  const fields = { code, code_verifier: verifier, redirect_uri: REDIRECT }
  return buildTokenRequest(url, {
    grant_type: 'authorization_code',
    client_id: clientId,
    ...fields,
  })
}

export function buildRenewal(url: string, clientId: string, token: string): Shot {
  const fields = { client_id: clientId, refresh_token: token }
  return buildTokenRequest(url, { grant_type: 'refresh_token', ...fields })
}

function buildTokenRequest(url: string, fields: Readonly<Record<string, string>>): Shot {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { url: `${url}/oauth/token`, headers, body: new URLSearchParams(fields).toString() }
}

async function send({ url, headers, body }: Shot): Promise<Response> {
  return await fetch(url, { method: 'POST', headers, body })
}

export async function readTokens(answer: Response): Promise<TokenAnswer> {
  const said = (await answer.json()) as Readonly<Record<string, string | undefined>>
  return {
    status: answer.status,
    error: said.error,
    access: said.access_token ?? '',
    refresh: said.refresh_token ?? '',
  }
}

export function newBrowser(url: string): HeadlessBrowser {
  return new HeadlessBrowser(url)
}
