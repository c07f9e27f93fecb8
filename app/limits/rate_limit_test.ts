import { expect, test } from 'bun:test'
import { type Address, parseAddress } from './address_range.ts'
import { createAdmit } from './admit.ts'
import { parseOverrides, type SlidingWindow, slidingWindow } from './rate_limit.ts'

function at(text: string): Address {
  const address = parseAddress(text)
  if (address === undefined) throw new Error(`Cannot parse address "${text}"`)
  return address
}

/** How many of `calls` calls at one instant are admitted. */
function admitted(window: SlidingWindow, address: string, calls: number, nowMs: number): number {
  return Array.from({ length: calls }, () => window.admit(at(address), nowMs)).filter(Boolean)
    .length
}

const plain = () => slidingWindow({ callsPerMinute: 120, overrides: [] })

test('slidingWindow() refuses the 121st call when 120 stand in the last minute', () => {
  const window = plain()
  const verdicts = Array.from({ length: 121 }, (_, index) => window.admit(at('192.0.2.1'), index))
  expect(verdicts.slice(0, 120).every(Boolean)).toBe(true)
  expect(verdicts[120]).toBe(false)
})

test('slidingWindow() frees each call one minute after it when calls were spread', () => {
  const window = plain()
  expect(admitted(window, '192.0.2.1', 60, 0)).toBe(60)
  expect(admitted(window, '192.0.2.1', 60, 30_000)).toBe(60)
  expect(admitted(window, '192.0.2.1', 1, 59_999)).toBe(0)
  expect(admitted(window, '192.0.2.1', 100, 60_000)).toBe(60)
  expect(admitted(window, '192.0.2.1', 100, 89_999)).toBe(0)
  expect(admitted(window, '192.0.2.1', 100, 90_000)).toBe(60)
})

test('slidingWindow() has all calls free when a minute was idle', () => {
  const window = plain()
  expect(admitted(window, '192.0.2.1', 500, 0)).toBe(120)
  expect(admitted(window, '192.0.2.1', 500, 60_000)).toBe(120)
})

test('slidingWindow() does not count refused calls when a caller hammers', () => {
  const window = plain()
  for (let second = 0; second < 60; second += 1) admitted(window, '192.0.2.1', 200, second * 1000)
  expect(admitted(window, '192.0.2.1', 200, 60_000)).toBe(120)
})

test('slidingWindow() asks for the limit at each call when a deploy may change it', () => {
  let callsPerMinute = 2
  const window = slidingWindow({ callsPerMinute: () => callsPerMinute, overrides: [] })
  expect(admitted(window, '192.0.2.1', 9, 0)).toBe(2)
  callsPerMinute = 5
  expect(admitted(window, '192.0.2.1', 9, 1)).toBe(3)
})

test('threat 37: slidingWindow() never admits more in any minute when calls are random', () => {
  const window = slidingWindow({ callsPerMinute: 7, overrides: [] })
  const times: number[] = []
  let [seed, nowMs] = [12_345, 0]
  for (let call = 0; call < 5000; call += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    nowMs += seed % 9000
    const before = times.filter((time) => nowMs - time < 60_000).length
    const verdict = window.admit(at('192.0.2.1'), nowMs)
    expect(verdict).toBe(before < 7)
    if (verdict) times.push(nowMs)
  }
})

test('slidingWindow() counts addresses apart and a /64 together when several call', () => {
  const window = plain()
  expect(admitted(window, '192.0.2.1', 200, 0)).toBe(120)
  expect(admitted(window, '192.0.2.2', 200, 0)).toBe(120)
  expect(admitted(window, '2001:db8::1', 100, 0)).toBe(100)
  expect(admitted(window, '2001:db8::2', 100, 0)).toBe(20)
  expect(admitted(window, '::ffff:192.0.2.1', 1, 0)).toBe(0)
})

test('slidingWindow() lets the narrowest override decide when several hold the address', () => {
  const overrides = parseOverrides('10.0.0.0/8=300, 10.1.0.0/16=2')
  if (!overrides.ok) throw new Error(overrides.error)
  const window = slidingWindow({ callsPerMinute: 120, overrides: overrides.value })
  expect(admitted(window, '10.2.0.1', 500, 0)).toBe(300)
  expect(admitted(window, '10.1.0.1', 500, 0)).toBe(2)
  expect(admitted(window, '192.0.2.1', 500, 0)).toBe(120)
})

test('threat 37: slidingWindow() keeps memory and counters when addresses are sprayed', () => {
  const window = slidingWindow({ callsPerMinute: 5, overrides: [], addressesMax: 100 })
  expect(admitted(window, '192.0.2.1', 9, 0)).toBe(5)
  for (let index = 0; index < 20_000; index += 1) {
    window.admit({ family: 4, bytes: [10, index >> 16, (index >> 8) & 255, index & 255] }, 1)
  }
  expect(window.addressCount()).toBe(100)
  expect(admitted(window, '192.0.2.1', 9, 59_999)).toBe(0)
  expect(admitted(window, '192.0.2.1', 9, 60_000)).toBe(5)
})

test('slidingWindow() never gives an address more when it moves out of a shared counter', () => {
  const window = slidingWindow({ callsPerMinute: 5, overrides: [], addressesMax: 1 })
  expect(admitted(window, '192.0.2.1', 1, 0)).toBe(1)
  expect(admitted(window, '192.0.2.2', 9, 30_000)).toBe(5)
  expect(admitted(window, '192.0.2.2', 9, 61_000)).toBe(0)
  expect(admitted(window, '192.0.2.2', 9, 90_000)).toBe(5)
})

test('slidingWindow() forgets idle addresses when others call', () => {
  const window = plain()
  for (let index = 0; index < 50; index += 1) window.admit(at(`192.0.2.${index}`), 0)
  expect(window.addressCount()).toBe(50)
  for (let index = 0; index < 50; index += 1) window.admit(at('198.51.100.1'), 60_000)
  expect(window.addressCount()).toBe(1)
})

test('slidingWindow() goes on admitting when the clock is set back', () => {
  const window = plain()
  expect(admitted(window, '192.0.2.1', 200, 3_600_000)).toBe(120)
  expect(admitted(window, '192.0.2.1', 200, 0)).toBe(120)
})

test('parseOverrides() names every bad part when some are bad', () => {
  expect(parseOverrides('10.0.0.0/8=0,x=5, 10.0.0.1 = 7')).toEqual({
    ok: false,
    error:
      'Cannot read override "10.0.0.0/8=0": not CIDR=calls per minute such as 10.0.0.0/8=600; ' +
      'Cannot read range "x": not an address or CIDR such as 10.0.0.0/8',
  })
  expect(parseOverrides('10.0.0.1 = 7').ok).toBe(true)
})

test('createAdmit() counts the client behind a trusted proxy when it forwards', () => {
  const window = slidingWindow({ callsPerMinute: 1, overrides: [] })
  const range = { ...at('10.0.0.1'), prefixBits: 32 }
  const admit = createAdmit({ window, trusted: [range], clock: () => 0 })
  const from = (client: string) =>
    new Request('http://localhost/mcp', { headers: { 'x-forwarded-for': client } })
  expect(admit(from('198.51.100.1'), '10.0.0.1')).toBe(true)
  expect(admit(from('198.51.100.2'), '10.0.0.1')).toBe(true)
  expect(admit(from('198.51.100.1'), '10.0.0.1')).toBe(false)
  expect(admit(from('198.51.100.3'), undefined)).toBe(true)
  expect(admit(from('198.51.100.4'), undefined)).toBe(false)
})
