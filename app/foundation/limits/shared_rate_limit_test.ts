import { expect, test } from 'bun:test'
import { parseAddress } from './address_range.ts'
import { createSharedRateLimit } from './shared_rate_limit.ts'
import type { SharedWindow } from './shared_window.ts'

type Options = { readonly callsPerMinute?: number; readonly replicas?: number }

/** A limit over a window that says what the test says, and the clock of the process. */
function startLimit({ callsPerMinute = 120, replicas = 3 }: Options = {}) {
  let [answer, nowMs]: [Awaited<ReturnType<SharedWindow['count']>>, number] = ['admitted', 0]
  let returnedMs = Number.NEGATIVE_INFINITY
  const keys: string[] = []
  const limit = createSharedRateLimit({
    callsPerMinute,
    overrides: [],
    window: {
      count: async (key, callsMax) => {
        keys.push(`${key} ${callsMax}`)
        return answer
      },
      ask: async () => 'away',
      reconnect: async () => undefined,
      returnedMs: () => returnedMs,
      close: () => undefined,
    },
    keyPrefix: 'test:',
    replicas,
    clock: () => nowMs,
  })
  const countAdmitted = async (calls: number, address = '192.0.2.1') => {
    const admissions = Array.from({ length: calls }, () => limit.admit(parseAddress(address)))
    return (await Promise.all(admissions)).filter((word) => word === 'admitted').length
  }
  return {
    countAdmitted,
    keys,
    says: (word: typeof answer) => {
      answer = word
    },
    returns: () => {
      answer = 'admitted'
      returnedMs = nowMs
    },
    passes: (ms: number) => {
      nowMs += ms
    },
  }
}

test('createSharedRateLimit() says what the window says, under one key for a client', async () => {
  const { countAdmitted, keys, says } = startLimit()
  expect(await countAdmitted(100)).toBe(100)
  says('refused')
  expect(await countAdmitted(1, '2001:db8::1')).toBe(0)
  expect(await countAdmitted(1, '2001:db8::2')).toBe(0)
  expect(new Set(keys)).toEqual(new Set(['test:192.0.2.1 120', 'test:32.1.13.184.0.0.0.0/64 120']))
})

test('createSharedRateLimit() admits the limit in a process whose window forgets', async () => {
  const { countAdmitted, passes } = startLimit()
  expect(await countAdmitted(500)).toBe(120)
  expect(await countAdmitted(500, '192.0.2.2')).toBe(120)
  passes(60_000)
  expect(await countAdmitted(500)).toBe(120)
})

test('createSharedRateLimit() refuses nobody for a counter that others share', async () => {
  const { countAdmitted } = startLimit()
  for (let client = 0; client < 20_000; client += 1) {
    await countAdmitted(1, `10.${client >> 14}.${(client >> 7) & 127}.${client & 127}`)
  }
  expect(await countAdmitted(500)).toBe(500)
})

test('createSharedRateLimit() admits the share of a process while the window is away', async () => {
  const { countAdmitted, says, passes } = startLimit()
  says('away')
  expect(await countAdmitted(500)).toBe(40)
  passes(59_999)
  expect(await countAdmitted(500)).toBe(0)
  passes(1)
  expect(await countAdmitted(500)).toBe(40)
})

test('createSharedRateLimit() admits one call where there are more replicas', async () => {
  const { countAdmitted, says } = startLimit({ callsPerMinute: 2, replicas: 5 })
  says('away')
  expect(await countAdmitted(9)).toBe(1)
})

test('createSharedRateLimit() gives nobody a new allowance when the window goes away', async () => {
  const { countAdmitted, says, passes } = startLimit()
  expect(await countAdmitted(30)).toBe(30)
  says('away')
  expect(await countAdmitted(500)).toBe(10)
  expect(await countAdmitted(500, '192.0.2.2')).toBe(40)
  passes(60_000)
  expect(await countAdmitted(500)).toBe(40)
})

test('createSharedRateLimit() keeps to the share for a minute after an outage', async () => {
  const { countAdmitted, says, returns, passes } = startLimit()
  says('away')
  expect(await countAdmitted(500)).toBe(40)
  returns()
  expect(await countAdmitted(500)).toBe(0)
  expect(await countAdmitted(500, '192.0.2.2')).toBe(40)
  says('refused')
  expect(await countAdmitted(1, '192.0.2.3')).toBe(0)
  says('admitted')
  passes(60_000)
  expect(await countAdmitted(100)).toBe(100)
})
