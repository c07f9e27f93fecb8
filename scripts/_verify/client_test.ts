import { expect, test } from 'bun:test'
import { createClient } from './client.ts'
import { createPace } from './pace.ts'

const time = { nowMs: () => performance.now(), sleep: async () => {} }

function clientOf(url: string) {
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
  )
}

test('call() repeats a call that met the rate limit until it is let through', async () => {
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

test('call() gives status 0 and the reason where nobody answers', async () => {
  const client = createClient(
    'http://localhost:1',
    createPace({ mcp: 1, public: 1 }, time, () => {}),
  )
  const answer = await client.call('/llms.txt')
  expect(answer.status).toBe(0)
  expect(answer.text).toMatch(/^\w+$/)
})

test('call() follows no redirect and keeps headers that no answer may carry', async () => {
  const server = Bun.serve({
    port: 0,
    fetch: () =>
      new Response(null, { status: 308, headers: { location: '/', 'set-cookie': 'a=b' } }),
  })
  const client = clientOf(`http://localhost:${server.port}`)
  expect((await client.call('/docs')).status).toBe(308)
  expect([...client.strayHeaders()]).toEqual([['GET /docs', 'set-cookie']])
  await server.stop(true)
})

test('call() lets no more than sixteen calls run at once', async () => {
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
