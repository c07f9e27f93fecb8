import { expect, test } from 'bun:test'
import { BOUNDS, type Bounds, createClient } from './client.ts'
import { createChecks } from './findings.ts'
import { createPace } from './pace.ts'

function createClientOf(url: string, bounds: Bounds = BOUNDS) {
  let now = 0
  const sleep = async (ms: number) => {
    now += ms
  }
  const pace = createPace({ mcp: 120, public: 600 }, { nowMs: () => now, sleep }, () => {})
  return createClient(url, pace, bounds)
}

/** Serves the answers for one test; `answer` gets the number of the call. */
async function serveFor(
  answer: (call: number) => Response | Promise<Response>,
  use: (url: string, calls: () => number) => Promise<void>,
) {
  let calls = 0
  const fetch = () => {
    calls += 1
    return answer(calls)
  }
  const server = Bun.serve({ port: 0, fetch })
  await use(`http://localhost:${server.port}`, () => calls)
  await server.stop(true)
}

test('call() repeats a call that met the rate limit until it is admitted', async () => {
  const answer = (call: number) => new Response('yes', { status: call < 4 ? 429 : 200 })
  await serveFor(answer, async (url, calls) => {
    const client = createClientOf(url)
    const { status, text } = await client.call('/mcp', { limit: 'mcp' })
    expect([status, text, calls(), client.calls()]).toEqual([200, 'yes', 4, 4])
  })
})

test('call() returns status 0 and the reason when there is no answer', async () => {
  const answer = await createClientOf('http://localhost:1').call('/llms.txt')
  expect(answer.status).toBe(0)
  expect(answer.text).toMatch(/^\w+$/)
})

test('call() follows no redirect and records forbidden headers', async () => {
  const headers = { location: '/', 'set-cookie': 'a=b' }
  await serveFor(
    () => new Response(null, { status: 308, headers }),
    async (url) => {
      const client = createClientOf(url)
      expect((await client.call('/docs')).status).toBe(308)
      const checks = createChecks()
      client.conduct.compare(checks.of('headers'), 1)
      expect(checks.results()[0]?.disagreements.map(({ what, found }) => [what, found])).toEqual([
        ['GET /docs', 'set-cookie'],
      ])
    },
  )
})

test('call() runs at most sixteen calls at once', async () => {
  let [running, most] = [0, 0]
  const answer = async () => {
    running += 1
    most = Math.max(most, running)
    await Bun.sleep(5)
    running -= 1
    return new Response('')
  }
  await serveFor(answer, async (url) => {
    const client = createClientOf(url)
    await Promise.all(Array.from({ length: 80 }, () => client.call('/')))
    expect([client.calls(), most]).toEqual([80, 16])
  })
})

test('call() stops calling after too many failures in a row', async () => {
  const bounds = { ...BOUNDS, callMs: 20, failuresInARow: 3, concurrent: 1 }
  await serveFor(
    () => new Promise<Response>(() => {}),
    async (url) => {
      const client = createClientOf(url, bounds)
      const answers = await Promise.all(Array.from({ length: 30 }, () => client.call('/')))
      // Calls that the client made: on a busy machine one ends before the server sees it.
      expect([client.calls(), answers.every(({ status }) => status === 0)]).toEqual([3, true])
      expect(client.stopped()).toStartWith('3 calls in a row failed')
    },
  )
})

test('call() stops after too many failures or bytes in total', async () => {
  const answer = (call: number) => new Response('x'.repeat(call % 2 === 0 ? 10 : 200))
  await serveFor(answer, async (url) => {
    const failing = createClientOf(url, { ...BOUNDS, answerBytes: 100, failures: 4, concurrent: 1 })
    for (let call = 0; call < 20; call += 1) await failing.call('/')
    const reason = '4 calls failed (more than 100 bytes)'
    expect([failing.calls(), failing.stopped()]).toEqual([7, reason])
    const greedy = createClientOf(url, { ...BOUNDS, runBytes: 300, concurrent: 1 })
    for (let call = 0; call < 20; call += 1) await greedy.call('/')
    expect(greedy.stopped()).toBe('its answers add up to more than 300 bytes')
  })
})

test('call() is not led to another host by a path', async () => {
  await serveFor(
    () => new Response(''),
    async (url, calls) => {
      const host = url.replace('http://', '')
      const client = createClientOf('http://localhost:1')
      for (const path of [`@${host}/x`, `.${host}/`, 'x', '']) {
        const { status, text } = await client.call(path)
        expect([path, status, text]).toEqual([path, 0, 'it leads to another host'])
      }
      expect([calls(), client.calls()]).toEqual([0, 0])
    },
  )
})
