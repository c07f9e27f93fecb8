import { afterAll, beforeAll, expect } from 'bun:test'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import { HeadlessBrowser, type VisitedPage } from '../support/headless_browser.ts'
import { startUpstream, type UpstreamProvider } from '../support/identity_provider.ts'
import { consentTo } from '../support/login.ts'
import { freePort, type Running } from '../support/running.ts'
import { clickButton, createPlainClient, type PlainClient } from './callback.ts'
import { READ, REDIRECT_URI, startSurface } from './surface.ts'

let running: Running
let upstream: UpstreamProvider

beforeAll(async () => {
  const port = await freePort()
  upstream = await startUpstream([`http://localhost:${port}/oauth/callback`])
  const registeredClient = { id: 'desk', name: 'Desk', redirect_uris: [REDIRECT_URI] }
  running = await startSurface({
    port,
    oauth: { clients: [registeredClient] },
    env: {
      OIDC_ISSUER: upstream.issuer,
      OIDC_CLIENT_ID: upstream.clientId,
      OIDC_CLIENT_SECRET: upstream.clientSecret,
    },
  })
})
afterAll(async () => {
  await running.stop()
  upstream.stop()
})

type Arrival = {
  readonly person: HeadlessBrowser
  readonly client: PlainClient
  readonly callback: URL
}

/** From a client to our page, to the provider, through its login and back to us. */
async function signInUpstream(login: string): Promise<Arrival> {
  const person = new HeadlessBrowser(running.url)
  const client = await createPlainClient(running.url, 'desk')
  const ours = await person.open(client.authorizationUrl(READ))
  expect(ours.html).toContain('Sign in')
  const [form] = ours.forms
  if (form === undefined) throw new Error(`Cannot sign in: ${ours.html}`)
  const away = await person.submit(form, form.buttons[0])
  expect(away.url).toStartWith(`${upstream.issuer}/`)
  return { person, client, callback: await upstream.signIn(away.url, login) }
}

function listOffered(page: VisitedPage): readonly string[] {
  return page.forms.flatMap(({ choices }) => choices.get('business') ?? [])
}

verifiesLong(
  ['oauth.upstream', 'auth.user_session', 'auth.derived_from_grant'],
  'a user of a real provider signs in there, consents here, and reads the records of a business',
  async () => {
    const { person, client, callback } = await signInUpstream('ada')
    const back = await consentTo(person, callback.href, { business: 'biz_cycles' })
    expect(back.searchParams.get('iss')).toBe(running.url)
    const { access_token: token, scope } = await client.redeem(back)
    expect(scope).toBe(READ)
    const profile = await createBusinessCaller(running.url).call('get_business_profile', {}, token)
    expect(profile.result?.structuredContent?.records).toMatchObject([
      { fields: { name: 'Quillfeather Cycles' } },
    ])
    const account = await person.open('/account')
    expect(account.html).toContain('ada Upstream')
    expect(account.html).toContain('Desk')
    const signedOut = await clickButton(person, account, 'Sign out')
    expect(signedOut.html).toContain('Sign in')
    expect((await createBusinessCaller(running.url).call('get_job', {}, token)).status).toBe(200)
  },
)

verifiesLong(
  'oauth.upstream',
  'threat 21: whose address is another, or not verified, has no business to choose',
  async () => {
    for (const login of ['ben', 'mallory']) {
      const { person, callback } = await signInUpstream(login)
      const page = await person.open(callback.href)
      expect(page.status).toBeLessThan(500)
      expect(listOffered(page)).toEqual([])
      expect(page.html).not.toContain('biz_')
      await expect(clickButton(person, page, 'Allow')).rejects.toThrow('Cannot click')
    }
  },
)

verifies(
  ['oauth.upstream', 'auth.user_session'],
  'threat 15: the way back from the provider works once, and in the browser that began it',
  async () => {
    const { person, callback } = await signInUpstream('ada')
    const stranger = new HeadlessBrowser(running.url)
    expect((await stranger.open(callback.href)).status).toBe(400)
    expect((await stranger.open('/account')).html).toContain('<title>Sign in')
    expect(listOffered(await person.open(callback.href))).toContain('biz_bakery')
    expect((await person.open(callback.href)).status).toBe(400)
  },
)
