import { afterAll, beforeAll, expect, test } from 'bun:test'
import { testWith, verifies } from '../requirements/verifies.ts'
import { HeadlessBrowser } from '../support/headless_browser.ts'
import { findFaintTexts, findStructureFaults, measureOverflow } from './_accessibility.ts'
import { CHROMIUM, useChromium, type WatchedPage } from './_chromium.ts'
import {
  authorizationUrl,
  connectClient,
  fieldsOf,
  holdCall,
  post,
  signIn,
} from './_consent_steps.ts'
import { openSite, type Site } from './_site.ts'

const REDIRECT = 'https://client.test/callback'
const SHOTS = process.env.BROWSER_SHOTS

const openPage = useChromium()
let site: Site
let ada: HeadlessBrowser

beforeAll(async () => {
  site = await openSite({
    config: { clients: [{ id: 'desk', name: 'Desk Assistant', redirect_uris: [REDIRECT] }] },
  })
  ada = await signIn(site, 'Ada')
})
afterAll(async () => await site.stop())

async function connectBakery(): Promise<string> {
  return await connectClient(site, ada, { redirectUri: REDIRECT, business: 'biz_bakery' })
}

async function isAccepted(token: string): Promise<boolean> {
  return (await site.grants.authorise(`Bearer ${token}`, 'mcp:business:read')).ok
}

async function stateOf(job: string): Promise<unknown> {
  const row = await site.store.sql.one(`SELECT fields FROM domain_record WHERE id = ?`, job)
  return JSON.parse(String(row?.fields)).status
}

async function openAccount(user = 'Ada'): Promise<WatchedPage> {
  const watched = await openPage({ viewport: { width: 900, height: 900 } })
  await watched.page.goto(`${site.url}/account`)
  await watched.page.getByRole('button', { name: `Sign in as ${user} Example` }).click()
  await watched.page.getByRole('heading', { name: 'Your account' }).waitFor()
  return watched
}

testWith([CHROMIUM], 'a person sees a connection and ends it', async () => {
  const token = await connectBakery()
  expect(await isAccepted(token)).toBe(true)
  const { page, complaints, context } = await openAccount()
  await page.getByRole('heading', { level: 3, name: 'Desk Assistant' }).waitFor()
  expect(await page.getByText('Quillfeather Bakery').count()).toBe(1)
  expect(await page.getByText('Read and change').count()).toBe(1)
  await page.getByRole('button', { name: 'Revoke the connection of Desk Assistant' }).click()
  await page.getByRole('status').waitFor()
  expect(await page.getByText('You have no connections.').count()).toBe(1)
  expect(await isAccepted(token)).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})

testWith([CHROMIUM], 'a person reads what a call would do, and approves it', async () => {
  const token = await connectBakery()
  const reason = 'Ordered twice <b>\u202e</b>'
  await holdCall(site, token, { id: 'job_wedding_cake', cancel_reason: reason })
  const { page, complaints, context } = await openAccount()
  await page.getByRole('heading', { level: 3, name: 'Cancel a job' }).waitFor()
  const shown = await page.locator('pre').textContent()
  expect(shown).toContain('"id": "job_wedding_cake"')
  expect(shown).toContain('Ordered twice <b>')
  expect(shown).not.toContain('\u202e')
  expect(await findStructureFaults(page)).toEqual([])
  expect(await findFaintTexts(page)).toEqual([])
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/approval.png`, fullPage: true })
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await measureOverflow(page)).toBe(0)
  await page.getByRole('button', { name: /^Approve Cancel a job/ }).click()
  await page.getByText('Approved and completed.').waitFor()
  expect(await stateOf('job_wedding_cake')).toBe('cancelled')
  expect(complaints).toEqual([])
  await context.close()
})

test('a call that is rejected changes nothing', async () => {
  const before = await stateOf('job_teapot_rolls')
  const approval = await holdCall(site, await connectBakery(), {
    id: 'job_teapot_rolls',
    cancel_reason: 'No',
  })
  const { csrf = '' } = fieldsOf(await ada.open(`${site.url}/account`), '/account')
  const fields = { csrf, action: 'reject', approval, version: '1' }
  const answer = await post(site, '/account', ada, { fields })
  expect(answer.headers.get('location')).toBe('/account?done=rejected')
  expect(await stateOf('job_teapot_rolls')).toBe(before)
  // The same form once more decides nothing.
  const again = await post(site, '/account', ada, { fields: { ...fields, action: 'approve' } })
  expect(again.status).toBe(409)
  expect(await stateOf('job_teapot_rolls')).toBe(before)
})

test('an approval needs the proof of the page, its own version and an approver', async () => {
  const approval = await holdCall(site, await connectBakery(), {
    id: 'job_school_rolls',
    cancel_reason: 'Asked by the school',
  })
  const before = await stateOf('job_school_rolls')
  const { csrf = '' } = fieldsOf(await ada.open(`${site.url}/account`), '/account')
  const fields = { csrf, action: 'approve', approval, version: '1' }
  const cleo = await signIn(site, 'Cleo')
  const proofOf = async (person: HeadlessBrowser) =>
    fieldsOf(await person.open(`${site.url}/account`), '/account').csrf ?? ''
  const ben = await signIn(site, 'Ben')
  const refused = [
    [ada, { ...fields, csrf: 'x'.repeat(csrf.length) }],
    [ada, { ...fields, version: '2' }],
    [ada, { ...fields, version: '1e0' }],
    [ada, { ...fields, version: '' }],
    [cleo, { ...fields, csrf: await proofOf(cleo) }],
    [ben, { ...fields, csrf: await proofOf(ben) }],
    [cleo, fields],
  ] as const
  for (const [person, sent] of refused) {
    expect((await post(site, '/account', person, { fields: sent })).status).toBe(409)
    expect(await stateOf('job_school_rolls')).toBe(before)
  }
  const evil = { origin: 'https://evil.example' }
  expect((await post(site, '/account', ada, { fields, headers: evil })).status).toBe(403)
  expect(await stateOf('job_school_rolls')).toBe(before)
})

verifies('auth.user_session', 'an access token opens no page and decides nothing', async () => {
  const token = await connectBakery()
  const headers = { authorization: `Bearer ${token}` }
  const nobody = new HeadlessBrowser(site.url)
  const page = await nobody.open(`${site.url}/account`, { headers })
  expect(page.url).toContain('/oauth/sign-in')
  const approval = await holdCall(site, token, { id: 'job_marek_rye', cancel_reason: 'Myself' })
  const before = await stateOf('job_marek_rye')
  const fields = { csrf: '', action: 'approve', approval, version: '1' }
  const answer = await post(site, '/account', nobody, { fields, headers })
  expect(answer.headers.get('location')).toStartWith('/oauth/sign-in')
  expect(await stateOf('job_marek_rye')).toBe(before)
})

test("somebody else's connection cannot be ended", async () => {
  const token = await connectBakery()
  const page = await ada.open(`${site.url}/account`)
  const grant = page.forms.flatMap(({ fields }) => fields).find(([name]) => name === 'grant')?.[1]
  const ben = await signIn(site, 'Ben')
  const { csrf = '' } = fieldsOf(await ben.open(`${site.url}/account`), '/account')
  const fields = { csrf, action: 'revoke', grant: grant ?? '' }
  expect((await post(site, '/account', ben, { fields })).status).toBe(409)
  expect(await isAccepted(token)).toBe(true)
})

test('a connection can be ended while the product is away', async () => {
  const token = await connectBakery()
  site.setAway(true)
  const page = await ada.open(`${site.url}/account`)
  expect(page.status).toBe(200)
  expect(page.html).toContain('Not available right now.')
  const grant = page.forms.flatMap(({ fields }) => fields).find(([name]) => name === 'grant')?.[1]
  const { csrf = '' } = fieldsOf(page, '/account')
  const fields = { csrf, action: 'revoke', grant: grant ?? '' }
  expect((await post(site, '/account', ada, { fields })).status).toBe(303)
  expect(await isAccepted(token)).toBe(false)
  const waiting = await ada.open(authorizationUrl(site, { redirectUri: REDIRECT }))
  expect(waiting.status).toBe(503)
  expect(waiting.forms).toEqual([])
  site.setAway(false)
})

test('sign-out ends the session, not only its cookie', async () => {
  const cleo = await signIn(site, 'Cleo')
  const secret = cleo.cookies.get('sid')
  const { csrf = '' } = fieldsOf(await cleo.open(`${site.url}/account`), '/account')
  const answer = await post(site, '/account', cleo, { fields: { csrf, action: 'sign_out' } })
  expect(answer.headers.get('set-cookie')).toContain('sid=; Path=/; Max-Age=0')
  expect(await site.grants.findSession(secret)).toBeUndefined()
})

testWith(
  [CHROMIUM],
  'a step up keeps its business, and says what another choice ends',
  async () => {
    const { page, context } = await openPage()
    await page.goto(`${site.url}/oauth/sign-in`)
    await page.getByRole('button', { name: 'Sign in as Ada Example' }).click()
    await connectBakery()
    await page.goto(authorizationUrl(site, { redirectUri: REDIRECT }))
    const kept = page.getByRole('radio', { name: /Bakery/ })
    expect(await kept.isChecked()).toBe(true)
    const warning = page.locator('#moved')
    expect(await warning.isVisible()).toBe(false)
    await page.getByRole('radio', { name: /Cycles/ }).check()
    expect(await warning.isVisible()).toBe(true)
    expect(await warning.textContent()).toContain('Quillfeather Bakery')
    await kept.check()
    expect(await warning.isVisible()).toBe(false)
    await context.close()
  },
)
