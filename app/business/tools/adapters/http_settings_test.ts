import { expect, test } from 'bun:test'
import { parseDomainSecrets, parseDomainUrl } from './http_settings.ts'

test('parseDomainUrl() accepts https addresses, and http on loopback', () => {
  for (const [given, expected] of [
    ['https://product.example.com', 'https://product.example.com'],
    ['https://product.example.com/lectern/v1/', 'https://product.example.com/lectern/v1'],
    ['https://product.example.com:8443/a', 'https://product.example.com:8443/a'],
    ['http://127.0.0.1:9191/lectern', 'http://127.0.0.1:9191/lectern'],
    ['http://localhost:9191', 'http://localhost:9191'],
    ['http://[::1]:9191', 'http://[::1]:9191'],
  ] as const) {
    expect(parseDomainUrl(given)).toEqual({ ok: true, value: expected })
  }
})

test('parseDomainUrl() refuses plain http to other machines, and more than an address', () => {
  for (const given of [
    'http://product.example.com',
    'http://127.0.0.1.example.com',
    'https://product.example.com/?tenant=1',
    'https://product.example.com/#part',
    'ftp://product.example.com',
    'product.example.com',
    '',
  ]) {
    expect(parseDomainUrl(given).ok).toBe(false)
  }
})

test('parseDomainUrl() shows no password from the address', () => {
  const refused = parseDomainUrl('https://user:hunter2@product.example.com')
  expect(refused.ok).toBe(false)
  expect(JSON.stringify(refused)).not.toContain('hunter2')
})

test('parseDomainSecrets() accepts one or two long secrets and shows none', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(40)]
  expect(parseDomainSecrets(first)).toEqual({ ok: true, value: [first] })
  expect(parseDomainSecrets(`${second}, ${first}`)).toEqual({ ok: true, value: [second, first] })
  for (const given of ['', 'short', `${first},`, `${first},${first}`, `${first},${second},c`]) {
    const refused = parseDomainSecrets(given)
    expect(refused.ok).toBe(false)
    if (given !== '') expect(JSON.stringify(refused)).not.toContain(given)
  }
})
