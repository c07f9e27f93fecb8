import { afterEach, expect } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { createGzip } from 'node:zlib'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { createExporters } from '../../../app/service/otlp/_exporters.ts'
import { verifies } from '../../requirements/verifies.ts'

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

const MEGABYTE = 1024 * 1024
const ANSWERS = 10

/** A gzip file of so many megabytes of zeros, made without ever holding them. */
async function packZeros(megabytes: number): Promise<Uint8Array> {
  const gzip = createGzip()
  const packed = new Response(gzip as never).bytes()
  const zeros = new Uint8Array(MEGABYTE)
  for (let written = 0; written < megabytes; written += 1) {
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  gzip.end()
  return await packed
}

/** A collector that answers each message with these bytes; it notes the heads that it got. */
async function startRawCollector(
  answer: (socket: Socket) => void,
): Promise<{ readonly url: string; readonly heads: readonly string[] }> {
  const heads: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      heads.push(bytes.toString())
      answer(socket)
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  stops.push(async () => void server.close())
  return { url: `http://127.0.0.1:${port}`, heads }
}

/** Sends an empty message and says what the log got. */
async function exportTo(endpoint: string): Promise<readonly string[]> {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(String(JSON.parse(line).reason)), Date.now)
  const headers: Record<string, string> = { authorization: 'Bearer of-the-collector' }
  const { spans } = createExporters(
    { endpoint, headers } as Parameters<typeof createExporters>[0],
    log,
  )
  await new Promise<void>((done) => spans.export([], () => done()))
  return lines
}

verifies(
  'otlp.stop',
  'threat 48: a collector leads nobody elsewhere, with a token or without',
  async () => {
    const other = await startRawCollector((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    for (const status of [301, 302, 303, 307, 308]) {
      const hostile = await startRawCollector((socket) => {
        const head = `HTTP/1.1 ${status} Moved\r\nlocation: ${other.url}/v1/traces\r\n`
        socket.end(`${head}content-length: 0\r\n\r\n`)
      })
      expect(await exportTo(hostile.url)).toEqual([`status ${status}`])
      expect(hostile.heads.join()).toMatch(/authorization: Bearer of-the-collector/i)
    }
    expect(other.heads).toEqual([])
  },
)

verifies(
  'otlp.stop',
  'threat 48: an answer without end, or one that unpacks without end, takes no memory',
  async () => {
    const bomb = await packZeros(1024)
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
    const packed = await startRawCollector((socket) => {
      socket.write(`${head}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    })
    const block = new Uint8Array(MEGABYTE)
    let sent = 0
    const endless = await startRawCollector((socket) => {
      const go = () => {
        while (!socket.destroyed && socket.write(block)) sent += 1
      }
      socket.on('drain', go).write(`${head}\r\n`)
      go()
    })
    const before = process.memoryUsage.rss()
    let most = before
    for (let round = 0; round < ANSWERS; round += 1) {
      for (const { url } of [packed, endless]) {
        expect(await exportTo(url)).toEqual([])
        // What was asked for is unpacked after the answer is there.
        for (let look = 0; look < 20; look += 1) {
          await Bun.sleep(5)
          most = Math.max(most, process.memoryUsage.rss())
        }
      }
    }
    expect(packed.heads.length + endless.heads.length).toBe(2 * ANSWERS)
    expect(sent).toBeLessThan(512)
    expect(most - before).toBeLessThan(128 * MEGABYTE)
  },
)
