import { expect, test } from 'bun:test'
import { addressKey, isInRange, parseAddress, parseRange, parseRanges } from './address_range.ts'

function keyOf(text: string): string | undefined {
  const address = parseAddress(text)
  return address === undefined ? undefined : addressKey(address)
}

function holds(range: string, address: string): boolean {
  const [parsedRange, parsedAddress] = [parseRange(range), parseAddress(address)]
  if (!parsedRange.ok || parsedAddress === undefined) throw new Error('Cannot parse the case')
  return isInRange(parsedRange.value, parsedAddress)
}

test('parseAddress() reads an IPv4-mapped address as IPv4 when it has either spelling', () => {
  expect(keyOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(keyOf('::ffff:c000:207')).toBe('192.0.2.7')
})

test('parseAddress() refuses spellings that programs read differently ', () => {
  for (const text of [
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '2130706433',
    '1.2.3.4.5',
    '',
    'unknown',
  ]) {
    expect(parseAddress(text), text).toBeUndefined()
  }
})

test('addressKey() counts a /64 as one client when addresses are IPv6', () => {
  expect(keyOf('2001:db8:1:2::1')).toBe(keyOf('2001:db8:1:2:ffff:ffff:ffff:ffff') ?? '')
  expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:1:3::1') ?? '')
  expect(keyOf('fe80::1%eth0')).toBe(keyOf('fe80::1') ?? '')
})

test.each([
  // The prefix is not whole bytes.
  ['10.0.0.0/9', '10.127.255.255', true],
  ['10.0.0.0/9', '10.128.0.0', false],
  ['2001:db8::/33', '2001:db8:7fff::1', true],
  ['2001:db8::/33', '2001:db8:8000::1', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['::/0', '203.0.113.9', false],
  // A range with the mapped prefix is one of IPv4 addresses.
  ['::ffff:10.0.0.0/104', '10.9.9.9', true],
  ['::ffff:10.0.0.0/104', '11.0.0.0', false],
  // Without bits, it is one address.
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
])('isInRange() of parseRange(%p) and %p is %p', (range, address, isInside) => {
  expect(holds(range, address)).toBe(isInside)
})

test('parseRanges() names every bad part', () => {
  const ranges = parseRanges('10.0.0.0/8, nonsense, 10.0.0.0/33,::1/129')
  expect(ranges).toEqual({
    ok: false,
    error:
      'Cannot read range "nonsense": not an address or CIDR such as 10.0.0.0/8; ' +
      'Cannot read range "10.0.0.0/33": the prefix is not 0 to 32; ' +
      'Cannot read range "::1/129": the prefix is not 0 to 128',
  })
})

test('parseRanges() returns no range for an empty text', () => {
  expect(parseRanges(' , ')).toEqual({ ok: true, value: [] })
})
