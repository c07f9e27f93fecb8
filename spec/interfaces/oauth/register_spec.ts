import { expect, test } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { authorizePath, postJson, registerClient } from './oauth_calls.ts'
import { openOauthService, type TestService } from './oauth_service.ts'

const REDIRECT = 'https://client.example/cb'

verifies('open.oauth_endpoints', 'a client registers itself and gets no secret', async () => {
  const service = await openOauthService()
  const answer = await postJson(service, '/oauth/register', {
    client_name: 'My  client',
    redirect_uris: [REDIRECT, 'http://client.example/cb', REDIRECT, 'cursor://app/cb'],
    grant_types: ['authorization_code', 'refresh_token', 'urn:device'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: 'mcp:business:write',
    logo_uri: 'https://client.example/logo.png',
    client_id: 'chosen',
  })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    client_id: expect.not.stringMatching(/^https?:|^chosen$/),
    client_id_issued_at: Date.parse('2026-08-01T00:00:00Z') / 1000,
    client_name: 'My client',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
})

test('each mistake has its code', async () => {
  const service = await openOauthService()
  const errorOf = async (body: unknown) => {
    const answer = await postJson(service, '/oauth/register', body)
    const { error } = (await answer.json()) as { error: string }
    return `${answer.status} ${error}`
  }
  const good = { redirect_uris: [REDIRECT] }
  expect(await errorOf({})).toBe('400 invalid_redirect_uri')
  expect(await errorOf({ redirect_uris: [] })).toBe('400 invalid_redirect_uri')
  expect(await errorOf({ redirect_uris: [1] })).toBe('400 invalid_redirect_uri')
  expect(await errorOf({ redirect_uris: ['javascript:alert(1)'] })).toBe('400 invalid_redirect_uri')
  const many = Array.from({ length: 21 }, (_, index) => `${REDIRECT}/${index}`)
  expect(await errorOf({ redirect_uris: many })).toBe('400 invalid_redirect_uri')
  expect(await errorOf({ ...good, grant_types: ['implicit'] })).toBe('400 invalid_client_metadata')
  expect(await errorOf({ ...good, response_types: ['token'] })).toBe('400 invalid_client_metadata')
  expect(await errorOf([good])).toBe('400 invalid_client_metadata')
  expect(await errorOf('{')).toBe('400 invalid_client_metadata')
  expect(await errorOf('null')).toBe('400 invalid_client_metadata')
  const nest = (levels: number) =>
    `{"redirect_uris":["${REDIRECT}"],"x":${'['.repeat(levels)}${']'.repeat(levels)}}`
  expect(await errorOf(nest(6))).toBe('400 invalid_client_metadata')
  expect((await postJson(service, '/oauth/register', nest(5))).status).toBe(201)
  expect(await errorOf(nest(8000))).toBe('400 invalid_client_metadata')
  expect(await errorOf({ ...good, x: 'x'.repeat(16_384) })).toBe('413 invalid_client_metadata')
  const proto = `{"__proto__":{"redirect_uris":["${REDIRECT}"]}}`
  expect(await errorOf(proto)).toBe('400 invalid_redirect_uri')
})

test('threat 22: the limit holds against a flood of registrations', async () => {
  const service = await openOauthService({ callsPerMinute: 60 })
  const statuses = new Map<number, number>()
  for (let index = 0; index < 10_000; index += 1) {
    const body = { client_name: `n${index}`, redirect_uris: [REDIRECT] }
    const { status } = await postJson(service, '/oauth/register', body)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 201: 60, 429: 9940 })
  const rows = await service.store.sql.one('SELECT count(*) AS held FROM client')
  expect(rows).toEqual({ held: 60 })
})

test('threat 22: a client that is disabled looks as one that never was', async () => {
  const service = await openOauthService()
  const id = await registerClient(service, [REDIRECT])
  const page = async (clientId: string) => {
    const path = authorizePath({ client_id: clientId, redirect_uri: REDIRECT })
    const answer = await service.ask(path)
    return { status: answer.status, headers: [...answer.headers], html: await answer.text() }
  }
  expect((await page(id)).status).toBe(303)
  await service.store.transaction((sql) => sql.run('UPDATE client SET disabled = 1'))
  const disabled = await page(id)
  expect(disabled.status).toBe(400)
  expect(disabled).toEqual(await page(`${id.slice(0, -1)}_`))
  expect(disabled).toEqual(await page('nobody'))
})

test('one host that registers twice at once is one client', async () => {
  const service = await openOauthService()
  const [first, second] = [
    await registerClient(service, [REDIRECT]),
    await registerClient(service, [REDIRECT]),
  ]
  expect(second).toBe(first)
  service.wait(60_001)
  expect(await registerClient(service, [REDIRECT])).not.toBe(first)
})

test('behind a trusted proxy two hosts that register alike are two clients', async () => {
  const idFrom = async (service: TestService, address: string) => {
    const answer = await service.ask('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ redirect_uris: [REDIRECT] }),
    })
    return ((await answer.json()) as { client_id: string }).client_id
  }
  const proxied = await openOauthService({ isProxied: true })
  const first = await idFrom(proxied, '198.51.100.1')
  expect(await idFrom(proxied, '198.51.100.2')).not.toBe(first)
  expect(await idFrom(proxied, '203.0.113.5, 198.51.100.1')).toBe(first)
  const direct = await openOauthService()
  expect(await idFrom(direct, '198.51.100.2')).toBe(await idFrom(direct, '198.51.100.1'))
})

test('threat 23: a name can neither turn nor hide nor outgrow the text around it', async () => {
  const service = await openOauthService()
  const nameOf = async (name: unknown) => {
    const answer = await postJson(service, '/oauth/register', {
      client_name: name,
      redirect_uris: [`${REDIRECT}/${crypto.randomUUID()}`],
    })
    return ((await answer.json()) as { client_name: string }).client_name
  }
  expect(await nameOf('Pay\u202elap\u2066x\u200b\u200d\ufeff\u00ad\u061c\u0000\u001b[2J')).toBe(
    'Paylapx[2J',
  )
  expect(await nameOf('A\u{E0041}\u{E0042}\ue000\ufe0f\u3164\u034fB')).toBe('AB')
  expect(await nameOf('One\r\n\tTwo\u2028Three\u00a0Four')).toBe('One Two Three Four')
  expect(await nameOf('e\u0301')).toBe('\u00e9')
  expect(await nameOf('\ud800x')).toBe('\ufffdx')
  expect([...(await nameOf('\u{1F600}'.repeat(3000)))]).toHaveLength(80)
  expect(await nameOf(`o${'\u0316\u0317\u0320'.repeat(20)}k`)).toBe('o\u0316\u0317\u0320k')
  expect(await nameOf('\u0e17\u0e35\u0e48')).toBe('\u0e17\u0e35\u0e48')
  expect(await nameOf('\u200b \u202e')).toBe('Unnamed client')
  expect(await nameOf('\u2800\u2800')).toBe('Unnamed client')
  expect(await nameOf('\u0301')).toBe('Unnamed client')
  expect(await nameOf(undefined)).toBe('Unnamed client')
  expect(await nameOf({ toString: 'x' })).toBe('Unnamed client')
})

test('threat 23: a look-alike host shows as what it is, and markup as text', async () => {
  const service = await openOauthService()
  const alike = 'https://xn--pple-43d.com/cb'
  const unicode = await postJson(service, '/oauth/register', {
    redirect_uris: ['https://\u0430pple.com/cb'],
  })
  expect(unicode.status).toBe(400)
  const clientId = await registerClient(service, [alike])
  const path = authorizePath({ client_id: clientId, redirect_uri: alike, scope: 'none' })
  const html = await (await service.ask(path)).text()
  expect(html).toContain('Return to xn--pple-43d.com')
  expect(html).not.toContain('\u0430pple')
})
