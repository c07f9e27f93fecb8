import { afterEach, expect } from 'bun:test'
import { createServer } from 'node:net'
import { verifiesLong } from '../../requirements/verifies.ts'
import { freePort, type Running, startRunning } from '../../support/running.ts'
import { waitUntil } from '../../support/wait_until.ts'
import { type Collector, startCollector } from './collector.ts'

const stops: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function start(endpoint: string, env: Readonly<Record<string, string>> = {}) {
  const OTEL_EXPORTER_OTLP_ENDPOINT = endpoint
  return await startRunning({ env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT } })
}

const ask = async ({ url }: Running, headers: Readonly<Record<string, string>> = {}) =>
  (await fetch(`${url}/api/public/docs/status`, { headers })).status

/** How long the collector below takes from a stop on: far longer than a stop may wait. */
const LATE_MS = 4000

type LateCollector = {
  readonly url: string
  /** Messages that it holds now, and those that nobody waits for any more. */
  held(): number
  ended(): number
  /** How many of its answers somebody still waited for. */
  answers(): number
  /** Begins to answer what it holds and what comes. */
  answerLate(): void
}

/** A collector that holds whatever it gets, and answers late when it is told to answer. */
async function startLate(): Promise<LateCollector> {
  let [received, ended, answers] = [0, 0, 0]
  const begin = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      received += 1
      let isOpen = true
      socket.once('close', () => {
        isOpen = false
        ended += 1
      })
      void begin.promise.then(async () => {
        await Bun.sleep(LATE_MS)
        if (!isOpen) return
        answers += 1
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    held: () => received - ended,
    ended: () => ended,
    answers: () => answers,
    answerLate: begin.resolve,
  }
}

/** What the product gives a collector at a stop; one that ends sooner has no excuse. */
const STOP_MS = 1000
const TRIES_MAX = 10

/** What a collector has after the stop of a service that answered one call. */
async function collectFromStop(): Promise<{ collector: Collector; hasAll: boolean; ms: number }> {
  const collector = startCollector()
  stops.push(() => collector.stop())
  const running = await start(collector.url)
  expect(await ask(running)).toBe(200)
  const startMs = performance.now()
  expect(await running.stop()).toBe(0)
  const ms = performance.now() - startMs
  return { collector, hasAll: collector.spans().length * collector.figures().length > 0, ms }
}

verifiesLong('otlp.stop', 'a stop sends the last spans, and the figures', async () => {
  let stopped = await collectFromStop()
  // In its whole second a stop may do nothing on a busy machine: that alone proves nothing.
  for (let tries = 1; !stopped.hasAll && stopped.ms >= STOP_MS && tries < TRIES_MAX; tries += 1) {
    stopped = await collectFromStop()
  }
  const { collector } = stopped
  expect(collector.spans().map(({ name }) => name)).toEqual(['GET /api/public/docs/*'])
  const [point] =
    collector.figures().find(({ name }) => name === 'lectern_calls_total')?.points ?? []
  expect(point?.asDouble).toBe(1)
})

verifiesLong(
  'otlp.stop',
  'a late collector holds up no call, and a stop does not wait',
  async () => {
    const late = await startLate()
    const running = await start(late.url, { OTEL_BSP_SCHEDULE_DELAY: '50' })
    expect(await ask(running)).toBe(200)
    let isHeldThroughout = false
    // A busy machine may need longer for a call than the service waits for a collector.
    for (let tries = 0; !isHeldThroughout && tries < TRIES_MAX; tries += 1) {
      await waitUntil(() => late.held() > 0)
      const endedBefore = late.ended()
      expect(await ask(running)).toBe(200)
      isHeldThroughout = late.ended() === endedBefore
    }
    expect(isHeldThroughout).toBe(true)
    late.answerLate()
    expect(await running.stop()).toBe(0)
    expect(late.answers()).toBe(0)
  },
)

verifiesLong('otlp.stop', 'an outage of the collector is one line when it begins', async () => {
  const running = await start(`http://127.0.0.1:${await freePort()}`, {
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  const lines = () => running.log().filter(({ event }) => event === 'collector_away')
  const spans = async () => {
    for (let each = 0; each < 5; each += 1) {
      expect(await ask(running)).toBe(200)
      await Bun.sleep(100)
    }
  }
  await spans()
  while (lines().length === 0) await Bun.sleep(50)
  await spans()
  expect(await running.stop()).toBe(0)
  expect(lines()).toMatchObject([{ level: 'warn', reason: expect.any(String) }])
  expect(JSON.stringify(lines())).not.toContain('127.0.0.1')
})

verifiesLong(
  'otlp.sampling',
  'no flag and no number of a trace makes a stranger seen',
  async () => {
    const collector = startCollector()
    stops.push(() => collector.stop())
    const running = await start(collector.url, { OTEL_TRACES_SAMPLER_ARG: '0' })
    // The usual sampler computes its choice from the number, and takes the smallest ones always.
    const traceparent = `00-${'0'.repeat(31)}1-b7ad6b7169203331-01`
    for (let each = 0; each < 20; each += 1) expect(await ask(running, { traceparent })).toBe(200)
    expect(await running.stop()).toBe(0)
    expect(collector.spans()).toEqual([])
  },
)
