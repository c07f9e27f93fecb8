import { expect, test } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import {
  tokenErrorOf as errorOf,
  type Form,
  formOf,
  obtainCode,
  postForm,
  registerClient,
} from './oauth_calls.ts'
import { BASE } from './oauth_service.ts'

const REDIRECT = 'http://127.0.0.1:4000/cb'
const RESOURCE = `${BASE}/mcp`

verifies('open.oauth_endpoints', 'a code is redeemed, and its refresh token renews', async () => {
  const { service, clientId, form } = await obtainCode('mcp:business:read mcp:business:write')
  const answer = await postForm(service, '/oauth/token', {
    ...form,
    redirect_uri: REDIRECT,
    resource: RESOURCE,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const tokens = await answer.json()
  expect(tokens).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43,}$/),
    refresh_token: expect.stringMatching(/^[\w-]{43,}$/),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'mcp:business:read mcp:business:write',
  })
  const renewed = await postForm(service, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    client_id: clientId,
    scope: 'mcp:business:read',
    resource: RESOURCE,
  })
  expect(renewed.status).toBe(200)
  expect(await renewed.json()).toHaveProperty('scope', 'mcp:business:read')
})

test('threat 14: a verifier has 43 to 128 unreserved characters', async () => {
  const { service, form } = await obtainCode()
  const wrong = ['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(43)}+`, `${'x'.repeat(43)} `]
  for (const verifier of [...wrong, 'é'.repeat(43), undefined]) {
    const error = await errorOf(service, { ...form, code_verifier: verifier })
    expect(error).toBe('400 invalid_request')
  }
  const other = await errorOf(service, { ...form, code_verifier: 'x'.repeat(43) })
  expect(other).toBe('400 invalid_grant')
  // None of these attempts has used the code up.
  expect((await postForm(service, '/oauth/token', form)).status).toBe(200)
})

test('threat 13: a replay with the right verifier kills both tokens', async () => {
  const { service, clientId, form } = await obtainCode()
  const tokens = await (await postForm(service, '/oauth/token', form)).json()
  const wrong = { ...form, code_verifier: 'x'.repeat(43) }
  expect(await errorOf(service, wrong)).toBe('400 invalid_grant')
  const authorise = () =>
    service.grants.authorise(`Bearer ${tokens.access_token}`, 'mcp:business:read')
  expect((await authorise()).ok).toBe(true)
  expect(await errorOf(service, form)).toBe('400 invalid_grant')
  expect((await authorise()).ok).toBe(false)
  const renewal = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  expect(await errorOf(service, { ...renewal, client_id: clientId })).toBe('400 invalid_grant')
})

test('each mistake has its code', async () => {
  const { service, clientId, form } = await obtainCode()
  const error = (changed: Form) => errorOf(service, { ...form, ...changed })
  expect(await error({ grant_type: undefined })).toBe('400 invalid_request')
  expect(await error({ grant_type: 'password' })).toBe('400 unsupported_grant_type')
  expect(await error({ code: '' })).toBe('400 invalid_request')
  expect(await error({ client_id: undefined })).toBe('400 invalid_request')
  expect(await error({ client_id: 'nobody' })).toBe('401 invalid_client')
  expect(await error({ client_secret: 'guess' })).toBe('401 invalid_client')
  expect(await error({ client_assertion: 'a.b.c' })).toBe('401 invalid_client')
  expect(await error({ redirect_uri: `${REDIRECT}/` })).toBe('400 invalid_grant')
  expect(await error({ resource: `${RESOURCE}/x` })).toBe('400 invalid_target')
  expect(await error({ code: 'never-issued' })).toBe('400 invalid_grant')
  const renewal = { grant_type: 'refresh_token', client_id: clientId }
  expect(await errorOf(service, renewal)).toBe('400 invalid_request')
  const unknown = { ...renewal, refresh_token: 'never-issued' }
  expect(await errorOf(service, unknown)).toBe('400 invalid_grant')
  expect(await errorOf(service, { ...unknown, scope: 'openid' })).toBe('400 invalid_scope')
  expect((await postForm(service, '/oauth/token', form)).status).toBe(200)
})

test('a challenge is owed only to who tried Basic', async () => {
  const { service } = await obtainCode()
  const challenge = async (authorization: string) => {
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await service.ask('/oauth/token', { method: 'POST', headers, body: 'a=b' })
    return [answer.status, answer.headers.get('www-authenticate')]
  }
  expect(await challenge('Basic YTpi')).toEqual([401, 'Basic realm="token"'])
  expect(await challenge('Bearer x')).toEqual([401, null])
})

test('parameters in the address of the endpoint are no parameters', async () => {
  const { service, form } = await obtainCode()
  expect(await errorOf(service, 'a=b', `?${formOf(form)}`)).toBe('400 invalid_request')
  const { client_id: clientId, ...rest } = form
  expect(await errorOf(service, rest, `?client_id=${clientId}`)).toBe('400 invalid_request')
  const answer = await postForm(service, '/oauth/token?client_id=other&code=other', form)
  expect(answer.status).toBe(200)
})

test('threat 28: a repeated form parameter is refused', async () => {
  const { service, clientId, form } = await obtainCode()
  const text = new URLSearchParams(formOf(form))
  const names = ['code', 'client_id', 'grant_type', 'code_verifier', '__proto__', 'other']
  for (const name of names) {
    const body = `${text}&${name}=x${text.has(name) ? '' : `&${name}=y`}`
    expect(await errorOf(service, body)).toBe('400 invalid_request')
  }
  const twice = `${text}&resource=${RESOURCE}&resource=${RESOURCE}`
  expect(await errorOf(service, twice)).toBe('400 invalid_target')
  // An empty value counts as absent, names of prototypes are names as any other.
  const answer = await postForm(service, '/oauth/token', `${text}&resource=&__proto__=1&=&x`)
  expect(answer.status).toBe(200)
  expect(Object.prototype).not.toHaveProperty('client_id')
  expect(clientId).not.toBe('')
})

test('revocation ends in 200 whatever the token, and ends the owner only', async () => {
  const { service, clientId, form } = await obtainCode()
  const tokens = await (await postForm(service, '/oauth/token', form)).json()
  const other = await registerClient(service, ['https://other.example/cb'])
  const revoke = async (changed: Form) => {
    const answer = await postForm(service, '/oauth/revoke', {
      token: tokens.refresh_token,
      client_id: clientId,
      ...changed,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return answer.status
  }
  const authorise = () =>
    service.grants.authorise(`Bearer ${tokens.access_token}`, 'mcp:business:read')
  expect(await revoke({ token: 'never-issued' })).toBe(200)
  expect(await revoke({ client_id: other })).toBe(200)
  expect((await authorise()).ok).toBe(true)
  expect(await revoke({ token: undefined })).toBe(400)
  expect(await revoke({ client_id: 'nobody' })).toBe(401)
  expect(await revoke({ token_type_hint: 'unknown_kind' })).toBe(200)
  expect((await authorise()).ok).toBe(false)
})
