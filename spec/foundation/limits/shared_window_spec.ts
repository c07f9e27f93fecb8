import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { connectRedis } from '../../../app/foundation/limits/redis_window.ts'
import {
  createSharedWindow,
  type SharedWindow,
  type Timer,
} from '../../../app/foundation/limits/shared_window.ts'
import { verifies } from '../../requirements/verifies.ts'
import { REDIS, type Redis, startRedis } from '../../support/redis.ts'

let redis: Redis
const windows: TestWindow[] = []
const WITH_REDIS = { needs: [REDIS] }

beforeAll(async () => {
  if (REDIS.available) redis = await startRedis()
})
afterEach(async () => {
  for (const { window } of windows.splice(0)) window.close()
  if (REDIS.available) await redis.run('FLUSHALL')
})
afterAll(async () => {
  if (REDIS.available) await redis.remove()
})

type TestWindow = { readonly window: SharedWindow; readonly failures: () => number }

/** Time never passes unless a test lets it: a busy machine must not look like a slow server. */
const NEVER: Timer = () => () => undefined

async function openWindow(timer: Timer = NEVER): Promise<TestWindow> {
  let failures = 0
  const window = createSharedWindow({
    connect: connectRedis(redis.url, 'lectern:test'),
    waitMsMax: 50,
    onFailure: () => {
      failures += 1
    },
    randomId: () => crypto.randomUUID(),
    clock: () => 0,
    timer,
  })
  await window.reconnect()
  const opened = { window, failures: () => failures }
  windows.push(opened)
  return opened
}

type Word = Awaited<ReturnType<SharedWindow['count']>>

async function countWords(calls: readonly Promise<Word>[]): Promise<Record<string, number>> {
  const words = await Promise.all(calls)
  return Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]),
  )
}

function callTimes(calls: number, call: (at: number) => Promise<Word>): Promise<Word>[] {
  return Array.from({ length: calls }, (_, at) => call(at))
}

/** Makes the calls under a key older, or younger, without waiting for them to age. */
async function shiftInstants(key: string, ms: number, from = 0, to = -1): Promise<void> {
  const script = `for at, instant in ipairs(redis.call('LRANGE', KEYS[1], ARGV[2], ARGV[3])) do
    redis.call('LSET', KEYS[1], ARGV[2] + at - 1, string.format('%.0f', instant + ARGV[1]))
  end`
  await redis.run('EVAL', script, '1', key, String(ms), String(from), String(to))
}

verifies(
  ['limits.shared', 'limits.mcp_calls'],
  'three connections that call at once are given one limit, to the call',
  async () => {
    const three = await Promise.all([openWindow(), openWindow(), openWindow()])
    const calls = callTimes(
      500,
      async (at) => (await three[at % 3]?.window.count('a', 120)) ?? 'away',
    )
    expect(await countWords(calls)).toEqual({ admitted: 120, refused: 380 })
    // Another client has its own.
    expect(await three[0].window.count('b', 120)).toBe('admitted')
  },
  WITH_REDIS,
)

verifies(
  'limits.shared',
  'each call is free again one minute after it, and refused calls do not count',
  async () => {
    const { window } = await openWindow()
    await countWords(callTimes(120, () => window.count('a', 120)))
    // The newest come first: the older half is now a minute old, the younger one nearly.
    await shiftInstants('a', -60_000, 60)
    await shiftInstants('a', -50_000, 0, 59)
    const calls = () => countWords(callTimes(200, () => window.count('a', 120)))
    expect(await calls()).toEqual({ admitted: 60, refused: 140 })
    expect(await calls()).toEqual({ refused: 200 })
    expect(Number(await redis.run('PTTL', 'a'))).toBeLessThanOrEqual(60_000)
  },
  WITH_REDIS,
)

verifies(
  'limits.shared',
  'a clock that is set back locks nobody out',
  async () => {
    const { window } = await openWindow()
    await countWords(callTimes(120, () => window.count('a', 120)))
    await shiftInstants('a', 3_600_000)
    const calls = callTimes(200, () => window.count('a', 120))
    expect(await countWords(calls)).toEqual({ admitted: 120, refused: 80 })
  },
  WITH_REDIS,
)

verifies(
  'limits.shared',
  'a server that forgot its scripts counts on',
  async () => {
    const { window, failures } = await openWindow()
    await countWords(callTimes(100, () => window.count('a', 120)))
    await redis.run('SCRIPT', 'FLUSH')
    const calls = callTimes(100, () => window.count('a', 120))
    expect(await countWords(calls)).toEqual({ admitted: 20, refused: 80 })
    expect(failures()).toBe(0)
  },
  WITH_REDIS,
)

verifies(
  'limits.shared_memory',
  'a client costs a list of instants, no longer than its limit, that expires',
  async () => {
    const { window } = await openWindow()
    const bytesAfter = async (calls: number, callsMax: number) => {
      const key = `lectern:public:1abcdef:${calls}`
      await countWords(callTimes(calls, () => window.count(key, callsMax)))
      expect(Number(await redis.run('PTTL', key))).toBeGreaterThan(0)
      return Number(await redis.run('MEMORY', 'USAGE', key))
    }
    expect(await bytesAfter(1, 120)).toBeLessThanOrEqual(240)
    await countWords(callTimes(120, () => window.count('steady', 120)))
    await shiftInstants('steady', -60_000)
    await countWords(callTimes(120, () => window.count('steady', 120)))
    expect(await redis.run('LLEN', 'steady')).toBe(120)
    expect(await bytesAfter(500, 120)).toBeLessThanOrEqual(1600)
    expect(await bytesAfter(1000, 600)).toBeLessThanOrEqual(6500)
  },
  WITH_REDIS,
)

verifies(
  'limits.shared_away',
  'a frozen server delays no call by more than one wait, and later calls by none',
  async () => {
    const waits: { readonly ms: number; readonly end: () => void }[] = []
    const { window, failures } = await openWindow((ms, end) => {
      const wait = { ms, end }
      waits.push(wait)
      return () => void waits.splice(waits.indexOf(wait), 1)
    })
    redis.freeze()
    try {
      const calls = callTimes(20, () => window.count('a', 120))
      expect(waits.map(({ ms }) => ms)).toEqual(Array(20).fill(50))
      // The wait of the first call ends; no other one has to.
      waits[0]?.end()
      expect(await countWords(calls)).toEqual({ away: 20 })
      expect(await window.count('a', 120)).toBe('away')
      expect([waits.length, failures()]).toEqual([0, 1])
    } finally {
      redis.thaw()
    }
    await window.reconnect()
    expect(await window.count('b', 1)).toBe('admitted')
    expect(await window.count('b', 1)).toBe('refused')
  },
  WITH_REDIS,
)

verifies(
  'limits.shared_away',
  'calls to a server that was killed go on at once, and are counted again when it is back',
  async () => {
    const { window, failures } = await openWindow()
    expect(await window.count('a', 2)).toBe('admitted')
    await redis.kill()
    expect(await countWords(callTimes(20, () => window.count('a', 2)))).toEqual({ away: 20 })
    expect(failures()).toBe(1)
    await expect(window.reconnect()).rejects.toThrow('ECONNREFUSED')
    await redis.start()
    await window.reconnect()
    expect(await countWords(callTimes(3, () => window.count('a', 2)))).toEqual({
      admitted: 2,
      refused: 1,
    })
  },
  WITH_REDIS,
)

verifies(
  'limits.shared_away',
  'a server that is full, or only a copy, is away with the reason',
  async () => {
    const { window, failures } = await openWindow()
    const faults = [
      [['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], 'OOM'],
      [['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], 'READONLY'],
    ] as const
    for (const [at, [begin, end, reason]] of faults.entries()) {
      await redis.run(...begin)
      expect(await window.count('a', 120)).toBe('away')
      expect(failures()).toBe(at + 1)
      await expect(window.reconnect()).rejects.toThrow(reason)
      await redis.run(...end)
      await window.reconnect()
      expect(await window.count('a', 120)).toBe('admitted')
    }
  },
  WITH_REDIS,
)
