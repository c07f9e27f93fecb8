import { expect } from 'bun:test'
import { openOauthService, type TestService } from './oauth_service.ts'

export const VERIFIER = 'a-verifier_of.43~characters-and-not-one-more'
export const CHALLENGE = new Bun.CryptoHasher('sha256').update(VERIFIER).digest('base64url')

/** Parameters of a request; what is undefined is left out. */
export type Form = Readonly<Record<string, string | undefined>>

/** The path of a whole authorization request; a parameter that is undefined is left out. */
export function authorizePath(changed: Form): string {
  const parameters = {
    response_type: 'code',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'a state',
    ...changed,
  }
  return `/oauth/authorize?${formOf(parameters)}`
}

export function formOf(parameters: Form): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    .join('&')
}

/** Posts a form as a client does. */
export async function postForm(
  window: TestService,
  path: string,
  parameters: Form | string,
): Promise<Response> {
  return await window.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof parameters === 'string' ? parameters : formOf(parameters),
  })
}

export async function postJson(
  window: TestService,
  path: string,
  body: unknown,
): Promise<Response> {
  return await window.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Registers a client dynamically and gives its id. */
export async function registerClient(
  window: TestService,
  redirectUris: readonly string[],
): Promise<string> {
  const answer = await postJson(window, '/oauth/register', {
    client_name: 'A client',
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
  })
  const { client_id: clientId } = (await answer.json()) as { client_id?: string }
  if (clientId === undefined) throw new Error(`Cannot register: ${answer.status}`)
  return clientId
}

/** Goes through authorization and consent; what comes back is the address of the client. */
export async function giveConsent(window: TestService, parameters: Form): Promise<URL> {
  const { cookie } = await window.signIn()
  const begun = await window.ask(authorizePath(parameters))
  const id = new URL(begun.headers.get('location') ?? '', window.baseUrl).searchParams.get(
    'request',
  )
  if (id === null) throw new Error(`Cannot authorize: ${begun.status} ${await begun.text()}`)
  const page = await window.ask(`/oauth/consent?request=${id}`, { headers: { cookie } })
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const answer = await window.ask('/oauth/consent', {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      origin: window.baseUrl,
    },
    body: formOf({ request: id, csrf, decision: 'allow', business: 'b1', write: 'yes' }),
  })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`Cannot consent: ${answer.status} ${await answer.text()}`)
  return new URL(location)
}

/** Where the client of `codeOf` is answered. */
const REDIRECT = 'http://127.0.0.1:4000/cb'

/** A window with a code of a client that waits to be redeemed, and the form that does it. */
export async function obtainCode(scope?: string): Promise<{
  readonly window: TestService
  readonly clientId: string
  readonly form: Form
}> {
  const window = await openOauthService()
  const clientId = await registerClient(window, [REDIRECT])
  const back = await giveConsent(window, { client_id: clientId, redirect_uri: REDIRECT, scope })
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    code_verifier: VERIFIER,
    client_id: clientId,
  }
  return { window, clientId, form }
}

/** Status and code of a refusal of the token endpoint; every refusal has the same form. */
export async function tokenErrorOf(
  window: TestService,
  form: Form | string,
  query = '',
): Promise<string> {
  const answer = await postForm(window, `/oauth/token${query}`, form)
  const text = await answer.text()
  expect(text).toMatch(/^[ -~]*$/)
  const { error, error_description: description } = JSON.parse(text)
  expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
  return `${answer.status} ${error}`
}
