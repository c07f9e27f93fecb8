import { expect } from 'bun:test'
import { openOauthService, type TestService } from './oauth_service.ts'

export const VERIFIER = 'a-verifier_of.43~characters-and-not-one-more'
export const CHALLENGE = new Bun.CryptoHasher('sha256').update(VERIFIER).digest('base64url')

/** Parameters of a request; undefined ones are left out. */
export type Form = Readonly<Record<string, string | undefined>>

/** The path of a complete authorization request; undefined parameters are left out. */
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
  service: TestService,
  path: string,
  parameters: Form | string,
): Promise<Response> {
  return await service.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof parameters === 'string' ? parameters : formOf(parameters),
  })
}

export async function postJson(
  service: TestService,
  path: string,
  body: unknown,
): Promise<Response> {
  return await service.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Registers a client dynamically and returns its id. */
export async function registerClient(
  service: TestService,
  redirectUris: readonly string[],
): Promise<string> {
  const answer = await postJson(service, '/oauth/register', {
    client_name: 'A client',
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
  })
  const { client_id: clientId } = (await answer.json()) as { client_id?: string }
  if (clientId === undefined) throw new Error(`Cannot register: ${answer.status}`)
  return clientId
}

/** Authorizes and consents; returns the address that the client is redirected to. */
export async function giveConsent(service: TestService, parameters: Form): Promise<URL> {
  const { cookie } = await service.signIn()
  const begun = await service.ask(authorizePath(parameters))
  const id = new URL(begun.headers.get('location') ?? '', service.baseUrl).searchParams.get(
    'request',
  )
  if (id === null) throw new Error(`Cannot authorize: ${begun.status} ${await begun.text()}`)
  const page = await service.ask(`/oauth/consent?request=${id}`, { headers: { cookie } })
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const answer = await service.ask('/oauth/consent', {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      origin: service.baseUrl,
    },
    body: formOf({ request: id, csrf, decision: 'allow', business: 'b1', write: 'yes' }),
  })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`Cannot consent: ${answer.status} ${await answer.text()}`)
  return new URL(location)
}

/** The redirect address of the client of `obtainCode`. */
const REDIRECT = 'http://127.0.0.1:4000/cb'

/** A service with an unredeemed code of a client, and the form that redeems it. */
export async function obtainCode(scope?: string): Promise<{
  readonly service: TestService
  readonly clientId: string
  readonly form: Form
}> {
  const service = await openOauthService()
  const clientId = await registerClient(service, [REDIRECT])
  const back = await giveConsent(service, { client_id: clientId, redirect_uri: REDIRECT, scope })
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    code_verifier: VERIFIER,
    client_id: clientId,
  }
  return { service, clientId, form }
}

/** Status and code of a refusal of the token endpoint; all refusals have the same form. */
export async function tokenErrorOf(
  service: TestService,
  form: Form | string,
  query = '',
): Promise<string> {
  const answer = await postForm(service, `/oauth/token${query}`, form)
  const text = await answer.text()
  expect(text).toMatch(/^[ -~]*$/)
  const { error, error_description: description } = JSON.parse(text)
  expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
  return `${answer.status} ${error}`
}
