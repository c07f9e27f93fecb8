import { expect, test } from 'bun:test'
import { isLiteralLocalhost, isLoopback, isLoopbackRedirectHost } from './loopback.ts'

const HOSTS: readonly (readonly [
  host: string,
  any: boolean,
  redirect: boolean,
  literal: boolean,
])[] = [
  ['localhost', true, true, true],
  ['127.0.0.1', true, true, true],
  ['[::1]', true, true, false],
  ['::1', true, false, false],
  ['LOCALHOST', true, false, false],
  ['app.localhost', true, false, false],
  ['a.b.localhost', true, false, false],
  ['127.0.0.2', true, false, false],
  ['127.255.255.255', true, false, false],
  ['127.0.0.256', false, false, false],
  ['127.0.0.01', false, false, false],
  ['127.1', false, false, false],
  ['128.0.0.1', false, false, false],
  ['0.0.0.0', false, false, false],
  ['::', false, false, false],
  ['[::2]', false, false, false],
  ['::ffff:127.0.0.1', false, false, false],
  ['.localhost', false, false, false],
  ['localhost.', false, false, false],
  ['notlocalhost', false, false, false],
  ['localhost.example', false, false, false],
  ['127.0.0.1.example', false, false, false],
  ['docs.example', false, false, false],
  ['', false, false, false],
]

test.each(HOSTS)(
  '"%s": loopback %p, redirect host %p, literal %p',
  (host, loopback, redirect, literal) => {
    expect(isLoopback(host)).toBe(loopback)
    expect(isLoopbackRedirectHost(host)).toBe(redirect)
    expect(isLiteralLocalhost(host)).toBe(literal)
  },
)

const URLS: readonly (readonly [url: string, expected: boolean])[] = [
  ['http://localhost:8080/docs', true],
  ['http://app.localhost', true],
  ['http://127.0.0.1:1', true],
  // The parser writes short, octal and hexadecimal spellings out.
  ['http://127.1/', true],
  ['http://0x7f.1/', true],
  ['http://[::1]:8080', true],
  ['http://[0:0:0:0:0:0:0:1]', true],
  ['http://localhost@docs.example', false],
  ['http://docs.example/localhost', false],
  ['http://docs.example?localhost', false],
]

test.each(URLS)('isLoopback() of %s is %p', (url, expected) => {
  expect(isLoopback(new URL(url))).toBe(expected)
})
