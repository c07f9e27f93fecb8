import { afterEach, expect } from 'bun:test'
import { createExporters } from '../../app/otlp/_exporters.ts'
import { createLog } from '../../app/telemetry/log.ts'
import { verifies } from '../requirements/verifies.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

verifies('otlp.stop', 'an outage is one line, whenever older messages are given up', async () => {
  const answers: PromiseWithResolvers<Response>[] = []
  const arrivals: PromiseWithResolvers<void>[] = Array.from({ length: 4 }, () =>
    Promise.withResolvers(),
  )
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async () => {
      const answer = Promise.withResolvers<Response>()
      answers.push(answer)
      arrivals[answers.length - 1]?.resolve()
      return await answer.promise
    },
  })
  stops.push(() => server.stop(true))
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(String(JSON.parse(line).event)), Date.now)
  const { spans } = createExporters(
    { endpoint: server.url.origin, headers: {} } as Parameters<typeof createExporters>[0],
    log,
  )
  const sent: Promise<void>[] = []
  for (const arrival of arrivals.slice(0, 3)) {
    sent.push(new Promise((done) => spans.export([], () => done())))
    await arrival.promise
  }
  const answer = async (at: number, status: number) => {
    answers[at]?.resolve(new Response(null, { status }))
    await sent[at]
  }
  await answer(1, 503)
  await answer(2, 200)
  await answer(0, 503)
  expect(lines).toEqual(['collector_away', 'collector_back'])
})
