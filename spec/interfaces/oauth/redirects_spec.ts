import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { authorizePath, postJson, registerClient } from './oauth_calls.ts'
import { openOauthService } from './oauth_service.ts'

const REGISTERED = 'https://client.example/app/callback?mode=a%20b'

/** How the authorization endpoint takes an address of a client that registered one. */
async function statusesFor(registered: string, requested: readonly string[]) {
  const service = await openOauthService()
  const clientId = await registerClient(service, [registered])
  const statuses: number[] = []
  for (const redirectUri of requested) {
    const path = authorizePath({ client_id: clientId, redirect_uri: redirectUri })
    const answer = await service.ask(path)
    statuses.push(answer.status)
    if (answer.status === 400) expect(answer.headers.get('location')).toBeNull()
  }
  return statuses
}

test('threat 9: an address that differs in any character stays on a page of ours', async () => {
  const requested = [
    'https://client.example/app/callback',
    'https://client.example/app/other?mode=a%20b',
    'https://client.example/App/callback?mode=a%20b',
    'https://Client.example/app/callback?mode=a%20b',
    'https://client.example/app/callback/?mode=a%20b',
    'https://client.example//app/callback?mode=a%20b',
    'https://client.example/app/callback?mode=a%20b&more=1',
    'https://client.example/app/callback?mode=a+b',
    'https://client.example:443/app/callback?mode=a%20b',
    'https://client.example:8443/app/callback?mode=a%20b',
    'https://user@client.example/app/callback?mode=a%20b',
    'https://client.example/x/../app/callback?mode=a%20b',
    'https://client.example/%2e/app/callback?mode=a%20b',
    'https://client.example.evil.example/app/callback?mode=a%20b',
    'https://evil.example/app/callback?mode=a%20b',
    'http://client.example/app/callback?mode=a%20b',
    'https://client.example/app/callback?mode=a%20b#part',
    'https://client.example\\@evil.example/app/callback?mode=a%20b',
    'javascript:alert(1)',
    ' https://client.example/app/callback?mode=a%20b',
  ]
  const statuses = await statusesFor(REGISTERED, requested)
  expect(statuses).toEqual(requested.map(() => 400))
  expect(await statusesFor(REGISTERED, [REGISTERED])).toEqual([303])
})

test('threat 10: a loopback address may have any port, and no other difference', async () => {
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    const fine = ['', ':1', ':49152', ':65535'].map((port) => `http://${host}${port}/callback?a=1`)
    expect(await statusesFor(`http://${host}:3000/callback?a=1`, fine)).toEqual([
      303, 303, 303, 303,
    ])
    expect(await statusesFor(`http://${host}/callback?a=1`, fine)).toEqual([303, 303, 303, 303])
  }
  const requested = [
    'http://localhost:3000/callback',
    'http://[::1]:3000/callback',
    'https://127.0.0.1:3000/callback',
    'http://127.0.0.1:3000/other',
    'http://127.0.0.1:3000/callback?a=1',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1.evil.example:3000/callback',
    'http://localhost.evil.example/callback',
    'http://127.1:3000/callback',
    'http://127.0.0.2:3000/callback',
    'http://0x7f.0.0.1/callback',
    'http://2130706433/callback',
    'http://[::ffff:127.0.0.1]/callback',
    'http://user@127.0.0.1:3000/callback',
    'http://127.0.0.1:3000@evil.example/callback',
  ]
  const statuses = await statusesFor('http://127.0.0.1:3000/callback', requested)
  expect(statuses).toEqual(requested.map(() => 400))
})

test('a client with one address may leave it out, with two it may not', async () => {
  const service = await openOauthService()
  const one = await registerClient(service, ['https://client.example/a'])
  const two = await registerClient(service, [
    'https://client.example/a',
    'https://client.example/b',
  ])
  expect((await service.ask(authorizePath({ client_id: one }))).status).toBe(303)
  expect((await service.ask(authorizePath({ client_id: two }))).status).toBe(400)
})

test('no address is taken but https and loopback, whatever a client registers', async () => {
  const service = await openOauthService()
  const registers = async (uri: string) => {
    const answer = await postJson(service, '/oauth/register', { redirect_uris: [uri] })
    return answer.status === 201
  }
  const safe = /^(https:\/\/[^/?#@\\*]+|http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?)([/?]|$)/
  const piece = fc.constantFrom(
    ...['https:', 'http:', '//', '/', 'a.example', 'localhost', '127.0.0.1', '[::1]', ':', '80'],
    ...['@', '#', '\\', '?', '*', '..', '%2e', '%00', '\n', '\u0430', ' ', 'javascript:', 'x:'],
  )
  const addresses = fc.oneof(
    fc.webUrl(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(addresses, async (uri) => {
      if (!(await registers(uri))) return
      expect(uri).toMatch(safe)
      expect(uri).toMatch(/^[!-~]+$/)
      expect(uri).not.toContain('#')
      expect(['https:', 'http:']).toContain(new URL(uri).protocol)
      expect(new URL(uri).username).toBe('')
    }),
    { numRuns: 400 },
  )
})

test('threat 15: an address with a parameter of the response is refused', async () => {
  const service = await openOauthService()
  const statusOf = async (query: string) => {
    const uri = `https://client.example/cb?${query}`
    return (await postJson(service, '/oauth/register', { redirect_uris: [uri] })).status
  }
  for (const name of ['code', 'state', 'iss', 'error', 'error_description', '%73tate']) {
    expect([name, await statusOf(`own=1&${name}=x`)]).toEqual([name, 400])
  }
  expect(await statusOf('codes=1&State=2&own=code')).toBe(201)
})

test('an application scheme is taken only where the settings list its whole address', async () => {
  const own = 'cursor://anysphere.cursor-mcp/oauth/callback'
  const body = { redirect_uris: [own, 'https://client.example/cb', 'http://localhost:1/cb'] }
  const register = async (privateUse: string[]) => {
    const service = await openOauthService({ config: { redirects: { private_use: privateUse } } })
    const answer = await postJson(service, '/oauth/register', body)
    const { client_id: id, redirect_uris: uris } = (await answer.json()) as {
      client_id: string
      redirect_uris: string[]
    }
    const asked = await service.ask(authorizePath({ client_id: id, redirect_uri: own }))
    return { uris, status: asked.status }
  }
  expect(await register([])).toEqual({ uris: body.redirect_uris.slice(1), status: 400 })
  expect(await register([own])).toEqual({ uris: body.redirect_uris, status: 303 })
  expect((await register(['cursor://anysphere.cursor-mcp/other'])).status).toBe(400)
})
