import { expect, test } from 'bun:test'
import { clearCookie, readCookie, sessionCookieName, writeCookie } from './session.ts'

const HTTPS = 'https://docs.example'
const LOCAL = 'http://localhost:8080'

test('sessionCookieName() has the prefix that binds it to the host, on https', () => {
  expect([HTTPS, LOCAL].map(sessionCookieName)).toEqual(['__Host-sid', 'sid'])
})

test('writeCookie() limits a cookie to this host and to no script', () => {
  expect(writeCookie(HTTPS, '__Host-sid', 'secret', 60_500)).toBe(
    '__Host-sid=secret; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
  expect(writeCookie(LOCAL, 'sid', 'secret', 60_000)).not.toContain('Secure')
  expect(clearCookie(HTTPS, '__Host-sid')).toStartWith('__Host-sid=; Path=/; Max-Age=0;')
})

test('readCookie() accepts a name that is sent once', () => {
  const read = (cookie: string) => {
    return readCookie(new Request(LOCAL, { headers: { cookie } }), 'sid')
  }
  expect(read('a=1; sid=secret; b=2')).toBe('secret')
  expect(read('xsid=1; sidx=2')).toBeUndefined()
  expect(read('sid=one; sid=two')).toBeUndefined()
  expect(read('sid=')).toBeUndefined()
})
