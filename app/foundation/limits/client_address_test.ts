import { expect, test } from 'bun:test'
import { addressKey, parseRanges } from './address_range.ts'
import { clientAddress, createAddressOf } from './client_address.ts'

function clientOf(peer: string | undefined, forwarded: string | undefined, trusted: string) {
  const ranges = parseRanges(trusted)
  if (!ranges.ok) throw new Error(ranges.error)
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
  const address = clientAddress(headers, peer, ranges.value)
  return address === undefined ? undefined : addressKey(address)
}

test('clientAddress() does not read X-Forwarded-For when the peer is not trusted', () => {
  expect(clientOf('203.0.113.9', '198.51.100.1', '10.0.0.0/8')).toBe('203.0.113.9')
  expect(clientOf('10.0.0.1', '198.51.100.1', '')).toBe('10.0.0.1')
})

test('clientAddress() takes the rightmost untrusted entry when the client wrote more', () => {
  expect(clientOf('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '10.0.0.0/8')).toBe('198.51.100.1')
})

test('clientAddress() takes the leftmost entry when every entry is trusted', () => {
  expect(clientOf('10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.0/8')).toBe('10.0.0.3')
})

test('clientAddress() stops at the proxy that wrote an invalid entry', () => {
  expect(clientOf('10.0.0.1', '198.51.100.1, unknown, 10.0.0.2', '10.0.0.0/8')).toBe('10.0.0.2')
  expect(clientOf('10.0.0.1', '', '10.0.0.0/8')).toBe('10.0.0.1')
})

test('clientAddress() drops the port when a proxy added one', () => {
  expect(clientOf('10.0.0.1', '198.51.100.1:4711', '10.0.0.0/8')).toBe('198.51.100.1')
  expect(clientOf('::ffff:10.0.0.1', '[2001:db8::1]:4711', '10.0.0.0/8')).toBe(
    clientOf('2001:db8::2', undefined, '') ?? '',
  )
})

test('clientAddress() is absent when the runtime knows no peer', () => {
  expect(clientOf(undefined, '198.51.100.1', '0.0.0.0/0')).toBeUndefined()
})

test('createAddressOf() formats an address in one spelling', () => {
  const ranges = parseRanges('10.0.0.0/8')
  if (!ranges.ok) throw new Error(ranges.error)
  const addressOf = createAddressOf(ranges.value)
  const format = (peer: string | undefined, forwarded = '') =>
    addressOf(new Request('http://a/', { headers: { 'x-forwarded-for': forwarded } }), peer)
  expect(format('10.0.0.1', '[2001:DB8:0:0::1]:4711')).toBe('2001:db8::1')
  expect(format('::ffff:203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(format(undefined, '198.51.100.1')).toBe('unknown')
})
