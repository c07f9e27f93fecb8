import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { verifiesLong } from '../requirements/verifies.ts'
import { HeadlessBrowser, type VisitedPage } from '../support/headless_browser.ts'
import type { UpstreamProvider } from '../support/identity_provider.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'
import { type ForeignPage, openLocalPage } from './_client_pages.ts'
import { authorizationUrl } from './_consent_steps.ts'
import type { Site } from './_site.ts'
import {
  clickContinue,
  openUpstreamSite,
  type PendingCallback,
  passThrough,
  signInToCallback,
  type UpstreamSite,
} from './_upstream_site.ts'

const openPage = useChromium()
let local: ForeignPage
let all: UpstreamSite
let site: Site
let upstream: UpstreamProvider

beforeAll(async () => {
  local = openLocalPage()
  all = await openUpstreamSite()
  site = all.site
  upstream = all.upstream
})
beforeEach(() => all.meddle(passThrough))
afterAll(async () => {
  await Promise.all([all.stop(), local.stop()])
})

async function countSessions(): Promise<number> {
  return Number((await site.store.sql.one('SELECT count(*) AS many FROM session'))?.many)
}

/** Goes the way back and expects a clear page and nobody signed in. */
async function expectNotSignedIn(
  { person, callback }: PendingCallback,
  status = 502,
): Promise<VisitedPage> {
  const before = await countSessions()
  const page = await person.open(callback.href)
  expect(page.status).toBe(status)
  expect(page.html).toContain('<h1>')
  expect(person.cookies.has('sid')).toBe(false)
  expect(await countSessions()).toBe(before)
  return page
}

/** Puts another id token into the provider's answer, made of what it said. */
function replaceToken(make: (claims: JWTPayload) => Promise<string> | string): void {
  all.meddle(async (url, answer) => {
    if (!url.endsWith('/token')) return answer
    const body = (await answer.json()) as { id_token: string }
    return Response.json({ ...body, id_token: await make(decodeJwt(body.id_token)) })
  })
}

verifiesLong(
  'oauth.upstream',
  'a person signs in at the provider and connects one of their businesses',
  signInAndConnect,
  { needs: [CHROMIUM] },
)

async function signInAndConnect(): Promise<void> {
  const { page, complaints, context } = await openPage()
  const redirectUri = `http://127.0.0.1:${local.port}/callback`
  await page.goto(authorizationUrl(site, { redirectUri }))
  const { host } = new URL(upstream.issuer)
  await page.getByRole('button', { name: `Continue with ${host}` }).click()
  await page.locator('input[name=login]').fill('ada')
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connect Desk' }).waitFor()
  await page.getByText('ada Upstream').waitFor()
  const cookies = await context.cookies(site.url)
  expect(cookies.find(({ name }) => name === 'sid')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })
  expect(cookies.some(({ name }) => name === 'sign-in')).toBe(false)
  expect(await page.getByRole('radio').count()).toBe(2)
  await page.getByRole('radio', { name: /Quillfeather Bakery/ }).check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Arrived' }).waitFor()
  expect(new URL(page.url()).searchParams.get('code')).toStartWith('lt_ac_')
  expect(complaints.filter((text) => text.includes('Content Security'))).toEqual([])
  await context.close()
}

test('the cookie of a sign-in comes only after the button was pressed', async () => {
  const person = new HeadlessBrowser(site.url)
  await person.open(`${site.url}/oauth/sign-in`)
  expect(person.cookies.size).toBe(0)
  await clickContinue(all, person)
  expect([...person.cookies.keys()]).toEqual(['sign-in'])
})

test('the provider is asked with PKCE, a nonce and the scopes of a sign-in', async () => {
  const away = await clickContinue(all, new HeadlessBrowser(site.url), '&again=1')
  const asked = new URL(away.url).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('code_challenge')).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(asked.get('nonce')).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(asked.get('scope')).toBe('openid email profile')
  expect(asked.get('redirect_uri')).toBe(`${site.url}/oauth/callback`)
  expect(asked.get('prompt')).toBe('login')
})

const FORGED: Readonly<Record<string, (claims: JWTPayload) => Promise<string> | string>> = {
  'another nonce': (claims) => upstream.sign({ ...claims, nonce: 'another' }),
  'no nonce': ({ nonce: _, ...claims }) => upstream.sign(claims),
  'another issuer': (claims) => upstream.sign({ ...claims, iss: 'https://evil.example' }),
  'another audience': (claims) => upstream.sign({ ...claims, aud: 'somebody' }),
  'another party': (claims) => upstream.sign({ ...claims, azp: 'somebody' }),
  'two audiences and no party': (claims) =>
    upstream.sign({ ...claims, aud: [upstream.clientId, 'somebody'] }),
  'an end that has passed': (claims) => upstream.sign({ ...claims, exp: (claims.iat ?? 0) - 60 }),
  'no end': ({ exp: _, ...claims }) => upstream.sign(claims),
  'no subject': ({ sub: _, ...claims }) => upstream.sign(claims),
  'no signature': (claims) => new UnsecuredJWT(claims).encode(),
  'a signature by our secret': (claims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(upstream.clientSecret)),
  'a damaged signature': async (claims) => `${(await upstream.sign(claims)).slice(0, -8)}AAAAAAAA`,
  'nothing in it': () => '',
}

test.each(Object.keys(FORGED))('an id token with %s signs nobody in', async (name) => {
  const back = await signInToCallback(all)
  const make = FORGED[name]
  if (make === undefined) throw new Error(name)
  replaceToken(make)
  const page = await expectNotSignedIn(back)
  expect(page.html).toContain('You are not signed in')
  expect(site.log.some((line) => line.includes('sign_in_refused'))).toBe(true)
})

test('the same token unchanged signs in: the meddling alone is what is refused', async () => {
  const { person, callback } = await signInToCallback(all)
  replaceToken((claims) => upstream.sign(claims))
  const page = await person.open(callback.href)
  expect(page.url).toBe(`${site.url}/account`)
  expect(page.html).toContain('ada Upstream')
  expect(person.cookies.has('sid')).toBe(true)
})

test.each([
  ['/jwks', 502, 'You are not signed in'],
  ['/.well-known/openid-configuration', 503, 'Sign-in is not available'],
] as const)('without the %s of the provider a page says so', async (missing, status, title) => {
  const lame = await openUpstreamSite()
  lame.meddle((url, answer) => (url.endsWith(missing) ? new Response('', { status: 503 }) : answer))
  const person = new HeadlessBrowser(lame.site.url)
  let page = await clickContinue(lame, person)
  if (page.html === '') {
    page = await person.open((await lame.upstream.signIn(page.url, 'ada')).href)
  }
  expect(page.status).toBe(status)
  expect(page.html).toContain(`<h1>${title}</h1>`)
  expect([...person.cookies.keys()]).toEqual([])
  await lame.stop()
})

test.each([
  ['redirects', () => Response.redirect('https://evil.example/token', 307)],
  ['refuses', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
  ['is no JSON', () => new Response('<html>')],
  ['never ends', () => new Response('x'.repeat(300_000))],
  ['has no id token', () => Response.json({ access_token: 'a', token_type: 'Bearer' })],
])('a token endpoint that %s signs nobody in', async (_title, answer) => {
  const back = await signInToCallback(all)
  all.meddle((url, honestly) => (url.endsWith('/token') ? answer() : honestly))
  await expectNotSignedIn(back)
})

test('a state of another browser signs nobody in, and stays good for its own', async () => {
  const own = await signInToCallback(all)
  const other = await signInToCallback(all)
  await expectNotSignedIn({ person: other.person, callback: own.callback }, 400)
  await expectNotSignedIn({ person: new HeadlessBrowser(site.url), callback: own.callback }, 400)
  const page = await own.person.open(own.callback.href)
  expect(page.url).toBe(`${site.url}/account`)
})

test('a state is good once and for ten minutes', async () => {
  const first = await signInToCallback(all)
  await first.person.open(first.callback.href)
  const again = await first.person.open(first.callback.href)
  expect(again.status).toBe(400)
  const late = await signInToCallback(all)
  site.wait(601_000)
  await expectNotSignedIn(late, 400)
})

test.each([
  ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 502],
  ['no issuer', (url: URL) => url.searchParams.delete('iss'), 502],
  ['two issuers', (url: URL) => url.searchParams.append('iss', upstream.issuer), 400],
  ['no state', (url: URL) => url.searchParams.delete('state'), 400],
  ['no code', (url: URL) => url.searchParams.delete('code'), 502],
  ['an error', (url: URL) => url.searchParams.set('error', 'access_denied'), 502],
] as const)('an answer with %s signs nobody in', async (_title, change, status) => {
  const back = await signInToCallback(all)
  change(back.callback)
  await expectNotSignedIn(back, status)
})

test('a session ends with the next sign-in, and its id is worth nothing after it', async () => {
  const { person, callback } = await signInToCallback(all)
  await person.open(callback.href)
  const before = person.cookies.get('sid')
  const away = await clickContinue(all, person, '&again=1')
  await person.open((await upstream.signIn(away.url, 'cleo')).href)
  expect(person.cookies.get('sid')).not.toBe(before)
  expect(await site.grants.findSession(before)).toBeUndefined()
})
