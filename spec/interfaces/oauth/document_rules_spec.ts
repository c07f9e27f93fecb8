import { expect, test } from 'bun:test'
import { ok } from '../../../app/contract/result.ts'
import type { FetchDocument } from '../../../app/interfaces/oauth/plugin.ts'
import { documentOf } from './document_server.ts'
import {
  beginAuthorization,
  bytesOf,
  openServiceFetching,
  URL_OF_CLIENT,
} from './oauth_documents.ts'

const REDIRECT = 'http://127.0.0.1:4000/cb'

test('threat 7: a document that does not describe a public client is refused', async () => {
  const page = async (document: unknown, raw?: Uint8Array) => {
    const answer: FetchDocument = async () =>
      ok({ body: raw ?? bytesOf(document), maxAge: undefined })
    const { service } = await openServiceFetching(answer)
    const response = await beginAuthorization(service, URL_OF_CLIENT)
    if (response.status === 303) return 'taken'
    expect(response.status).toBe(400)
    return /cannot be identified: ([^<]*)\.</.exec(await response.text())?.[1]
  }
  const checkChanged = (members: object) => page({ ...documentOf(URL_OF_CLIENT), ...members })
  expect(await checkChanged({ client_id: `${URL_OF_CLIENT}/` })).toContain(
    'client_id in its document does not match',
  )
  expect(await checkChanged({ client_id: undefined })).toContain(
    'client_id in its document does not match',
  )
  expect(await page([documentOf(URL_OF_CLIENT)])).toContain('not a JSON object')
  expect(await page({}, Uint8Array.of(0x7b, 0xff, 0x7d))).toContain('not a JSON object')
  expect(await checkChanged({ client_name: ' \u200b' })).toContain('no client_name')
  expect(await checkChanged({ redirect_uris: [] })).toContain('1 to 20')
  expect(await checkChanged({ redirect_uris: Array(21).fill(REDIRECT) })).toContain('1 to 20')
  expect(await checkChanged({ redirect_uris: REDIRECT })).toContain('no list')
  expect(await checkChanged({ redirect_uris: [REDIRECT, 'http://evil.example/'] })).toContain(
    'not allowed',
  )
  expect(await checkChanged({ client_secret: 's' })).toContain('secret')
  expect(await checkChanged({ client_secret_expires_at: 0 })).toContain('secret')
  expect(await checkChanged({ jwks: { keys: [{ kty: 'EC', d: 'x' }] } })).toContain('secret')
  const secretPost = { token_endpoint_auth_method: 'client_secret_post' }
  expect(await checkChanged(secretPost)).toContain('secret')
  const keyOnly = { token_endpoint_auth_method: 'private_key_jwt' }
  expect(await checkChanged(keyOnly)).toContain('requires client authentication')
  const both = { token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'] }
  expect(await checkChanged({ ...keyOnly, ...both })).toBe('taken')
  expect(await checkChanged({ grant_types: ['implicit'] })).toContain('authorization codes')
  const device = 'urn:ietf:params:oauth:grant-type:device_code'
  expect(await checkChanged({ grant_types: ['authorization_code', device] })).toBe('taken')
  expect(await checkChanged({ response_types: ['token'] })).toContain('authorization codes')
  let deep: unknown = 1
  for (let level = 0; level < 9; level += 1) deep = [deep]
  expect(await checkChanged({ deep })).toContain('nested too deeply')
  const prototype = JSON.stringify(documentOf(URL_OF_CLIENT)).replace('{', '{"__proto__":{"x":1},')
  expect(await page({}, new TextEncoder().encode(prototype))).toBe('taken')
})
