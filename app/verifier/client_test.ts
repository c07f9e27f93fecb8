import { expect, test } from 'bun:test'
import { BOUNDS, type Bounds, createClient } from './client.ts'
import { createChecks } from './findings.ts'
import { createPace } from './pace.ts'

const time = { nowMs: () => performance.now(), sleep: async () => {} }

function clientOf(url: string, bounds: Bounds = BOUNDS) {
  let now = 0
  const clock = {
    nowMs: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
  }
  return createClient(
    url,
    createPace({ mcp: 120, public: 600 }, clock, () => {}),
    bounds,
  )
}

test('call() repeats a call that met the rate limit until it is admitted', async () => {
  let calls = 0
  const server = Bun.serve({
    port: 0,
    fetch: () => {
      calls += 1
      return new Response('yes', { status: calls < 4 ? 429 : 200 })
    },
  })
  const client = clientOf(`http://localhost:${server.port}`)
  const answer = await client.call('/mcp', { limit: 'mcp' })
  expect([answer.status, answer.text, calls, client.calls()]).toEqual([200, 'yes', 4, 4])
  await server.stop(true)
})

test('call() returns status 0 and the reason when there is no answer', async () => {
  const client = createClient(
    'http://localhost:1',
    createPace({ mcp: 1, public: 1 }, time, () => {}),
  )
  const answer = await client.call('/llms.txt')
  expect(answer.status).toBe(0)
  expect(answer.text).toMatch(/^\w+$/)
})

test('call() follows no redirect and records forbidden headers', async () => {
  const server = Bun.serve({
    port: 0,
    fetch: () =>
      new Response(null, { status: 308, headers: { location: '/', 'set-cookie': 'a=b' } }),
  })
  const client = clientOf(`http://localhost:${server.port}`)
  expect((await client.call('/docs')).status).toBe(308)
  const checks = createChecks()
  client.conduct.compare(checks.of('headers'), 1)
  expect(checks.results()[0]?.disagreements.map(({ what, found }) => [what, found])).toEqual([
    ['GET /docs', 'set-cookie'],
  ])
  await server.stop(true)
})

test('call() runs at most sixteen calls at once', async () => {
  let [running, most] = [0, 0]
  const server = Bun.serve({
    port: 0,
    fetch: async () => {
      running += 1
      most = Math.max(most, running)
      await Bun.sleep(5)
      running -= 1
      return new Response('')
    },
  })
  const client = clientOf(`http://localhost:${server.port}`)
  await Promise.all(Array.from({ length: 80 }, () => client.call('/')))
  expect([client.calls(), most]).toEqual([80, 16])
  await server.stop(true)
})

test('call() stops calling after too many failures in a row', async () => {
  let calls = 0
  const server = Bun.serve({
    port: 0,
    fetch: () => {
      calls += 1
      return new Promise<Response>(() => {})
    },
  })
  const bounds = { ...BOUNDS, callMs: 20, failuresInARow: 3, concurrent: 1 }
  const client = clientOf(`http://localhost:${server.port}`, bounds)
  const answers = await Promise.all(Array.from({ length: 30 }, () => client.call('/')))
  expect([calls, answers.every(({ status }) => status === 0)]).toEqual([3, true])
  expect(client.stopped()).toStartWith('3 calls in a row failed')
  await server.stop(true)
})

test('call() stops after too many failures or bytes in total', async () => {
  let calls = 0
  const server = Bun.serve({
    port: 0,
    fetch: () => {
      calls += 1
      return new Response('x'.repeat(calls % 2 === 0 ? 10 : 200))
    },
  })
  const url = `http://localhost:${server.port}`
  const failing = clientOf(url, { ...BOUNDS, answerBytes: 100, failures: 4, concurrent: 1 })
  for (let call = 0; call < 20; call += 1) await failing.call('/')
  expect([failing.calls(), failing.stopped()]).toEqual([7, '4 calls failed (more than 100 bytes)'])
  const greedy = clientOf(url, { ...BOUNDS, runBytes: 300, concurrent: 1 })
  for (let call = 0; call < 20; call += 1) await greedy.call('/')
  expect(greedy.stopped()).toBe('its answers add up to more than 300 bytes')
  await server.stop(true)
})

test('call() is not led to another host by a path', async () => {
  let led = 0
  const other = Bun.serve({
    port: 0,
    fetch: () => {
      led += 1
      return new Response('')
    },
  })
  const client = clientOf('http://localhost:1')
  for (const path of [`@localhost:${other.port}/x`, `.localhost:${other.port}/`, 'x', '']) {
    const { status, text } = await client.call(path)
    expect([path, status, text]).toEqual([path, 0, 'it leads to another host'])
  }
  expect([led, client.calls()]).toEqual([0, 0])
  await other.stop(true)
})
