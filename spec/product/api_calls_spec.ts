import { expect } from 'bun:test'
import { importSigningKey, signApiCall } from '../../app/business/tools/adapters/http_signature.ts'
import { verifies } from '../requirements/verifies.ts'
import { createProductApi } from './api.ts'
import vectors from './api_call_vectors.json' with { type: 'json' }
import { createProduct } from './product.ts'
import { sendRaw } from './raw_request.ts'
import { callOf, connect, READER, readExampleWorkspace, SECRET } from './running_product.ts'
import { createApiGuard, createHandler } from './typescript/mod.ts'

type Vector = Omit<(typeof vectors.cases)[number], 'headers'> & {
  /** The clock of this case alone. */
  readonly now_ms?: number | undefined
  /** A list for a header that comes more than once. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}
const CASES: readonly Vector[] = vectors.cases

function writeRequest({ method, target, headers, body, body_bytes }: Vector): Request {
  const given = new Headers()
  for (const [name, values = []] of Object.entries(headers)) {
    for (const value of [values].flat()) given.append(name, value)
  }
  const sent = body === '' ? {} : { body: body.padEnd(body_bytes ?? 0) }
  return new Request(`http://product${target}`, { method, headers: given, ...sent })
}

verifies('product_check.api_packages', 'verifyApiCall answers each vector', async () => {
  for (const vector of CASES) {
    const { secrets, now_s } = vectors
    const clock = () => vector.now_ms ?? now_s * 1000
    const verifyApiCall = createApiGuard({ secrets, clock })
    const request = writeRequest(vector)
    const found = await verifyApiCall(request)
    const status = found.taken ? 200 : found.status
    expect([vector.name, status]).toEqual([vector.name, vector.status])
    if (!found.taken) continue
    const { place, idempotencyKey, approvalId, ...call } = found.call
    const keys = { idempotency_key: idempotencyKey, approval_id: approvalId }
    const expected = { ...keys, target: vector.target, ...vector.call }
    expect({ ...call, ...place, ...keys }).toEqual(expected as never)
    expect(await request.text()).toBe(vector.body)
    expect(await verifyApiCall(writeRequest(vector))).toEqual({ taken: false, status: 409 })
  }
})

verifies('product_check.api_packages', 'a Host that makes no address is refused', async () => {
  const { secrets } = vectors
  const verifyApiCall = createApiGuard({ secrets })
  const product = { operations: {}, recordTypes: [], businesses: () => [] }
  const handle = createHandler({ basePath: '/lectern', secrets, product })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      if (!request.url.includes('/api')) return await handle(request)
      const found = await verifyApiCall(request)
      return new Response(null, { status: found.taken ? 200 : found.status })
    },
  })
  for (const target of ['/api', '/lectern/describe']) {
    for (const host of ['[', '', 'a b', 'a:99999999']) {
      expect([host, await sendRaw(server.url.origin, { target, host })]).toEqual([host, 400])
    }
  }
  await server.stop(true)
})

verifies('product_check.api_packages', 'a body is read before a call is refused', async () => {
  const verifyApiCall = createApiGuard({ secrets: vectors.secrets })
  const part = new Uint8Array(64 * 1024)
  // Neither the context nor a time, an id or a type.
  const read = async (headers: HeadersInit) => {
    let count = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        count += 1
        controller.enqueue(part)
        if (count === 7 * 16) controller.close()
      },
    })
    const found = await verifyApiCall(
      new Request('http://product/api', { method: 'POST', headers, body }),
    )
    return { status: found.taken ? 200 : found.status, count }
  }
  expect(await read({})).toEqual({ status: 401, count: 7 * 16 })
  expect(await read({ 'Lectern-Context': 'e30' })).toEqual({ status: 401, count: 7 * 16 })
})

verifies('product_check.api_packages', 'a secret has 32 characters', () => {
  const make = (secret: string) => () => createApiGuard({ secrets: [secret] })
  expect(make('é'.repeat(32))).not.toThrow()
  for (const secret of ['é'.repeat(31), '😀'.repeat(16)]) {
    expect(make(secret)).toThrow('one or two of 32 characters')
  }
})

verifies('product_check.api_packages', 'the service signs as the vectors do', async () => {
  const key = await importSigningKey(vectors.secrets[0] ?? '')
  for (const { method, target, headers, body } of CASES.slice(0, 2)) {
    const signed = await signApiCall(key, {
      ...{ method, target, body: new TextEncoder().encode(body) },
      context: `${headers['Lectern-Context']}`,
      timestampS: vectors.now_s,
      requestId: `${headers['Lectern-Request-Id']}`,
    })
    const { 'Lectern-Key': _, ...proof } = signed
    expect(headers).toMatchObject(proof)
  }
})

verifies('product_check.api_packages', 'the API of the example answers the service', async () => {
  const workspace = await readExampleWorkspace()
  const shared = { workspace, secrets: [SECRET], clock: Date.now }
  const answer = createProduct({ ...shared, basePath: '/lectern' })
  const answerApi = createProductApi({ ...shared, basePath: '/api' })
  const { domain, reasons } = connect('https://product/lectern', {
    apiUrl: 'https://product/api',
    fetch: (url, init) => (url.includes('/api/') ? answerApi : answer)(new Request(url, init)),
  })
  const list = callOf(
    'note.list',
    {},
    {
      records: ['memory_note'],
      http: {
        method: 'GET',
        path: '/businesses/{business}/notes',
        inputs: [
          { grant: 'business', in: 'path', name: 'business' },
          { grant: 'business', in: 'header', name: 'X-Business' },
        ],
        answer: {
          type: 'memory_note',
          at: ['notes'],
          id: 'id',
          business: 'business',
          fields: ['text'],
        },
      },
    },
  )
  const found = await domain.call(READER, list)
  expect(reasons).toEqual([])
  expect(found.outcome === 'records' && found.records.length > 0).toBe(true)
  expect(await domain.call({ ...READER, userId: 'ben' }, list)).toEqual({ outcome: 'inactive' })
})

verifies('domain.http_api', 'ids in another script are encoded, or nothing is sent', async () => {
  let asked = 0
  let named = encodeURIComponent('パン屋')
  const { domain, reasons } = connect('https://product/lectern', {
    apiUrl: 'https://product/api',
    fetch: async (url) => {
      if (url.endsWith('/standing')) return Response.json({ standing: 'active', may_decide: false })
      asked += 1
      const headers = { 'lectern-business': named }
      return Response.json({ notes: [{ id: '1', text: 'Rye' }] }, { headers })
    },
  })
  const answer = { type: 'memory_note', at: ['notes'], id: 'id', fields: ['text'] }
  const read = async (place: string) => {
    const inputs = [{ grant: 'business', in: place, name: 'X-Business' }]
    const http = { method: 'GET', path: '/notes', inputs, answer }
    const list = callOf('note.list', {}, { records: ['memory_note'], http })
    return (await domain.call({ ...READER, businessId: 'パン屋' }, list)).outcome
  }
  expect(await read('query')).toBe('records')
  named = encodeURIComponent('八百屋')
  expect(await read('query')).toBe('unavailable')
  expect([await read('header'), asked]).toEqual(['unavailable', 2])
  expect(reasons.at(-1)).toBe('header')
})
