import { findTool, REGISTRY } from '../business/tools/business_fixture.ts'
import { HeadlessBrowser, type VisitedPage } from '../support/headless_browser.ts'
import type { Site } from './_site.ts'

export const CLIENT_ID = 'desk'
export const READ_AND_WRITE = 'mcp:business:read mcp:business:write'

/** A verifier's S256 challenge, from RFC 7636 appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

type AuthorizationOptions = {
  readonly redirectUri: string
  readonly clientId?: string
  readonly scope?: string
  readonly state?: string
}

/** The address that a client sends its user to. */
export function authorizationUrl(site: Site, asked: AuthorizationOptions): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: asked.clientId ?? CLIENT_ID,
    redirect_uri: asked.redirectUri,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: asked.state ?? 'a state',
    scope: asked.scope ?? READ_AND_WRITE,
    resource: `${site.url}/mcp`,
  })
  return `${site.url}/oauth/authorize?${query}`
}

/** A signed-in user with a headless browser. */
export async function signIn(site: Site, user: string): Promise<HeadlessBrowser> {
  const browser = new HeadlessBrowser(site.url)
  const page = await browser.open(`${site.url}/oauth/sign-in`)
  const [form] = page.forms
  const button = form?.buttons.find(({ text }) => text.includes(user))
  if (form === undefined || button === undefined) throw new Error(`Cannot find "${user}"`)
  await browser.submit(form, button)
  return browser
}

/** A form of a page as plain fields, which a test changes before it sends them. */
export function fieldsOf(page: VisitedPage, action = '/oauth/consent'): Record<string, string> {
  const forms = page.forms.filter((form) => new URL(form.action).pathname === action)
  const form = forms.at(-1)
  if (form === undefined) throw new Error(`Cannot find the form: ${page.status} ${page.html}`)
  return Object.fromEntries(form.fields)
}

type PostedForm = {
  readonly fields: Readonly<Record<string, string>> | string
  readonly headers?: Readonly<Record<string, string>>
}

/** Posts a form exactly as given, with the browser's cookies, and follows no redirect. */
export async function post(
  site: Site,
  path: string,
  browser: HeadlessBrowser | undefined,
  { fields, headers = {} }: PostedForm,
): Promise<Response> {
  const cookie = [...(browser?.cookies ?? [])].map((pair) => pair.join('=')).join('; ')
  return await fetch(`${site.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
  })
}

/** The number of grants and codes, which a refusal must not change. */
export async function countGrants(site: Site): Promise<number> {
  const row = await site.store.sql.one(
    'SELECT (SELECT count(*) FROM grant_) + (SELECT count(*) FROM auth_code) AS many',
  )
  return Number(row?.many)
}

/** Connects a client for a user and returns its access token. */
export async function connectClient(
  site: Site,
  browser: HeadlessBrowser,
  given: AuthorizationOptions & { readonly business: string },
): Promise<string> {
  const page = await browser.open(authorizationUrl(site, given))
  const fields = { ...fieldsOf(page), decision: 'allow', business: given.business }
  const answer = await post(site, '/oauth/consent', browser, { fields })
  const back = new URL(answer.headers.get('location') ?? '')
  const tokens = await fetch(`${site.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: given.clientId ?? CLIENT_ID,
      code: back.searchParams.get('code') ?? '',
      code_verifier: VERIFIER,
      redirect_uri: given.redirectUri,
    }),
  })
  const { access_token } = (await tokens.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error(`Cannot connect: ${tokens.status}`)
  return access_token
}

/** Makes a call that is held for approval and returns the id of the approval. */
export async function holdCall(
  site: Site,
  token: string,
  args: { readonly id: string; readonly cancel_reason: string },
): Promise<string> {
  const grant = await site.grants.authorise(`Bearer ${token}`, 'mcp:business:write')
  if (!grant.ok) throw new Error(`Cannot call: ${grant.error.reason}`)
  const tool = findTool(REGISTRY, 'cancel_job')
  const call = { tool, registry: REGISTRY, args, requestId: 'req', idempotencyKey: undefined }
  const answer = await site.business.write(grant.value, call)
  if (answer.answer !== 'held') throw new Error(`Cannot hold: ${answer.answer}`)
  return answer.approvalId
}
