import { afterAll, beforeAll, expect, test } from 'bun:test'
import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { verifies } from '../../requirements/verifies.ts'
import { OLDER } from './calls.ts'
import { type OpenDocs, openOurDocs } from './docs.ts'
import { type Endpoint, openEndpoint } from './endpoint.ts'
import { listCalls, listRefusals } from './messages.ts'
import { findPackageFaults } from './package_schemas.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

test('packageFaults() finds a message that does not fit either package', () => {
  const findIn = (method: string, body: Record<string, unknown>) =>
    findPackageFaults(method, { jsonrpc: '2.0', id: 1, ...body })
  expect(findIn('tools/list', { result: { tools: [] } })).toEqual([])
  for (const [method, result, member] of [
    ['tools/list', { tools: [{ inputSchema: { type: 'object' } }] }, 'tools.0.name'],
    ['tools/call', { content: [{ type: 'text' }] }, 'content'],
    ['resources/read', { contents: [{ text: 'x' }] }, 'contents.0'],
    ['prompts/get', { messages: [{ role: 'nobody' }] }, 'messages.0.role'],
    ['initialize', { protocolVersion: 1 }, 'protocolVersion'],
    ['ping', { more: true }, 'more'],
  ] as const) {
    const faults = findIn(method, { result }).join('\n')
    for (const name of ['core', 'sdk']) expect(faults).toMatch(`${name} ${method}: `)
    expect(faults).toContain(member)
  }
  expect(findPackageFaults('error', { jsonrpc: '2.0', id: null, error: {} })).not.toEqual([])
  expect(findIn('error', { error: { code: 'x', message: 'y' } })).not.toEqual([])
})

verifies(
  ['mcp.package_schemas', 'interface.mcp', 'mcp.tool_results'],
  'every result fits the schemas inside the official packages',
  async () => {
    const messages = listCalls(open.docs)
    const calls = messages.filter(({ method }) => method === 'tools/call')
    expect(calls.length).toBeGreaterThanOrEqual(MCP_REVISIONS.length * OPERATION_NAMES.length)
    const refused: string[] = []
    for (const { method, revision, request, title } of messages) {
      const { body } = await endpoint.send(request)
      expect(findPackageFaults(method, body), title).toEqual([])
      if ('error' in body) refused.push(`${revision} ${method}`)
    }
    // Methods that a revision does not have; all others must be results to be checked as such.
    expect(refused).toEqual([
      '2026-07-28 ping',
      ...OLDER.map((revision) => `${revision} server/discover`),
    ])
  },
)

verifies(
  ['mcp.package_schemas', 'mcp.errors'],
  'every error fits the schemas inside the official packages',
  async () => {
    for (const { method, request, title } of listRefusals()) {
      const { body } = await endpoint.send(request)
      expect(body, title).toHaveProperty('error')
      expect(findPackageFaults(method, body), title).toEqual([])
    }
  },
)
