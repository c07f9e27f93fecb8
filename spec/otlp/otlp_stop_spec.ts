import { afterEach, expect } from 'bun:test'
import { createServer } from 'node:net'
import { verifies } from '../requirements/verifies.ts'
import { freePort, type Running, startRunning } from '../support/running.ts'
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

/** How long the collector below takes: far longer than a stop may wait. */
const LATE_MS = 4000

/** A collector that answers late; it tells how many of its answers somebody still waited for. */
async function startLate(): Promise<{ readonly url: string; answers(): number }> {
  let answers = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const timer = setTimeout(() => {
        answers += 1
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
      }, LATE_MS)
      socket.once('close', () => clearTimeout(timer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, answers: () => answers }
}

/** What a collector has after the stop of a service that answered one call. */
async function collectFromStop(): Promise<Collector> {
  const collector = startCollector()
  stops.push(() => collector.stop())
  const running = await start(collector.url)
  expect(await ask(running)).toBe(200)
  expect(await running.stop()).toBe(0)
  return collector
}

verifies('otlp.stop', 'a stop sends the last spans, and the figures', async () => {
  let collector = await collectFromStop()
  // A stop waits for one second, in which a busy machine may do nothing: then it proves nothing.
  while (collector.spans().length === 0 || collector.figures().length === 0) {
    collector = await collectFromStop()
  }
  expect(collector.spans().map(({ name }) => name)).toEqual(['GET /api/public/docs/*'])
  const [point] =
    collector.figures().find(({ name }) => name === 'lectern_calls_total')?.points ?? []
  expect(point?.asDouble).toBe(1)
})

verifies('otlp.stop', 'a late collector holds up no call, and a stop does not wait', async () => {
  const late = await startLate()
  // Nothing is sent before the stop, however long the calls take.
  const running = await start(late.url, { OTEL_BSP_SCHEDULE_DELAY: '3600000' })
  for (let each = 0; each < 5; each += 1) expect(await ask(running)).toBe(200)
  expect(await running.stop()).toBe(0)
  expect(late.answers()).toBe(0)
})

verifies('otlp.stop', 'an outage of the collector is one line when it begins', async () => {
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

verifies('otlp.sampling', 'no flag and no number of a trace makes a stranger seen', async () => {
  const collector = startCollector()
  stops.push(() => collector.stop())
  const running = await start(collector.url, { OTEL_TRACES_SAMPLER_ARG: '0' })
  // The usual sampler computes its choice from the number, and takes the smallest ones always.
  const traceparent = `00-${'0'.repeat(31)}1-b7ad6b7169203331-01`
  for (let each = 0; each < 20; each += 1) expect(await ask(running, { traceparent })).toBe(200)
  expect(await running.stop()).toBe(0)
  expect(collector.spans()).toEqual([])
})
