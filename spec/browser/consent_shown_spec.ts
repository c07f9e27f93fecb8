import { afterAll, beforeAll, expect, test } from 'bun:test'
import { HeadlessBrowser } from '../support/headless_browser.ts'
import { authorizationUrl, fieldsOf, post, READ_AND_WRITE, signIn } from './_consent_steps.ts'
import { openSite, type Site } from './_site.ts'

const REDIRECT = 'https://client.test/callback'
const DOCUMENT = 'https://xn--pple-43d.com/client.json'
const HOUR_MS = 3_600_000

let site: Site
let ada: HeadlessBrowser

beforeAll(async () => {
  site = await openSite({
    config: { clients: [{ id: 'desk', name: 'Desk', redirect_uris: [REDIRECT] }] },
  })
  ada = await signIn(site, 'Ada')
})
afterAll(async () => await site.stop())

async function storeDocument(name: string): Promise<void> {
  const document = { name, redirectUris: [REDIRECT], refreshes: true }
  await site.grants.storeDocument(DOCUMENT, document, Date.now() + HOUR_MS)
}

const documentAddress = () => authorizationUrl(site, { redirectUri: REDIRECT, clientId: DOCUMENT })

test('threat 23: a look-alike host is shown as it is written in ASCII', async () => {
  await storeDocument('\u202eАpple\u200b <b>Support</b>')
  const { html } = await ada.open(documentAddress())
  expect(html).toContain('<dt>Published at</dt><dd class="code">xn--pple-43d.com</dd>')
  expect(html).toContain('<title>Connect Аpple &lt;b&gt;Support&lt;/b&gt; ·')
  expect(html).not.toMatch(/[\u200b\u202e]/)
  expect(html).toContain('not verified')
})

test('threat 9: the page warns of a document that changed since the last consent', async () => {
  await storeDocument('First')
  const page = await ada.open(documentAddress())
  expect(page.html).not.toContain('have changed since')
  const fields = { ...fieldsOf(page), decision: 'allow', business: 'biz_bakery' }
  expect((await post(site, '/oauth/consent', ada, { fields })).status).toBe(303)
  await storeDocument('Second')
  expect((await ada.open(documentAddress())).html).toContain('have changed since')
})

test('the page lists exactly the tools of the scopes that were asked for', async () => {
  const titles = async (scope: string) => {
    const { html } = await ada.open(authorizationUrl(site, { redirectUri: REDIRECT, scope }))
    return [...html.matchAll(/<li><strong>([^<]*)/g)].map(([, title]) => title)
  }
  const both = await titles(READ_AND_WRITE)
  const read = await titles('mcp:business:read')
  expect(read).toContain('Customers')
  expect(read).not.toContain('Cancel a job')
  expect(both).toEqual([...read, ...(await titles('mcp:business:write'))])
})

test('a business that is not open is not offered, and none is nothing to allow', async () => {
  const ben = await signIn(site, 'Ben')
  await site.setState('biz_heating', 'archived')
  const page = await ben.open(authorizationUrl(site, { redirectUri: REDIRECT }))
  expect(page.html).toContain('do not have a business to connect')
  expect(page.html).not.toContain('Mossgate Heating')
  expect(page.forms.flatMap(({ buttons }) => buttons).map(({ value }) => value)).toEqual([
    'switch',
    'deny',
  ])
  await site.setState('biz_heating', 'active')
})

test('every page has the headers of a page', async () => {
  const addresses = [
    ['/oauth/sign-in', 200],
    ['/account', 200],
    ['/oauth/consent?request=unknown', 400],
    ['/oauth/callback', 400],
    ['/oauth/authorize', 400],
  ] as const
  for (const [address, status] of addresses) {
    const page = await ada.open(
      `${site.url}${address === '/oauth/sign-in' ? `${address}?again=1` : address}`,
    )
    expect(page.status).toBe(status)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; form-action 'self'; frame/,
      ),
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(page.headers.has('access-control-allow-origin')).toBe(false)
  }
})

test('threat 3: the pages answer no preflight', async () => {
  for (const path of ['/oauth/sign-in', '/oauth/callback', '/oauth/consent', '/account']) {
    const answer = await fetch(`${site.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(answer.status).toBe(405)
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  }
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/account/../../evil',
  '/account?x=1',
  '/oauth/consent?request=a&b=c',
  '/oauth/consent?request=a%0d%0aset-cookie:x=y',
  'javascript:alert(1)',
])('threat 9: sign-in does not lead to "%s"', async (address) => {
  const query = new URLSearchParams({ return: address })
  const shown = await ada.open(`${site.url}/oauth/sign-in?again=1&${query}`)
  expect(fieldsOf(shown, '/oauth/sign-in').return).toBe('/account')
  const fields = { return: address, user: 'ada' }
  const answer = await post(site, '/oauth/sign-in', undefined, { fields })
  expect(answer.headers.get('location')).toBe('/account')
})

test('a sign-in that another page sends opens no session', async () => {
  const fields = { return: '/account', user: 'ada' }
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const answer = await post(site, '/oauth/sign-in', undefined, { fields, headers })
  expect(answer.status).toBe(403)
  expect(answer.headers.has('set-cookie')).toBe(false)
})

test('a session that was planted before sign-in is worth nothing after it', async () => {
  const planted = ada.cookies.get('sid') ?? ''
  const mallory = new HeadlessBrowser(site.url)
  const cookie = { cookie: `sid=${planted}` }
  const fields = { return: '/account', user: 'cleo' }
  const answer = await post(site, '/oauth/sign-in', mallory, { fields, headers: cookie })
  expect(answer.headers.get('set-cookie')).toMatch(
    /^sid=[\w-]{40,}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
  )
  expect(answer.headers.get('set-cookie')).not.toContain(planted)
  expect(await site.grants.findSession(planted)).toBeUndefined()
  ada = await signIn(site, 'Ada')
})

test('posts and callbacks are counted, and looking at a page is not', async () => {
  const small = await openSite({ callsMax: 1 })
  const fields = { return: '/account', user: 'nobody' }
  for (const _ of [1, 2, 3]) expect((await fetch(`${small.url}/oauth/sign-in`)).status).toBe(200)
  expect((await post(small, '/oauth/sign-in', undefined, { fields })).status).toBe(303)
  expect((await post(small, '/oauth/sign-in', undefined, { fields })).status).toBe(429)
  expect((await fetch(`${small.url}/oauth/callback?state=a`)).status).toBe(429)
  await small.stop()
})

test('threat 38: no secret is in the log', async () => {
  const secret = ada.cookies.get('sid') ?? 'none'
  const page = await ada.open(authorizationUrl(site, { redirectUri: REDIRECT }))
  const fields = { ...fieldsOf(page), decision: 'allow', business: 'biz_bakery' }
  const answer = await post(site, '/oauth/consent', ada, { fields })
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? 'none'
  const said = site.log.join('\n')
  for (const each of [secret, code, ...Object.values(fieldsOf(page))]) {
    expect(said).not.toContain(each)
  }
})
