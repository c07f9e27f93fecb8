import { expect, test } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { BASE, openOauthService } from './oauth_service.ts'

const SERVER = '/.well-known/oauth-authorization-server'
const RESOURCE = '/.well-known/oauth-protected-resource/mcp'
const RESOURCE_ROOT = '/.well-known/oauth-protected-resource'

verifies('open.oauth_endpoints', 'the server describes itself (RFC 8414)', async () => {
  const { ask } = await openOauthService()
  const answer = await ask(SERVER)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await answer.json()).toEqual({
    issuer: BASE,
    authorization_endpoint: `${BASE}/oauth/authorize`,
    token_endpoint: `${BASE}/oauth/token`,
    revocation_endpoint: `${BASE}/oauth/revoke`,
    registration_endpoint: `${BASE}/oauth/register`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['mcp:business:read', 'mcp:business:write'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${BASE}/`,
  })
})

verifies('open.oauth_endpoints', 'the resource describes itself at both paths', async () => {
  const { ask } = await openOauthService()
  const [atPath, atRoot] = [await ask(RESOURCE), await ask(RESOURCE_ROOT)]
  const document = await atPath.json()
  expect(document).toEqual({
    resource: `${BASE}/mcp`,
    authorization_servers: [BASE],
    scopes_supported: ['mcp:business:read'],
    bearer_methods_supported: ['header'],
    resource_name: 'Example Docs',
    resource_documentation: `${BASE}/`,
  })
  expect(await atRoot.json()).toEqual(document)
})

test('the server names no registration and no documents when both are off', async () => {
  const config = { registration: { dynamic: 'off' }, documents: { policy: 'off' } } as const
  const { ask } = await openOauthService({ config })
  const document: unknown = await (await ask(SERVER)).json()
  expect(document).not.toHaveProperty('registration_endpoint')
  expect(document).toHaveProperty('client_id_metadata_document_supported', false)
  expect((await ask('/oauth/register', { method: 'POST' })).status).toBe(404)
})

test('threat 2: metadata name the base address whatever the Host header says', async () => {
  const { app } = await openOauthService()
  for (const path of [SERVER, RESOURCE, RESOURCE_ROOT]) {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const answer = await app.handle(new Request(`http://evil.example${path}`, { headers }))
    const text = await answer.text()
    expect(text).toContain(`"${BASE}`)
    expect(text).not.toContain('evil.example')
  }
})

test('threat 3: programs of any origin may call, pages that people see none may', async () => {
  const { ask } = await openOauthService()
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
  for (const path of [SERVER, RESOURCE, '/oauth/token', '/oauth/revoke', '/oauth/register']) {
    const answer = await ask(path, { method: 'OPTIONS', headers })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'Content-Type, Authorization, MCP-Protocol-Version',
    )
    expect(answer.headers.get('access-control-max-age')).toBe('600')
  }
  const pages = [
    '/oauth/authorize',
    '/oauth/sign-in',
    '/oauth/consent',
    '/oauth/callback',
    '/account',
  ]
  for (const path of pages) {
    const answer = await ask(path, { method: 'OPTIONS', headers })
    expect([404, 405]).toContain(answer.status)
    const got = await ask(path, { headers })
    for (const response of [answer, got]) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
})

test('answers of the programs are readable by any origin, refusals too', async () => {
  const { ask } = await openOauthService()
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register']) {
    const answer = await ask(path, { method: 'POST' })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

test('each path names the methods that it takes', async () => {
  const { ask } = await openOauthService()
  const readAllow = async (path: string, method: string) => {
    const answer = await ask(path, { method })
    return [answer.status, answer.headers.get('allow')]
  }
  expect(await readAllow(SERVER, 'POST')).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(await readAllow('/oauth/token', 'GET')).toEqual([405, 'POST, OPTIONS'])
  expect(await readAllow('/oauth/revoke', 'DELETE')).toEqual([405, 'POST, OPTIONS'])
  expect(await readAllow('/oauth/register', 'PUT')).toEqual([405, 'POST, OPTIONS'])
  expect(await readAllow('/oauth/authorize', 'POST')).toEqual([405, 'GET'])
  expect((await ask(SERVER, { method: 'HEAD' })).status).toBe(200)
})

test('no other path exists', async () => {
  const { ask } = await openOauthService()
  for (const path of [
    '/oauth/',
    '/oauth/token/',
    '/oauth/introspect',
    '/oauth/par',
    '/account/x',
  ]) {
    expect((await ask(path)).status).toBe(404)
  }
})

verifies('business.off', 'no path exists while the surface is off', async () => {
  let isOn = false
  const { ask } = await openOauthService({ isOn: () => isOn })
  const paths = [SERVER, RESOURCE, RESOURCE_ROOT, '/oauth/authorize', '/oauth/token', '/account']
  const statuses = async () =>
    await Promise.all(paths.map(async (path) => (await ask(path)).status))
  expect(await statuses()).toEqual(paths.map(() => 404))
  isOn = true
  expect(await statuses()).not.toContain(404)
})
