import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  tokenErrorOf as errorOf,
  formOf,
  obtainCode,
  postForm,
  registerClient,
  VERIFIER,
} from './oauth_calls.ts'
import { BASE, openOauthService } from './oauth_service.ts'

const REDIRECT = 'http://127.0.0.1:4000/cb'
const RESOURCE = `${BASE}/mcp`

test('threat 26: a compressed body is not read', async () => {
  const { service, form } = await obtainCode()
  const body = Bun.gzipSync(new TextEncoder().encode(formOf(form)))
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register']) {
    for (const coding of ['gzip', 'br', 'deflate', 'gzip, identity', 'GZIP']) {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'content-encoding': coding,
      }
      const answer = await service.ask(path, { method: 'POST', headers, body })
      expect(answer.status).toBe(415)
    }
  }
})

test('a body is a form of at most 16 KiB', async () => {
  const { service, form } = await obtainCode()
  const text = formOf(form)
  const pad = (bytes: number) => `${text}&p=${'x'.repeat(bytes - text.length - 3)}`
  expect(await errorOf(service, pad(16_385))).toBe('413 invalid_request')
  const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']
  for (const type of types) {
    const init = { method: 'POST', headers: { 'content-type': type }, body: text }
    expect((await service.ask('/oauth/token', init)).status).toBe(400)
  }
  expect(await errorOf(service, 'grant_type=%FF')).toBe('400 invalid_request')
  expect((await postForm(service, '/oauth/token', pad(16_384))).status).toBe(200)
})

test('no body makes the endpoint fail', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [REDIRECT])
  const name = fc.constantFrom(
    ...['grant_type', 'code', 'code_verifier', 'client_id', 'scope', 'resource', 'refresh_token'],
    ...['redirect_uri', '__proto__', 'constructor', 'toString', ''],
  )
  const value = fc.oneof(
    fc.constantFrom('authorization_code', 'refresh_token', clientId, VERIFIER, RESOURCE, REDIRECT),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
  const wellFormed = fc
    .array(fc.tuple(name, value), { maxLength: 9 })
    .map((pairs) => new URLSearchParams(pairs).toString())
  const anyText = fc.string({ maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(wellFormed, anyText), async (body) => {
      const answer = await postForm(service, '/oauth/token', body)
      expect([400, 401]).toContain(answer.status)
      expect(await answer.json()).toHaveProperty('error')
    }),
    { numRuns: 300 },
  )
})

test('the limit comes first and says in its body what no header says', async () => {
  const service = await openOauthService({ callsPerMinute: 2 })
  await postForm(service, '/oauth/token', 'a=b')
  await postForm(service, '/oauth/revoke', 'a=b')
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register', '/oauth/authorize']) {
    const method = path.endsWith('authorize') ? 'GET' : 'POST'
    const answer = await service.ask(path, { method })
    expect(answer.status).toBe(429)
    const names = [...answer.headers.keys()]
    expect(names.filter((name) => /^(retry-after|x-ratelimit|ratelimit)/.test(name))).toEqual([])
    if (method === 'POST') {
      expect(await answer.json()).toHaveProperty('error', 'temporarily_unavailable')
    }
  }
  expect((await service.ask('/oauth/token', { method: 'OPTIONS' })).status).toBe(204)
  service.wait(60_000)
  expect(await errorOf(service, 'a=b')).toBe('400 invalid_request')
})

test('a store that is away is a state with its own code', async () => {
  const { service, form } = await obtainCode()
  service.loseStore()
  expect(await errorOf(service, form)).toBe('503 temporarily_unavailable')
})

test('a failure is reported by an id, and its reason is only in the log', async () => {
  const { service, form } = await obtainCode()
  await service.store.transaction((sql) => sql.run('ALTER TABLE auth_code RENAME TO gone'))
  expect(await errorOf(service, form)).toBe('500 server_error')
  const failure = service.logged.find((line) => line.includes('"oauth_failed"'))
  expect(failure).toContain('auth_code')
  const secrets = [form.code ?? '', form.code_verifier ?? '']
  for (const line of service.logged) {
    for (const secret of secrets) expect(line).not.toContain(secret)
  }
})
