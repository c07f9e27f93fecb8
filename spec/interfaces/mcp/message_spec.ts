import { afterAll, beforeAll, expect } from 'bun:test'
import { LIMITS } from '../../../app/contract/limits.ts'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { verifies } from '../../requirements/verifies.ts'
import { MODERN, message, modernMeta, post } from './calls.ts'
import { changeDocs, type OpenDocs, openOurDocs } from './docs.ts'
import { type Answer, type Endpoint, openEndpoint } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

const send = (request: Request): Promise<Answer> => endpoint.send(request)
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** A body of exactly this many bytes that is a whole message. */
function createBody(bytes: number): string {
  const shell = JSON.stringify({ ...ping, params: { padding: '' } })
  return shell.replace('""', `"${'x'.repeat(bytes - shell.length)}"`)
}

function toStream(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let offset = 0
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(offset, offset + 10_000))
      offset += 10_000
    },
  })
}

verifies('mcp.content_type', 'only application/json is read, with any parameters', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
    expect((await send(message(ping, { 'content-type': type }))).status, type).toBe(200)
  }
  for (const type of [
    undefined,
    'text/plain',
    'application/json-rpc',
    'application/x-json, json',
  ]) {
    const answer = await send(message(ping, { 'content-type': type }))
    expect(answer.status, type).toBe(415)
    expect(answer.error.code).toBe(-32600)
  }
})

verifies(
  ['mcp.request_body', 'errors.mcp_413', 'limits.mcp_body'],
  'a body of exactly 262,144 bytes passes, one byte more is 413, declared or not',
  async () => {
    expect(LIMITS.callBytesMax).toBe(262_144)
    for (const form of [createBody, (bytes: number) => toStream(createBody(bytes))]) {
      expect((await send(post(form(262_144)))).status).toBe(200)
      const answer = await send(post(form(262_145)))
      expect(answer.status).toBe(413)
      expect(answer.error.code).toBe(-32600)
    }
    const declared = await send(post('{}', { 'content-length': '262145' }))
    expect(declared.status).toBe(413)
  },
)

verifies('mcp.request_body', 'anything but one JSON-RPC 2.0 object gets 400', async () => {
  for (const text of ['', '{', 'null,', '{"jsonrpc":"2.0"', '\u{feff}\u{feff}{}']) {
    const answer = await send(post(text))
    expect([answer.status, answer.error.code], text).toEqual([400, -32700])
    expect(answer.body).not.toHaveProperty('id')
  }
  const broken = await send(post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])))
  expect([broken.status, broken.error.code]).toEqual([400, -32700])
  const others = [
    null,
    1,
    'x',
    {},
    { id: 1, method: 'ping' },
    { ...ping, jsonrpc: '1.0' },
    { ...ping, method: 1 },
    { ...ping, params: [] },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]
  for (const content of others) {
    const answer = await send(message(content))
    expect([answer.status, answer.error.code], JSON.stringify(content)).toEqual([400, -32600])
  }
})

verifies('mcp.errors', 'an id comes back with its type; an unreadable one is omitted', async () => {
  for (const id of [0, -1, 42, '', '42', 'ä', 9_007_199_254_740_991]) {
    expect((await send(message({ ...ping, id }))).body.id).toBe(id)
    expect((await send(message({ ...ping, id, method: 'nothing' }))).body.id).toBe(id)
  }
  for (const id of ['null', '1.5', 'true', '[1]', '{}']) {
    const answer = await send(post(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`))
    expect([answer.status, answer.error.code], id).toEqual([400, -32600])
    expect(answer.body).not.toHaveProperty('id')
  }
})

verifies(
  ['mcp.batch_refused', 'open.batch_refusal'],
  'a batch gets 400 and -32600 in every revision, and no part of it is answered',
  async () => {
    for (const revision of MCP_REVISIONS) {
      const headers = { 'mcp-protocol-version': revision }
      for (const batch of [[], [ping], [ping, { jsonrpc: '2.0', method: 'notifications/x' }]]) {
        const answer = await send(message(batch, headers))
        expect([answer.status, answer.error.code]).toEqual([400, -32600])
        expect(answer.error.message).toContain('batch')
        expect(answer.body).not.toHaveProperty('id')
      }
    }
  },
)

verifies(
  ['mcp.notification_202', 'errors.mcp_notification'],
  'a message without id is 202 with an empty body, whatever it says',
  async () => {
    const methods = [
      'notifications/initialized',
      'notifications/cancelled',
      'tools/call',
      'nothing',
    ]
    for (const method of methods) {
      const answer = await send(message({ jsonrpc: '2.0', method }))
      expect([answer.status, answer.text], method).toEqual([202, ''])
    }
    const claims = { 'mcp-protocol-version': 'v999', 'mcp-method': 'other' }
    const params = { _meta: modernMeta('2025-06-18') }
    const answer = await send(message({ jsonrpc: '2.0', method: 'tools/call', params }, claims))
    expect([answer.status, answer.text]).toEqual([202, ''])
  },
)

verifies('mcp.notification_202', 'a tool call without id runs nothing', async () => {
  let searches = 0
  const search = () => {
    searches += 1
    return {
      outcome: 'nothing_found' as const,
      degraded: false,
      rating: 'empty' as const,
      apart: [],
      unmatched: [],
      corrected: new Map(),
      records: [],
      json: '[]',
    }
  }
  const counted = openEndpoint(changeDocs(open.docs, { search }))
  const params = { name: 'search_public_docs', arguments: { query: 'x' } }
  const tool = { jsonrpc: '2.0', method: 'tools/call', params }
  const modern = { ...params, _meta: modernMeta() }
  const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call' }
  expect((await counted.send(message(tool))).status).toBe(202)
  expect((await counted.send(message({ ...tool, params: modern }, headers))).status).toBe(202)
  expect(searches).toBe(0)
  await counted.send(message({ ...tool, id: 1 }))
  expect(searches).toBe(1)
})
