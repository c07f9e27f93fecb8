import { expect, test } from 'bun:test'
import { createPace } from './pace.ts'

/** A clock that moves only when somebody sleeps. */
function paceOf(mcp: number) {
  const said: string[] = []
  let now = 1000
  const time = {
    nowMs: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
  }
  const pace = createPace({ mcp, public: 600 }, time, (line) => said.push(line))
  return { pace, said, nowMs: () => now }
}

test('waitForTurn() admits a minute of calls at once, then waits for the first', async () => {
  const { pace, said, nowMs } = paceOf(3)
  for (let call = 0; call < 3; call += 1) await pace.waitForTurn('mcp')
  expect(nowMs()).toBe(1000)
  await Promise.all([
    pace.waitForTurn('mcp'),
    pace.waitForTurn('mcp'),
    pace.waitForTurn('mcp'),
    pace.waitForTurn('mcp'),
  ])
  expect(said).toEqual([
    'Waiting 61 s: 3 MCP calls per minute',
    'Waiting 61 s: 3 MCP calls per minute',
  ])
  expect(nowMs()).toBe(1000 + 2 * 61_000)
  expect(pace.tally()).toEqual({ mcp: 7, public: 0, waitedMs: 122_000 })
})

test('waitForTurn() never admits more than the limit in any period', async () => {
  const { pace, nowMs } = paceOf(5)
  const times: number[] = []
  for (let call = 0; call < 40; call += 1) {
    await pace.waitForTurn('mcp')
    times.push(nowMs())
  }
  for (const [index, time] of times.entries()) {
    const later = times[index + 5]
    if (later !== undefined) expect(later - time).toBeGreaterThanOrEqual(61_000)
  }
})

test('waitForTurn() counts the two limits apart', async () => {
  const { pace, nowMs } = paceOf(1)
  await pace.waitForTurn('mcp')
  await pace.waitForTurn('public')
  expect(nowMs()).toBe(1000)
})

test('waitForTurn() waits after an unexpected refusal', async () => {
  const { pace, said, nowMs } = paceOf(10)
  await pace.waitForTurn('mcp')
  pace.pause('mcp')
  pace.pause('mcp')
  await pace.waitForTurn('mcp')
  expect(nowMs()).toBe(6000)
  expect(said).toEqual(['Waiting 5 s: the service refuses MCP calls from this address'])
})
