import { expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import type { DomainOutcome } from '../../app/contract/domain.ts'
import { StoreUnavailable } from '../../app/foundation/store/port.ts'
import { verifies } from '../requirements/verifies.ts'
import { callOf, connect, READER, WRITER } from './running_product.ts'

type Answering = (request: Request) => Response | Promise<Response>

const HERE = { userId: 'ada', workspaceId: 'ws_quillfeather', businessId: 'biz_bakery' }
const CALL = () => callOf('record.list', { type: 'job' }, { kind: 'write' })
const RECORD = { type: 'job', id: 'job_1', business_id: 'biz_bakery', fields: {} }
const RECORDS = { outcome: 'records', records: [RECORD], more: false }

type Interpretation = {
  readonly read: DomainOutcome
  readonly written: DomainOutcome
  readonly reasons: readonly string[]
}

/** How the service interprets an answer, for a reader and for a writer. */
async function probe(answering: Answering): Promise<Interpretation> {
  await using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answering })
  const { domain, reasons } = connect(server.url.origin)
  const [read, written] = [await domain.call(READER, CALL()), await domain.call(WRITER, CALL())]
  return { read, written, reasons }
}

/** Nothing may have been done. */
function refusal(reason: string): Interpretation {
  const outcome = { outcome: 'unavailable' } as const
  return { read: outcome, written: outcome, reasons: [reason, reason] }
}

/** Nobody knows what was done; a reader did nothing. */
function loss(reason: string): Interpretation {
  const [read, written] = [{ outcome: 'unavailable' }, { outcome: 'unknown' }] as const
  return { read, written, reasons: [reason, reason] }
}

const json = (value: unknown) => () => Response.json(value)
const text = (body: string, type: string) => () =>
  new Response(body, { headers: { 'content-type': type } })

const MALFORMED: Readonly<Record<string, unknown>> = {
  'no object': [],
  nothing: null,
  'no outcome': {},
  'an outcome that is not known': { outcome: 'archived' },
  'an outcome of our own': { outcome: 'unknown' },
  'a member too many': { outcome: 'inactive', business_id: 'biz_bakery' },
  'a member too few': { outcome: 'records', records: [] },
  'a number for a text': { outcome: 'held', reason: 7 },
  'a text of two lines': { outcome: 'conflict', message: 'One\nTwo' },
  'a text without an end': { outcome: 'held', reason: 'x'.repeat(501) },
  'a record without a business': { ...RECORDS, records: [{ type: 'job', id: 'a', fields: {} }] },
  'a record with two businesses': {
    ...RECORDS,
    records: [{ ...RECORD, business_ids: ['biz_bakery', 'biz_cycles'] }],
  },
  'fields that are a list': { ...RECORDS, records: [{ ...RECORD, fields: [] }] },
}

for (const [what, value] of Object.entries(MALFORMED)) {
  test(`an answer with ${what} is rejected`, async () => {
    expect(await probe(json(value))).toEqual(loss('schema'))
  })
}

verifies(
  'domain.http_closed',
  'one record of another business, or of another type, invalidates the whole answer',
  async () => {
    const foreign = { ...RECORD, id: 'job_2', business_id: 'biz_cycles' }
    const unlisted = { ...RECORD, id: 'note_1', type: 'internal_note' }
    const { reasons } = loss('foreign_record')
    const marked: Interpretation = {
      read: { outcome: 'unavailable', foreignRecord: true },
      written: { outcome: 'unknown', foreignRecord: true },
      reasons,
    }
    for (const record of [foreign, unlisted]) {
      expect(await probe(json({ ...RECORDS, records: [RECORD, record] }))).toEqual(marked)
      const applied = { outcome: 'applied', result: {}, records: [record] }
      expect(await probe(json(applied))).toEqual(marked)
    }
    expect((await probe(json(RECORDS))).reasons).toEqual([])
  },
)

test('the product may report itself unavailable', async () => {
  const outcome = { outcome: 'unavailable' } as const
  expect(await probe(json(outcome))).toEqual({ read: outcome, written: outcome, reasons: [] })
})

test('an answer that is not JSON, or not declared as JSON, is rejected', async () => {
  const good = JSON.stringify(RECORDS)
  expect(await probe(text(good, 'text/html'))).toEqual(loss('not_json'))
  expect(await probe(text(good, 'application/jsonp'))).toEqual(loss('not_json'))
  expect(await probe(text(good, 'application/json; charset=utf-8'))).toMatchObject({ reasons: [] })
  expect(await probe(text('<p>', 'application/json'))).toEqual(loss('not_json'))
  expect(await probe(text('', 'application/json'))).toEqual(loss('not_json'))
  const bytes = new Uint8Array([0x22, 0xff, 0x22])
  const headers = { 'content-type': 'application/json' }
  expect(await probe(() => new Response(bytes, { headers }))).toEqual(loss('not_json'))
  const packed = Bun.gzipSync(good)
  const coded = { headers: { ...headers, 'content-encoding': 'gzip' } }
  expect(await probe(() => new Response(packed, coded))).toEqual(loss('encoded'))
})

test('an answer that is too deep or sets a prototype is rejected', async () => {
  const answer = (fields: string) =>
    `{"outcome":"records","records":[{"type":"job","id":"a","business_id":"biz_bakery",` +
    `"fields":${fields}}],"more":false}`
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect(await probe(text(answer(deep), 'application/json'))).toEqual(loss('unsafe'))
  const hidden = '{"a":{"__proto__":{"admin":true}}}'
  expect(await probe(text(answer(hidden), 'application/json'))).toEqual(loss('unsafe'))
  expect((await probe(text(answer('{"a":[{"b":1}]}'), 'application/json'))).reasons).toEqual([])
})

test('a mebibyte is accepted, a byte more is not, and an endless body is dropped', async () => {
  const ofSize = (bytes: number) => {
    const around = JSON.stringify({ outcome: 'applied', result: { text: '' }, records: [] })
    const text = 'x'.repeat(bytes - around.length)
    return json({ outcome: 'applied', result: { text }, records: [] })
  }
  expect((await probe(ofSize(1024 * 1024))).reasons).toEqual([])
  expect(await probe(ofSize(1024 * 1024 + 1))).toEqual(loss('too_large'))
  const endless: Answering = () => {
    const chunk = new Uint8Array(64 * 1024).fill(0x20)
    const body = new ReadableStream({ pull: (stream) => stream.enqueue(chunk) })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  expect(await probe(endless)).toEqual(loss('too_large'))
})

test('a redirect is not followed', async () => {
  let reached = 0
  await using elsewhere = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      reached++
      return Response.json(RECORDS)
    },
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const answer = await probe(() => Response.redirect(elsewhere.url.href, status))
    expect(answer).toEqual(loss(`status_${status}`))
  }
  expect(reached).toBe(0)
})

test('a status tells whether anything may have been done', async () => {
  for (const status of [400, 401, 404, 405, 411, 413, 414, 415, 421, 426, 428, 429, 431]) {
    const answer = await probe(() => Response.json(RECORDS, { status }))
    expect(answer).toEqual(refusal(`status_${status}`))
  }
  for (const status of [201, 206, 403, 406, 408, 409, 500, 502, 503, 504]) {
    const answer = await probe(() => Response.json(RECORDS, { status }))
    expect(answer).toEqual(loss(`status_${status}`))
  }
})

test('nobody waits beyond the deadline, for the head or the end of an answer', async () => {
  // By a clock that stands still the call is sent, however late its turn comes.
  const soon = { ...CALL(), deadline: 150 }
  const halfway: Answering = () => {
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"outcome":')),
    })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
  for (const answering of [() => new Promise<Response>(() => {}), halfway]) {
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answering })
    const { domain, reasons } = connect(server.url.origin, { clock: () => 0 })
    expect(await domain.call(WRITER, soon)).toEqual({ outcome: 'unknown' })
    expect(await domain.call(READER, soon)).toEqual({ outcome: 'unavailable' })
    expect(reasons).toEqual(['deadline', 'deadline'])
    await server.stop(true)
  }
})

verifies(
  'domain.http_closed',
  'a connection that drops leaves a write unknown, whenever it drops',
  async () => {
    const dropping: Readonly<Record<string, (socket: Socket) => void>> = {
      'before the request': (socket) => socket.destroy(),
      'after the request': (socket) => socket.on('data', () => socket.destroy()),
      'with a reset': (socket) => socket.on('data', () => socket.resetAndDestroy()),
      'within the head': (socket) => socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncont')),
      'within the body': (socket) =>
        socket.on('data', () => {
          const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n'
          socket.end(`${head}\r\n{"outcome":"appl`)
        }),
    }
    for (const [when, drop] of Object.entries(dropping)) {
      let requests = 0
      const server = createServer((socket) => {
        requests++
        socket.on('error', () => {})
        drop(socket)
      })
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const { domain, reasons } = connect(`http://127.0.0.1:${port}`)
      expect([when, await domain.call(WRITER, CALL())]).toEqual([when, { outcome: 'unknown' }])
      expect(reasons).toEqual(['connection'])
      // Nothing is resent automatically.
      expect([when, requests]).toEqual([when, 1])
      server.close()
    }
  },
)

test('a write that drops on a reused connection is not sent again', async () => {
  let requests = 0
  await using server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: (socket, bytes) => {
        requests += Number(bytes.toString().startsWith('POST'))
        const head =
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n'
        if (requests === 1) socket.write(`${head}{"outcome":"denied"}`)
        else socket.terminate()
      },
    },
  })
  const { domain } = connect(`http://127.0.0.1:${server.port}`)
  expect(await domain.call(WRITER, CALL())).toEqual({ outcome: 'denied' })
  expect(await domain.call(WRITER, CALL())).toEqual({ outcome: 'unknown' })
  expect(requests).toBe(2)
})

test('a product with malformed answers has no standing and no businesses', async () => {
  for (const value of [{ standing: 'yes' }, { businesses: [{}] }, { operations: ['../x'] }]) {
    await using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: json(value) })
    const { domain } = connect(server.url.origin)
    expect(await domain.standing(HERE)).toBe('unavailable')
    expect(await domain.mayDecide?.(HERE)).toBe(false)
    await expect(domain.businessesOf('ada')).rejects.toThrow(StoreUnavailable)
    await expect(domain.describe()).rejects.toThrow(StoreUnavailable)
  }
})
