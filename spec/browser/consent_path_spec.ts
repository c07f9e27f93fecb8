import { afterAll, beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { HAS_LONG_TESTS, testLong, testWith } from '../requirements/verifies.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'
import { type ForeignPage, openHttpsPage, openLocalPage } from './_client_pages.ts'
import { authorizationUrl, countGrants } from './_consent_steps.ts'
import { openSite, type Site } from './_site.ts'

const PRIVATE_USE = 'com.example.desk:/callback'

const openPage = useChromium()
let site: Site
let local: ForeignPage
let remote: ForeignPage | undefined

beforeAll(async () => {
  local = openLocalPage()
  remote = await openHttpsPage('client.test')
  site = await openSite({
    config: {
      redirects: { private_use: [PRIVATE_USE] },
      clients: [
        {
          id: 'desk',
          name: 'Desk Assistant',
          redirect_uris: [
            'http://127.0.0.1/callback',
            'http://[::1]/callback',
            'http://localhost/callback?own=b%20c',
            `https://client.test:${remote?.port}/callback`,
            PRIVATE_USE,
          ],
        },
      ],
    },
  })
})
afterAll(async () => {
  await Promise.all([site.stop(), local.stop(), remote?.stop()])
})

/** From the client's address through sign-in to the consent page. */
async function toConsent(page: Page, redirectUri: string): Promise<void> {
  await page.goto(authorizationUrl(site, { redirectUri }))
  await page.getByRole('button', { name: 'Sign in as Ada Example' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connect Desk Assistant' }).waitFor()
}

async function allow(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Quillfeather Bakery/ }).check()
  await page.getByRole('button', { name: 'Allow' }).click()
}

const LOCAL = [
  ['127.0.0.1', 'callback'],
  ['[::1]', 'callback'],
  ['localhost', 'callback?own=b%20c'],
] as const

for (const [host, path] of HAS_LONG_TESTS ? LOCAL : LOCAL.slice(0, 1)) {
  testWith([CHROMIUM], `threat 19: consent arrives at a program on ${host}`, async () => {
    const { page, complaints, context } = await openPage()
    const redirectUri = `http://${host}:${local.port}/${path}`
    await toConsent(page, redirectUri)
    await allow(page)
    await page.getByRole('heading', { name: 'Arrived' }).waitFor()
    const arrived = new URL(page.url())
    expect(page.url()).toStartWith(redirectUri)
    expect(arrived.searchParams.get('state')).toBe('a state')
    expect(arrived.searchParams.get('iss')).toBe(site.url)
    expect(arrived.searchParams.get('code')).toStartWith('lt_ac_')
    expect(complaints).toEqual([])
    await context.close()
  })
}

testLong('threat 19: consent arrives at a page on https', async () => {
  const { page, complaints, context } = await openPage()
  await toConsent(page, `https://client.test:${remote?.port}/callback`)
  await allow(page)
  await page.getByRole('heading', { name: 'Arrived' }).waitFor()
  expect(new URL(page.url()).host).toBe(`client.test:${remote?.port}`)
  expect(complaints).toEqual([])
  await context.close()
}, [CHROMIUM])

testLong('threat 19: consent is sent to an application of its own scheme', async () => {
  const { page, complaints, context } = await openPage()
  await toConsent(page, PRIVATE_USE)
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  // Nothing on this computer answers to the scheme, so the way there ends in the browser.
  const left = page.waitForEvent('requestfailed')
  await allow(page)
  const answer = await answered
  expect(answer.status()).toBe(303)
  expect(await answer.headerValue('location')).toStartWith(`${PRIVATE_USE}?code=lt_ac_`)
  await left
  expect(complaints.filter((text) => text.includes('form-action'))).toEqual([])
  await context.close()
}, [CHROMIUM])

testWith(
  [CHROMIUM],
  'threat 19: without the address of the client the button does nothing',
  async () => {
    // The control of the tests above: the same walk with the one source taken out of the policy.
    const { page, complaints, context } = await openPage()
    await toConsent(page, `http://127.0.0.1:${local.port}/callback`)
    await page.route(page.url(), async (route) => {
      const answer = await route.fetch()
      const headers = answer.headers()
      const policy = headers['content-security-policy'] ?? ''
      const narrowed = policy.replace(/form-action [^;]*/, "form-action 'self'")
      await route.fulfill({
        response: answer,
        headers: { ...headers, 'content-security-policy': narrowed },
      })
    })
    const seen = local.asked.length
    await page.reload()
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('form-action'),
    )
    await allow(page)
    await refused
    expect(complaints.some((text) => text.includes('form-action'))).toBe(true)
    expect(local.asked.length).toBe(seen)
    await context.close()
  },
)

testLong('threat 19: no page can embed consent, sign-in, account or errors', async () => {
  const { page, context } = await openPage()
  await toConsent(page, `http://127.0.0.1:${local.port}/callback`)
  const pages = ['/account', '/oauth/sign-in?again=1', '/oauth/consent?request=none']
  const errors = ['/oauth/callback', '/oauth/authorize', '/oauth/authorize?client_id=desk']
  const addresses = [page.url(), ...[...pages, ...errors].map((path) => site.url + path)]
  for (const host of ['localhost', '127.0.0.1']) {
    for (const address of addresses) {
      local.show(
        `<!doctype html><html lang="en"><title>t</title><iframe src="${address}"></iframe>`,
      )
      await page.goto(`http://${host}:${local.port}/embedding`)
      const frame = await page.locator('iframe').elementHandle()
      const inside = await frame?.contentFrame()
      await inside?.waitForLoadState()
      expect([address, inside?.url()]).toEqual([address, 'chrome-error://chromewebdata/'])
      expect(await inside?.getByRole('button').count()).toBe(0)
    }
  }
  local.show('<!doctype html><html lang="en"><title>t</title><h1>Arrived</h1></html>')
  await context.close()
}, [CHROMIUM])

testLong('threat 20: a form on another page cannot consent', async () => {
  const { page, context } = await openPage()
  await toConsent(page, `http://127.0.0.1:${local.port}/callback`)
  const fields = await page.evaluate(
    `Object.fromEntries(new FormData(document.querySelector('main > form')))`,
  )
  const before = await countGrants(site)
  const inputs = Object.entries({
    ...(fields as object),
    business: 'biz_bakery',
    decision: 'allow',
  })
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join('')
  const form = `<form method="post" action="${site.url}/oauth/consent">${inputs}<button>Go</button>`
  // The first is another site, the second the same site on another port, whose cookies it has.
  for (const host of ['127.0.0.1', 'localhost']) {
    local.show(`<!doctype html><html lang="en"><title>t</title>${form}</form></html>`)
    await page.goto(`http://${host}:${local.port}/forging`)
    await page.getByRole('button', { name: 'Go' }).click()
    await page.getByRole('heading', { name: 'This form came from another site' }).waitFor()
    expect(await countGrants(site)).toBe(before)
  }
  local.show('<!doctype html><html lang="en"><title>t</title><h1>Arrived</h1></html>')
  await context.close()
}, [CHROMIUM])

testWith([CHROMIUM], 'deny goes back to the client with nothing granted', async () => {
  const { page, complaints, context } = await openPage()
  const before = await countGrants(site)
  await toConsent(page, `http://127.0.0.1:${local.port}/callback`)
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('heading', { name: 'Arrived' }).waitFor()
  const arrived = new URL(page.url()).searchParams
  expect(arrived.get('error')).toBe('access_denied')
  expect(arrived.get('iss')).toBe(site.url)
  expect(await countGrants(site)).toBe(before)
  expect(complaints).toEqual([])
  await context.close()
})

testLong('somebody else can sign in and finish the same request', async () => {
  const { page, complaints, context } = await openPage()
  await toConsent(page, `http://127.0.0.1:${local.port}/callback`)
  const first = page.url()
  await page.getByRole('button', { name: /Not you/ }).click()
  await page.getByRole('button', { name: 'Sign in as Ben Example' }).click()
  await page.getByRole('heading', { name: 'Connect Desk Assistant' }).waitFor()
  expect(page.url()).not.toBe(first)
  expect(await page.getByRole('radio').count()).toBe(1)
  expect(await page.getByRole('radio', { name: /Mossgate Heating/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Arrived' }).waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('a state')
  expect(complaints).toEqual([])
  await context.close()
}, [CHROMIUM])
