import { afterAll, beforeAll, expect, test } from 'bun:test'
import { HeadlessBrowser } from '../support/headless_browser.ts'
import { authorizationUrl, countGrants, fieldsOf, post, signIn } from './_consent_steps.ts'
import { openSite, type Site } from './_site.ts'

const REDIRECT = 'https://client.test/callback'
const CONSENT = '/oauth/consent'
const SITES = ['cross-site', 'same-site', 'none', 'same-origin, cross-site', '']

let site: Site
let ada: HeadlessBrowser

beforeAll(async () => {
  site = await openSite({
    config: { clients: [{ id: 'desk', name: 'Desk', redirect_uris: [REDIRECT] }] },
  })
  ada = await signIn(site, 'Ada')
})
afterAll(async () => await site.stop())

type Fields = Readonly<Record<string, string>>

async function openConsent(browser = ada): Promise<Fields> {
  const page = await browser.open(authorizationUrl(site, { redirectUri: REDIRECT }))
  expect(page.status).toBe(200)
  return fieldsOf(page)
}

const allow: Fields = { decision: 'allow', business: 'biz_bakery' }

/** Sends a form and expects that it granted nothing. */
async function postRefused(
  sent: Parameters<typeof post>[3],
  browser: HeadlessBrowser = ada,
): Promise<Response> {
  const before = await countGrants(site)
  const answer = await post(site, CONSENT, browser, sent)
  expect(answer.headers.get('location') ?? '').not.toContain('code=')
  expect(await countGrants(site)).toBe(before)
  return answer
}

test('threat 20: a consent without its proof grants nothing', async () => {
  const { csrf: _, ...fields } = await openConsent()
  expect((await postRefused({ fields: { ...fields, ...allow } })).status).toBe(400)
  const { csrf: other = '' } = await openConsent()
  expect((await postRefused({ fields: { ...fields, ...allow, csrf: other } })).status).toBe(400)
})

test('threat 20: a consent without a session grants nothing', async () => {
  const fields = { ...(await openConsent()), ...allow }
  expect((await postRefused({ fields }, new HeadlessBrowser(site.url))).status).toBe(400)
})

test("threat 20: another session's request is not there", async () => {
  const fields: Fields = { ...(await openConsent()), ...allow, business: 'biz_heating' }
  const ben = await signIn(site, 'Ben')
  expect((await postRefused({ fields }, ben)).status).toBe(400)
  const page = await ben.open(`${site.url}${CONSENT}?request=${fields.request}`)
  expect(page.status).toBe(400)
  expect(page.forms).toEqual([])
})

test('threat 20: the second of two equal posts grants nothing', async () => {
  const fields = { ...(await openConsent()), ...allow }
  const first = await post(site, CONSENT, ada, { fields })
  expect(first.status).toBe(303)
  expect(first.headers.get('location')).toStartWith(`${REDIRECT}?code=`)
  expect((await postRefused({ fields })).status).toBe(400)
})

test.each(SITES)('threat 20: a consent from "%s" grants nothing', async (from) => {
  const fields = { ...(await openConsent()), ...allow }
  const headers = { 'sec-fetch-site': from }
  expect((await postRefused({ fields, headers })).status).toBe(403)
})

test.each(['https://evil.example', 'null', '', 'http://localhost'])(
  'threat 20: a consent of the origin "%s" grants nothing',
  async (origin) => {
    const fields = { ...(await openConsent()), ...allow }
    expect((await postRefused({ fields, headers: { origin } })).status).toBe(403)
  },
)

test('threat 20: a consent that comes too late grants nothing', async () => {
  const late = await openSite({
    config: { clients: [{ id: 'desk', name: 'Desk', redirect_uris: [REDIRECT] }] },
  })
  const browser = await signIn(late, 'Ada')
  const page = await browser.open(authorizationUrl(late, { redirectUri: REDIRECT }))
  const fields = { ...fieldsOf(page), ...allow }
  late.wait(601_000)
  const answer = await post(late, CONSENT, browser, { fields })
  expect(answer.status).toBe(400)
  expect(await countGrants(late)).toBe(0)
  await late.stop()
})

test('threat 20: a form that repeats a field, or is none, grants nothing', async () => {
  const fields = { ...(await openConsent()), ...allow }
  const text = new URLSearchParams(fields).toString()
  expect((await postRefused({ fields: `${text}&decision=allow` })).status).toBe(400)
  const json = { 'content-type': 'application/json' }
  expect((await postRefused({ fields: JSON.stringify(fields), headers: json })).status).toBe(400)
  const gzip = { 'content-encoding': 'gzip' }
  expect((await postRefused({ fields: text, headers: gzip })).status).toBe(400)
  const long = `${text}&more=${'x'.repeat(17_000)}`
  expect((await postRefused({ fields: long })).status).toBe(400)
})

test('threat 21: a business of somebody else is not granted', async () => {
  const fields = { ...(await openConsent()), ...allow, business: 'biz_heating' }
  const answer = await postRefused({ fields })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('Choose another business')
})

test('threat 21: no business is no grant, and the page says what is missing', async () => {
  const { business: _, ...fields }: Fields = { ...(await openConsent()), ...allow }
  const answer = await postRefused({ fields })
  expect(answer.status).toBe(400)
  const html = await answer.text()
  expect(html).toContain('<title>Error: Connect Desk')
  expect(html).toContain('role="alert"')
  // The request still waits: it can be fixed on the same page.
  const fixed = await post(site, CONSENT, ada, { fields: { ...fields, ...allow } })
  expect(fixed.headers.get('location')).toContain('code=')
})

test('threat 21: two businesses are no grant', async () => {
  const fields = new URLSearchParams({ ...(await openConsent()), ...allow })
  fields.append('business', 'biz_cycles')
  expect((await postRefused({ fields: fields.toString() })).status).toBe(400)
})

test('threat 21: a business that was archived meanwhile is not granted', async () => {
  const fields = { ...(await openConsent()), ...allow, business: 'biz_cycles' }
  await site.setState('biz_cycles', 'archived')
  const answer = await postRefused({ fields })
  expect(answer.status).toBe(400)
  expect(await answer.text()).not.toContain('Quillfeather Cycles')
  await site.setState('biz_cycles', 'active')
})

test('threat 15: state and iss come back once, whatever the state holds', async () => {
  const state = `&#+%\r\n ä 😀 ${'s'.repeat(2000)}`
  for (const decision of ['allow', 'deny']) {
    const page = await ada.open(authorizationUrl(site, { redirectUri: REDIRECT, state }))
    const fields = { ...fieldsOf(page), ...allow, decision }
    const answer = await post(site, CONSENT, ada, { fields })
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.searchParams.getAll('state')).toEqual([state])
    expect(back.searchParams.getAll('iss')).toEqual([site.url])
    expect(back.searchParams.has(decision === 'allow' ? 'code' : 'error')).toBe(true)
  }
})

test('consent grants what was left chosen, and never more than was asked', async () => {
  const scopesOf = async () =>
    (await site.store.sql.one('SELECT scopes FROM grant_ ORDER BY created DESC, id LIMIT 1'))
      ?.scopes
  const { write: _, ...fields }: Fields = { ...(await openConsent()), ...allow }
  site.wait(1000)
  await post(site, CONSENT, ada, { fields })
  expect(await scopesOf()).toBe('mcp:business:read')
  const page = await ada.open(
    authorizationUrl(site, { redirectUri: REDIRECT, scope: 'mcp:business:read' }),
  )
  site.wait(1000)
  await post(site, CONSENT, ada, { fields: { ...fieldsOf(page), ...allow, write: 'yes' } })
  expect(await scopesOf()).toBe('mcp:business:read')
})
