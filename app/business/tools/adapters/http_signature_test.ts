import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { importSigningKey, signRequest } from './http_signature.ts'

const SECRET = 'a-secret-of-the-service-and-its-product'

test('signRequest() signs version, method, path, time, id and body', async () => {
  const headers = await signRequest(await importSigningKey(SECRET, 'first'), {
    path: '/lectern/describe',
    timestampS: 1_700_000_000,
    requestId: 'request-id-0123456789',
    body: new TextEncoder().encode('{}'),
  })
  expect(headers).toEqual({
    'Lectern-Key': 'first',
    'Lectern-Timestamp': '1700000000',
    'Lectern-Request-Id': 'request-id-0123456789',
    'Lectern-Signature': 'v1=79a64262195bcd59d59bf06c636cc5581d3bbc58761a85d67b17fecba14bc2c4',
  })
})

test('importSigningKey() names a key after what it signs, the same on both sides', async () => {
  const name = createHmac('sha256', SECRET).update('Lectern-Key').digest('hex').slice(0, 16)
  expect((await importSigningKey(SECRET)).id).toBe(name)
  expect((await importSigningKey(`${SECRET}.`)).id).not.toBe(name)
})
