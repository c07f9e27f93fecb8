import { afterAll, beforeAll, expect } from 'bun:test'
import { LIMITS } from '../../../app/contract/limits.ts'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { verifies } from '../../requirements/verifies.ts'
import { call, initialize, MODERN, message, post, URL_MCP } from './calls.ts'
import { type OpenDocs, openOurDocs } from './docs.ts'
import { ALLOWED_ORIGIN, type Answer, type Endpoint, openEndpoint } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

const send = (request: Request): Promise<Answer> => endpoint.send(request)
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

verifies(
  ['mcp.get_405', 'errors.mcp_405'],
  'GET and DELETE answer 405 with Allow: POST',
  async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD']) {
      const answer = await send(new Request(URL_MCP, { method }))
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST')
      if (method === 'HEAD') continue
      expect(answer.error.code).toBe(-32600)
      expect(answer.error.message).toContain('standalone stream')
      expect(answer.error.message).toContain('removed')
      expect(answer.body).not.toHaveProperty('id')
    }
  },
)

verifies(
  'mcp.origin_absent',
  'a call without Origin is answered, without CORS fields',
  async () => {
    const answer = await send(call('2025-11-25', 'ping'))
    expect(answer.status).toBe(200)
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  },
)

verifies(
  ['mcp.origin_refused', 'errors.mcp_403', 'auth.origin_check'],
  'an Origin that is not listed exactly gets 403, whatever the method',
  async () => {
    const foreign = ['null', '', 'https://evil.example', 'http://app.example.com']
    const near = [
      `${ALLOWED_ORIGIN}:8443`,
      `${ALLOWED_ORIGIN}/`,
      'https://app.example.com.evil.test',
    ]
    for (const origin of [...foreign, ...near]) {
      for (const method of ['POST', 'GET', 'OPTIONS', 'DELETE']) {
        const answer = await send(new Request(URL_MCP, { method, headers: { origin } }))
        expect(answer.status, `${method} from "${origin}"`).toBe(403)
        expect(answer.headers.has('access-control-allow-origin')).toBe(false)
        expect(answer.body).not.toHaveProperty('id')
      }
    }
  },
)

verifies(
  'mcp.origin_refused',
  'an allowed Origin may send a preflight and read every answer',
  async () => {
    const preflight = await send(
      new Request(URL_MCP, {
        method: 'OPTIONS',
        headers: { origin: ALLOWED_ORIGIN, 'access-control-request-method': 'POST' },
      }),
    )
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN)
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    for (const name of ['content-type', 'authorization', 'mcp-protocol-version', 'mcp-method']) {
      expect(allowed).toContain(name)
    }
    const answers = [
      await send(call('2025-11-25', 'ping', {}, { origin: ALLOWED_ORIGIN })),
      await send(message({ ...ping, method: 'nothing' }, { origin: ALLOWED_ORIGIN })),
      await send(post('{', { origin: ALLOWED_ORIGIN })),
    ]
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN)
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  },
)

verifies(
  ['errors.mcp_429', 'limits.mcp_calls', 'limits.no_headers'],
  'call 121 in a minute gets 429 without any hint, and an idle minute resets the limit',
  async () => {
    expect(LIMITS.mcpCallsPerMinute).toBe(120)
    let nowMs = 0
    const limited = openEndpoint(open.docs, { callsPerMinute: 120, clock: () => nowMs })
    for (const minute of [0, 1]) {
      nowMs = minute * 60_000
      for (let count = 1; count <= 120; count += 1) {
        expect((await limited.send(message(ping))).status, `call ${count}`).toBe(200)
      }
      const answer = await limited.send(message(ping))
      expect([answer.status, answer.error.code]).toEqual([429, -32603])
      const names = [...answer.headers.keys()]
      expect(names.filter((name) => /^retry-after$|^(x-)?ratelimit/.test(name))).toEqual([])
    }
    expect((await limited.send(new Request(URL_MCP))).status).toBe(405)
  },
)

verifies(
  'mcp.early_refusal_id',
  'a refusal before the body is read names the id of a small call, and waits for no other',
  async () => {
    const limited = openEndpoint(open.docs, { callsPerMinute: 0 })
    const foreign = { origin: 'https://evil.example' }
    const declareLength = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) })
    const refuse = [
      (body: string) => limited.send(post(body, declareLength(body))),
      (body: string) => send(post(body, { ...declareLength(body), ...foreign })),
      (body: string) => send(post(body, { ...declareLength(body), 'content-type': 'text/plain' })),
    ]
    for (const [at, each] of refuse.entries()) {
      const ids = [7, 'a', 'é']
      for (const id of ids) {
        const { status, body } = await each(JSON.stringify({ ...ping, id }))
        expect([status, body.id]).toEqual([[429, 403, 415][at] ?? 0, id])
      }
      const whole = JSON.stringify(ping).padEnd(4096)
      expect((await each(whole)).body.id).toBe(1)
      for (const none of [`${whole} `, '{', '[{"id":1}]', '{"jsonrpc":"2.0","method":"ping"}']) {
        expect((await each(none)).body).not.toHaveProperty('id')
      }
      for (const id of [null, 1.5, {}]) {
        expect((await each(JSON.stringify({ ...ping, id }))).body).not.toHaveProperty('id')
      }
    }
    // All of a call came, but not the end of its body.
    const unended = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(JSON.stringify(ping))),
    })
    const unheard = await limited.send(post(unended, { 'content-length': '100' }))
    expect([unheard.status, unheard.body.id]).toEqual([429, undefined])
  },
)

verifies(
  'mcp.no_sessions',
  'session and resumption headers change nothing and none are issued',
  async () => {
    const session = { 'mcp-session-id': 'abc', 'last-event-id': '7' }
    for (const revision of MCP_REVISIONS) {
      const requests = [initialize(revision, session), call(revision, 'tools/list', {}, session)]
      for (const request of requests) {
        const answer = await send(request)
        expect(answer.status).toBe(200)
        expect(answer.headers.has('mcp-session-id')).toBe(false)
        expect(answer.headers.get('content-type')).toBe('application/json')
      }
    }
  },
)

verifies('mcp.version_header', 'every POST answer names a revision and is not stored', async () => {
  const answers = [
    await send(call(MODERN, 'tools/list')),
    await send(post('{')),
    await send(message([])),
    await send(message(ping, { 'content-type': 'text/plain' })),
    await send(post('x'.repeat(262_145))),
    await send(message(ping, { origin: 'https://evil.example' })),
    await send(message(ping, { 'mcp-protocol-version': 'v999' })),
    await send(message({ jsonrpc: '2.0', method: 'x' }, { 'mcp-protocol-version': MODERN })),
  ]
  for (const answer of answers) {
    expect(answer.headers.get('mcp-protocol-version')).toBe(MODERN)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  for (const revision of MCP_REVISIONS) {
    const versioned = [
      call(revision, 'nothing'),
      initialize(revision),
      call(revision, 'tools/list'),
    ]
    for (const request of versioned) {
      expect((await send(request)).headers.get('mcp-protocol-version')).toBe(revision)
    }
  }
})
