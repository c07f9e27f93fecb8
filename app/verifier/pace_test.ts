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

test('turn() lets a whole minute go at once and then waits until the first has left', async () => {
  const { pace, said, nowMs } = paceOf(3)
  for (let call = 0; call < 3; call += 1) await pace.turn('mcp')
  expect(nowMs()).toBe(1000)
  await Promise.all([pace.turn('mcp'), pace.turn('mcp'), pace.turn('mcp'), pace.turn('mcp')])
  expect(said).toEqual(['Waiting 61 s: 3 MCP calls a minute', 'Waiting 61 s: 3 MCP calls a minute'])
  expect(nowMs()).toBe(1000 + 2 * 61_000)
  expect(pace.tally()).toEqual({ mcp: 7, public: 0, waitedMs: 122_000 })
})

test('turn() never lets more calls into any window than the limit', async () => {
  const { pace, nowMs } = paceOf(5)
  const times: number[] = []
  for (let call = 0; call < 40; call += 1) {
    await pace.turn('mcp')
    times.push(nowMs())
  }
  for (const [index, time] of times.entries()) {
    const later = times[index + 5]
    if (later !== undefined) expect(later - time).toBeGreaterThanOrEqual(61_000)
  }
})

test('turn() counts the two limits apart', async () => {
  const { pace, nowMs } = paceOf(1)
  await pace.turn('mcp')
  await pace.turn('public')
  expect(nowMs()).toBe(1000)
})

test('turn() waits after a refusal that it did not expect', async () => {
  const { pace, said, nowMs } = paceOf(10)
  await pace.turn('mcp')
  pace.refused('mcp')
  pace.refused('mcp')
  await pace.turn('mcp')
  expect(nowMs()).toBe(6000)
  expect(said).toEqual(['Waiting 5 s: the service refuses MCP calls of this address'])
})
