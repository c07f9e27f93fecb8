import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { verifies } from '../../requirements/verifies.ts'
import { authorizePath, CHALLENGE, giveConsent, registerClient } from './oauth_calls.ts'
import { BASE, openOauthService, type TestService } from './oauth_service.ts'

const LOOPBACK = 'http://127.0.0.1:4000/cb'
const HTTPS = 'https://client.example/cb?own=b%20c'

/** The parameters that a client on loopback gets; the response is an immediate redirect. */
async function readRedirect(service: TestService, path: string): Promise<Record<string, string>> {
  const answer = await service.ask(path)
  expect(answer.status).toBe(303)
  const location = new URL(answer.headers.get('location') ?? '')
  expect([...location.searchParams.keys()].toSorted()).toEqual(
    [...new Set(location.searchParams.keys())].toSorted(),
  )
  return Object.fromEntries(location.searchParams)
}

async function errorOf(changed: Readonly<Record<string, string | undefined>>): Promise<string> {
  const service = await openOauthService()
  const clientId = await registerClient(service, [LOOPBACK])
  const path = authorizePath({ client_id: clientId, redirect_uri: LOOPBACK, ...changed })
  const { error = '', state, iss } = await readRedirect(service, path)
  expect(state).toBe('a state')
  expect(iss).toBe(BASE)
  return error
}

verifies('open.oauth_endpoints', 'a good request waits for consent', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [HTTPS])
  const answer = await service.ask(authorizePath({ client_id: clientId, redirect_uri: HTTPS }))
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toMatch(/^\/oauth\/consent\?request=[\w-]+$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('threat 14: a challenge that is not S256 with 43 characters is refused', async () => {
  expect(await errorOf({ code_challenge: undefined })).toBe('invalid_request')
  expect(await errorOf({ code_challenge: '' })).toBe('invalid_request')
  expect(await errorOf({ code_challenge_method: undefined })).toBe('invalid_request')
  expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
  expect(await errorOf({ code_challenge_method: 's256' })).toBe('invalid_request')
  expect(await errorOf({ code_challenge: CHALLENGE.slice(1) })).toBe('invalid_request')
  expect(await errorOf({ code_challenge: `${CHALLENGE}A` })).toBe('invalid_request')
  expect(await errorOf({ code_challenge: `${CHALLENGE.slice(1)}=` })).toBe('invalid_request')
  expect(await errorOf({ code_challenge: `${CHALLENGE}\n` })).toBe('invalid_request')
})

test('each error has its code', async () => {
  expect(await errorOf({ response_type: undefined })).toBe('invalid_request')
  expect(await errorOf({ response_type: 'token' })).toBe('unsupported_response_type')
  expect(await errorOf({ response_type: 'code id_token' })).toBe('unsupported_response_type')
  expect(await errorOf({ response_mode: 'fragment' })).toBe('invalid_request')
  expect(await errorOf({ request: 'e30.e30.' })).toBe('request_not_supported')
  expect(await errorOf({ request_uri: 'https://a.example' })).toBe('request_uri_not_supported')
  expect(await errorOf({ prompt: 'none' })).toBe('interaction_required')
  expect(await errorOf({ scope: 'openid email' })).toBe('invalid_scope')
  expect(await errorOf({ resource: `${BASE}/mcp/` })).toBe('invalid_target')
  expect(await errorOf({ resource: BASE })).toBe('invalid_target')
  expect(await errorOf({ resource: `${BASE}/mcp#part` })).toBe('invalid_target')
  expect(await errorOf({ resource: `${BASE}/mcp/more` })).toBe('invalid_target')
  expect(await errorOf({ resource: 'https://docs.example.com.evil.example/mcp' })).toBe(
    'invalid_target',
  )
})

test('extra parameters of harmless clients are accepted', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [LOOPBACK])
  const goesOn = async (changed: Readonly<Record<string, string>>) => {
    const path = authorizePath({ client_id: clientId, redirect_uri: LOOPBACK, ...changed })
    const location = (await service.ask(path)).headers.get('location')
    expect(location).toStartWith('/oauth/consent?request=')
  }
  await goesOn({ prompt: 'consent', scope: ' offline_access' })
  await goesOn({ resource: 'HTTPS://DOCS.example.com/mcp', response_mode: 'query' })
  await goesOn({ scope: 'mcp:business:read  openid', nonce: 'x', audience: '' })
  await goesOn({ __proto__x: '1', constructor: '2' })
})

test('threat 11: errors of an https client that anyone registered cause no redirect', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [HTTPS])
  const path = authorizePath({ client_id: clientId, redirect_uri: HTTPS, scope: 'no_such' })
  for (const headers of [{}, await service.signIn()]) {
    const page = await service.ask(path, { headers })
    expect(page.status).toBe(400)
    expect(page.headers.get('location')).toBeNull()
    const html = await page.text()
    expect(html).toContain('Return to client.example')
    expect(html).toContain('href="https://client.example/cb?own=b%20c&amp;error=invalid_scope&amp;')
  }
})

test('errors of a client in the settings cause a redirect', async () => {
  const clients = [{ id: 'known', name: 'Known', redirect_uris: [HTTPS] }]
  const service = await openOauthService({ config: { clients } })
  const path = authorizePath({ client_id: 'known', redirect_uri: HTTPS, scope: 'no_such' })
  const location = (await service.ask(path)).headers.get('location')
  expect(location).toStartWith(`${HTTPS}&error=invalid_scope&`)
})

test('threat 15: state comes back once and unchanged, beside iss', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [LOOPBACK, HTTPS])
  const state = `&#+%\r\n "<>'=;/?é \u{1F600}%20%2B${'x'.repeat(2048)}`
  for (const redirectUri of [LOOPBACK, HTTPS]) {
    for (const changed of [{ scope: 'no' }, { resource: 'x:y' }, { prompt: 'none' }]) {
      const path = authorizePath({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        ...changed,
      })
      const answer = await service.ask(path)
      const link = /class="way" href="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
      const unescaped = link.replace(/&#(?:x27|39);/g, "'").replaceAll('&amp;', '&')
      const location = answer.headers.get('location') ?? unescaped
      expect(location).toStartWith(redirectUri)
      const { searchParams } = new URL(location)
      expect(searchParams.getAll('state')).toEqual([state])
      expect(searchParams.getAll('iss')).toEqual([BASE])
    }
  }
})

test('threat 15: state and iss come back once with a code', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [HTTPS])
  const state = '&#+%\r\n=é'
  const parameters = { client_id: clientId, redirect_uri: HTTPS, state }
  const location = await giveConsent(service, parameters)
  expect(location.href).toStartWith(HTTPS)
  expect(location.searchParams.getAll('state')).toEqual([state])
  expect(location.searchParams.getAll('iss')).toEqual([BASE])
  expect(location.searchParams.getAll('code')).toHaveLength(1)
})

test('any state that is text survives', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [LOOPBACK])
  const states = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 80 })
    .filter((text) => !text.includes('\0'))
  await fc.assert(
    fc.asyncProperty(states, async (state) => {
      const path = authorizePath({ client_id: clientId, redirect_uri: LOOPBACK, state, scope: 'x' })
      expect((await readRedirect(service, path)).state).toBe(state)
    }),
    { numRuns: 200 },
  )
})

test('threat 28: a request with a repeated parameter is refused', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [LOOPBACK])
  const path = authorizePath({ client_id: clientId, redirect_uri: LOOPBACK })
  for (const again of [
    'client_id=other',
    `client_id=${clientId}`,
    'redirect_uri=https://e.example',
  ]) {
    const answer = await service.ask(`${path}&${again}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  }
  for (const again of [
    'scope=&scope=',
    'code_challenge=x',
    'state=other',
    'resource=a&resource=b',
  ]) {
    const { error } = await readRedirect(service, `${path}&${again}`)
    expect(error).toBe(again.startsWith('resource') ? 'invalid_target' : 'invalid_request')
  }
  expect(await readRedirect(service, `${path}&state=other`)).not.toHaveProperty('state')
})

test('an address that is not percent-encoded UTF-8 is refused on a page', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [LOOPBACK])
  const path = authorizePath({ client_id: clientId, redirect_uri: LOOPBACK, state: undefined })
  // PostgreSQL holds no text with U+0000, so it would be a failure there.
  const nul = ['state=%00', 'client_id=%00', '%00=1']
  for (const damaged of ['state=%FF', 'state=%', 'state=%ED%A0%80', '%C0%AF=1', ...nul]) {
    const answer = await service.ask(`${path}&${damaged}`)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toStartWith('text/html')
    expect(await answer.text()).toContain('is not valid')
  }
})

test('the client is told that the store is unavailable', async () => {
  const service = await openOauthService()
  const clientId = await registerClient(service, [LOOPBACK])
  service.loseStore()
  const path = authorizePath({ client_id: clientId, redirect_uri: LOOPBACK })
  expect((await readRedirect(service, path)).error).toBe('temporarily_unavailable')
})
