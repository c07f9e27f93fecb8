import { expect, test } from 'bun:test'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import { createDiscovery, readMetadata } from './_discovery.ts'

const ISSUER = 'https://identity.example'
const DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
  id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256', 'ES256', 'XX256'],
}

function isRefused(changes: JsonObject, allowsLoopback = false): boolean {
  return !readMetadata({ ...DOCUMENT, ...changes }, ISSUER, allowsLoopback).ok
}

test('readMetadata() keeps only public-key algorithms', () => {
  const read = readMetadata(DOCUMENT, ISSUER, false)
  expect(read.ok && read.value).toMatchObject({
    algorithms: ['RS256', 'ES256'],
    namesIssuer: false,
    takesSecretInForm: false,
  })
})

test.each<JsonObject>([
  { issuer: `${ISSUER}/` },
  { issuer: 'https://evil.example' },
  { token_endpoint: 'http://identity.example/token' },
  { token_endpoint: 'http://127.0.0.1/token' },
  { token_endpoint: 'https://user:pass@identity.example/token' },
  { token_endpoint: 'https://identity.example/token#part' },
  { authorization_endpoint: 'javascript:alert(1)' },
  { jwks_uri: 7 },
  { id_token_signing_alg_values_supported: ['none', 'HS256'] },
  { id_token_signing_alg_values_supported: 'RS256' },
])('readMetadata() refuses %j', (changes) => {
  expect(isRefused(changes)).toBe(true)
})

test('readMetadata() accepts loopback only where it is allowed', () => {
  const changes = { token_endpoint: 'http://localhost:9000/token' }
  expect([isRefused(changes, true), isRefused(changes, false)]).toEqual([false, true])
})

test('createDiscovery() asks once an hour, shares a request and caches no failure', async () => {
  let [now, asked, isAway] = [0, 0, true]
  const metadataOf = createDiscovery({
    issuer: ISSUER,
    allowsLoopback: false,
    clock: () => now,
    fetch: async () => {
      asked++
      return isAway ? new Response('', { status: 503 }) : Response.json(DOCUMENT)
    },
  })
  expect((await metadataOf()).ok).toBe(false)
  isAway = false
  const both = await Promise.all([metadataOf(), metadataOf()])
  expect(both.map(({ ok }) => ok)).toEqual([true, true])
  expect(asked).toBe(2)
  now = 3_599_999
  await metadataOf()
  expect(asked).toBe(2)
  now = 3_600_000
  await metadataOf()
  expect(asked).toBe(3)
})

test('createDiscovery() finds the document of an issuer that ends in a slash', async () => {
  const seen: string[] = []
  const issuer = `${ISSUER}/`
  const metadataOf = createDiscovery({
    issuer,
    allowsLoopback: false,
    clock: () => 0,
    fetch: async (url) => {
      seen.push(url)
      return Response.json({ ...DOCUMENT, issuer })
    },
  })
  expect((await metadataOf()).ok).toBe(true)
  expect(seen).toEqual([`${ISSUER}/.well-known/openid-configuration`])
})
