import { expect, test } from 'bun:test'
import { signDelivery } from '../../../contract/event_signature.ts'
import { makeSignaturePattern, makeTestSecret } from './_asyncapi_signature.ts'

const SIGNATURE = {
  header: 'X-Acme-Signature',
  id_header: 'X-Acme-Id',
  timestamp_header: 'X-Acme-Timestamp',
  algorithm: 'HMAC-SHA256',
  secret_prefix: 'whsec_',
  signed_content: '{id}.{timestamp}.{body}',
  value_format: 'v1,{signature}',
  tolerance_seconds: 300,
} as const

test('signDelivery() agrees with the reference implementations of Standard Webhooks', () => {
  const delivery = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  }
  const value = signDelivery(delivery, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', SIGNATURE)
  expect(value).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('signDelivery() leaves a placeholder in the body as it is', () => {
  const sign = (body: string) =>
    signDelivery({ id: 'a', timestamp: 1, body }, 'whsec_AAAA', SIGNATURE)
  expect(sign('{id}')).not.toBe(sign('a'))
  expect(sign('$&')).not.toBe(sign('{body}'))
})

test('signDelivery() follows the template', () => {
  const delivery = { id: 'a', timestamp: 1, body: '{}' }
  const other = {
    ...SIGNATURE,
    signed_content: '{timestamp}:{id}:{body}',
    value_format: 's={signature}',
  }
  const value = signDelivery(delivery, 'whsec_AAAA', other)
  expect(value).toMatch(new RegExp(makeSignaturePattern(other)))
  expect(value.slice(2)).not.toBe(signDelivery(delivery, 'whsec_AAAA', SIGNATURE).slice(3))
})

test('makeSignaturePattern() accepts several values and nothing else', () => {
  const pattern = new RegExp(makeSignaturePattern(SIGNATURE))
  const value = `v1,${'A'.repeat(43)}=`
  expect(pattern.test(value)).toBe(true)
  expect(pattern.test(`${value} ${value}`)).toBe(true)
  expect(pattern.test(`${value},${value}`)).toBe(false)
  expect(pattern.test(`v2,${'A'.repeat(43)}=`)).toBe(false)
})

test('makeTestSecret() has the length that Standard Webhooks asks for', () => {
  const secret = makeTestSecret('acme', SIGNATURE)
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64').length).toBe(32)
  expect(makeTestSecret('acme', SIGNATURE)).toBe(secret)
  expect(makeTestSecret('other', SIGNATURE)).not.toBe(secret)
})
