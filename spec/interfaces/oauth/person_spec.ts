import { expect, test } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { type Form, formOf, obtainCode, postForm, tokenErrorOf } from './oauth_calls.ts'
import { BASE, openOauthService, type TestService } from './oauth_service.ts'

/** Posts a form as a browser does that shows one of our own pages. */
async function postPage(
  service: TestService,
  path: string,
  fields: Form,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return await service.ask(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: service.baseUrl,
      ...headers,
    },
    body: formOf(fields),
  })
}

async function isSignedIn(service: TestService, cookie: string): Promise<boolean> {
  return (await service.ask('/account', { headers: { cookie } })).status === 200
}

verifies('auth.user_session', 'a session from before a sign-in ends with it', async () => {
  const service = await openOauthService()
  const { cookie: planted } = await service.signIn('mallory')
  expect(await isSignedIn(service, planted)).toBe(true)
  const fields = { user: 'ada', return: '/account' }
  const answer = await postPage(service, '/oauth/sign-in', fields, { cookie: planted })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  expect(cookie).not.toBe(planted)
  expect(await isSignedIn(service, cookie)).toBe(true)
  expect(await isSignedIn(service, planted)).toBe(false)
})

verifies('auth.user_session', 'a form of the account needs the proof of its session', async () => {
  const service = await openOauthService()
  const [own, other] = [await service.signIn('ada'), await service.signIn('ben')]
  const page = await service.ask('/account', { headers: other })
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  expect(csrf).not.toBe('')
  for (const proof of [undefined, '', 'x'.repeat(csrf.length), csrf]) {
    await postPage(service, '/account', { csrf: proof, action: 'sign_out' }, own)
    expect([proof, await isSignedIn(service, own.cookie)]).toEqual([proof, true])
  }
  await postPage(service, '/account', { csrf, action: 'sign_out' }, other)
  expect(await isSignedIn(service, other.cookie)).toBe(false)
})

test('threat 1: a form of another page does nothing, wherever that page lies', async () => {
  const service = await openOauthService()
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
  ]
  for (const headers of foreign) {
    const answer = await postPage(service, '/oauth/sign-in', { user: 'ada' }, headers)
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([403, false])
  }
})

test('threat 9: a sign-in returns to pages of ours alone', async () => {
  const service = await openOauthService()
  const pages = ['/account', '/oauth/consent?request=abc']
  const others = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/account',
    '/account/../..//evil.example',
    '/oauth/consent?request=a&request=b',
    '/account\n',
  ]
  for (const asked of [...pages, ...others]) {
    const fields = { user: 'ada', return: asked }
    const answer = await postPage(service, '/oauth/sign-in', fields, {})
    const expected = pages.includes(asked) ? asked : '/account'
    expect([asked, answer.headers.get('location')]).toEqual([asked, expected])
  }
})

verifies('open.oauth_endpoints', 'no resource is accepted that only begins as ours', async () => {
  const { service, form } = await obtainCode()
  const ours = `${BASE}/mcp`
  for (const resource of [`${ours}/`, `${ours}x`, `${ours}/other`, `${ours}?a=b`, BASE]) {
    expect(await tokenErrorOf(service, { ...form, resource })).toBe('400 invalid_target')
  }
  const answer = await postForm(service, '/oauth/token', { ...form, resource: ours })
  expect(answer.status).toBe(200)
})
