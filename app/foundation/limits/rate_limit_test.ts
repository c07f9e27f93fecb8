import { expect, test } from 'bun:test'
import { type Address, parseAddress } from './address_range.ts'
import { type Admit, createAdmit } from './admit.ts'
import { createRateLimit, parseOverrides, type RateLimit } from './rate_limit.ts'

function at(text: string): Address {
  const address = parseAddress(text)
  if (address === undefined) throw new Error(`Cannot parse address "${text}"`)
  return address
}

/** How many of `calls` calls at one instant are admitted. */
function countAdmitted(limit: RateLimit, address: string, calls: number, nowMs: number): number {
  return Array.from({ length: calls }, () => limit.admit(at(address), nowMs)).filter(
    (admission) => admission === 'admitted',
  ).length
}

const plain = () => createRateLimit({ callsPerMinute: 120, overrides: [] })

test('createRateLimit() refuses the 121st call when the last minute has 120', () => {
  const limit = plain()
  const admissions = Array.from({ length: 121 }, (_, index) => limit.admit(at('192.0.2.1'), index))
  expect(new Set(admissions.slice(0, 120))).toEqual(new Set(['admitted']))
  expect(admissions[120]).toBe('refused')
})

test.each<
  [title: string, steps: readonly (readonly [calls: number, ms: number, admitted: number])[]]
>([
  [
    'frees each call one minute after it when calls were spread',
    [
      [60, 0, 60],
      [60, 30_000, 60],
      [1, 59_999, 0],
      [100, 60_000, 60],
      [100, 89_999, 0],
      [100, 90_000, 60],
    ],
  ],
  [
    'admits all calls again after an idle minute',
    [
      [500, 0, 120],
      [500, 60_000, 120],
    ],
  ],
  [
    'keeps admitting when the clock is set back',
    [
      [200, 3_600_000, 120],
      [200, 0, 120],
    ],
  ],
])('createRateLimit() %s', (_, steps) => {
  const limit = plain()
  for (const [calls, nowMs, admitted] of steps) {
    expect(countAdmitted(limit, '192.0.2.1', calls, nowMs)).toBe(admitted)
  }
})

test('createRateLimit() does not count refused calls', () => {
  const limit = plain()
  for (let second = 0; second < 60; second += 1)
    countAdmitted(limit, '192.0.2.1', 200, second * 1000)
  expect(countAdmitted(limit, '192.0.2.1', 200, 60_000)).toBe(120)
})

test('createRateLimit() reads the limit at each call when a deploy may change it', () => {
  let callsPerMinute = 2
  const limit = createRateLimit({ callsPerMinute: () => callsPerMinute, overrides: [] })
  expect(countAdmitted(limit, '192.0.2.1', 9, 0)).toBe(2)
  callsPerMinute = 5
  expect(countAdmitted(limit, '192.0.2.1', 9, 1)).toBe(3)
})

test('threat 37: createRateLimit() never admits more in any minute when calls are random', () => {
  const limit = createRateLimit({ callsPerMinute: 7, overrides: [] })
  const times: number[] = []
  let [seed, nowMs] = [12_345, 0]
  for (let call = 0; call < 5000; call += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    nowMs += seed % 9000
    const before = times.filter((time) => nowMs - time < 60_000).length
    const admission = limit.admit(at('192.0.2.1'), nowMs)
    expect(admission).toBe(before < 7 ? 'admitted' : 'refused')
    if (admission === 'admitted') times.push(nowMs)
  }
})

test('createRateLimit() counts addresses apart and a /64 as one', () => {
  const limit = plain()
  expect(countAdmitted(limit, '192.0.2.1', 200, 0)).toBe(120)
  expect(countAdmitted(limit, '192.0.2.2', 200, 0)).toBe(120)
  expect(countAdmitted(limit, '2001:db8::1', 100, 0)).toBe(100)
  expect(countAdmitted(limit, '2001:db8::2', 100, 0)).toBe(20)
  expect(countAdmitted(limit, '::ffff:192.0.2.1', 1, 0)).toBe(0)
})

test('createRateLimit() lets the narrowest override decide when several hold the address', () => {
  const overrides = parseOverrides('10.0.0.0/8=300, 10.1.0.0/16=2')
  if (!overrides.ok) throw new Error(overrides.error)
  const limit = createRateLimit({ callsPerMinute: 120, overrides: overrides.value })
  expect(countAdmitted(limit, '10.2.0.1', 500, 0)).toBe(300)
  expect(countAdmitted(limit, '10.1.0.1', 500, 0)).toBe(2)
  expect(countAdmitted(limit, '192.0.2.1', 500, 0)).toBe(120)
})

test('threat 37: createRateLimit() keeps memory and counters when addresses are sprayed', () => {
  const limit = createRateLimit({ callsPerMinute: 5, overrides: [], addressesMax: 100 })
  expect(countAdmitted(limit, '192.0.2.1', 9, 0)).toBe(5)
  for (let index = 0; index < 20_000; index += 1) {
    limit.admit({ family: 4, bytes: [10, index >> 16, (index >> 8) & 255, index & 255] }, 1)
  }
  expect(limit.addressCount()).toBe(100)
  expect(countAdmitted(limit, '192.0.2.1', 9, 59_999)).toBe(0)
  expect(countAdmitted(limit, '192.0.2.1', 9, 60_000)).toBe(5)
})

/** The given number of networks of one site, from which calls come. */
function spray(limit: ReturnType<typeof createRateLimit>, networks: number, nowMs: number): void {
  for (let index = 0; index < networks; index += 1) {
    const bytes = [32, 1, 13, 184, 0, 1, index >> 8, index & 255, 0, 0, 0, 0, 0, 0, 0, 1]
    limit.admit({ family: 6, bytes }, nowMs)
  }
}

test('threat 45: createRateLimit() holds 100,000 addresses in the room of 20,000', () => {
  const limit = createRateLimit({ callsPerMinute: 5, overrides: [] })
  for (let index = 0; index < 100_000; index += 1) {
    limit.admit({ family: 4, bytes: [10, index >> 16, (index >> 8) & 255, index & 255] }, 1)
  }
  expect(limit.addressCount()).toBe(20_000)
})

test('threat 45: createRateLimit() leaves others their calls when one site sprays', () => {
  const limit = createRateLimit({ callsPerMinute: 5, overrides: [], addressesMax: 100 })
  for (let round = 0; round < 10; round += 1) spray(limit, 10_000, round)
  const others = Array.from({ length: 20 }, (_, index) => at(`192.0.2.${index}`))
  const refused = others.filter((address) => limit.admit(address, 10) === 'refused')
  // One of 1,024 counters is used up, and may be that of another.
  expect(refused.length).toBeLessThan(2)
})

test('createRateLimit() never gives an address more when it moves out of a shared counter', () => {
  const limit = createRateLimit({ callsPerMinute: 5, overrides: [], addressesMax: 1 })
  expect(countAdmitted(limit, '192.0.2.1', 1, 0)).toBe(1)
  expect(countAdmitted(limit, '192.0.2.2', 9, 30_000)).toBe(5)
  expect(countAdmitted(limit, '192.0.2.2', 9, 61_000)).toBe(0)
  expect(countAdmitted(limit, '192.0.2.2', 9, 90_000)).toBe(5)
})

test('createRateLimit() forgets idle addresses when others call', () => {
  const limit = plain()
  for (let index = 0; index < 50; index += 1) limit.admit(at(`192.0.2.${index}`), 0)
  expect(limit.addressCount()).toBe(50)
  for (let index = 0; index < 50; index += 1) limit.admit(at('198.51.100.1'), 60_000)
  expect(limit.addressCount()).toBe(1)
})

test('parseOverrides() names every bad part', () => {
  expect(parseOverrides('10.0.0.0/8=0,x=5, 10.0.0.1 = 7')).toEqual({
    ok: false,
    error:
      'Cannot read override "10.0.0.0/8=0": not CIDR=calls per minute such as 10.0.0.0/8=600; ' +
      'Cannot read range "x": not an address or CIDR such as 10.0.0.0/8',
  })
  expect(parseOverrides('10.0.0.1 = 7').ok).toBe(true)
})

test('createAdmit() counts the client behind a trusted proxy when it forwards', async () => {
  const limit = createRateLimit({ callsPerMinute: 1, overrides: [] })
  const range = { ...at('10.0.0.1'), prefixBits: 32 }
  const admit = createAdmit({ rateLimit: limit, trusted: [range], clock: () => 0 })
  const from = (client: string) =>
    new Request('http://localhost/mcp', { headers: { 'x-forwarded-for': client } })
  expect(await admit(from('198.51.100.1'), '10.0.0.1')).toBe('admitted')
  expect(await admit(from('198.51.100.2'), '10.0.0.1')).toBe('admitted')
  expect(await admit(from('198.51.100.1'), '10.0.0.1')).toBe('refused')
  expect(await admit(from('198.51.100.3'), undefined)).toBe('admitted')
  expect(await admit(from('198.51.100.4'), undefined)).toBe('refused')
})

/** Whether a value may be compared with an admission, as the compiler sees it. */
type IsAdmission<Value> = Value extends Awaited<ReturnType<Admit>> ? true : false

test('Admit promises a word of a closed union, and the promise itself is none', () => {
  const admitted: IsAdmission<'admitted'> = true
  const renamed: IsAdmission<'admits'> = false
  const promise: IsAdmission<ReturnType<Admit>> = false
  expect([admitted, renamed, promise]).toEqual([true, false, false])
})
