import { afterAll, beforeAll, expect } from 'bun:test'
import { MCP_REVISIONS, type McpRevision } from '../app/contract/protocol.ts'
import { call, initialize, MODERN, message, OLDER, type Params } from './_mcp/calls.ts'
import { type OpenDocs, openOurDocs } from './_mcp/docs.ts'
import { type Answer, type Endpoint, openEndpoint } from './_mcp/endpoint.ts'
import { PUBLISHED_SCHEMAS, schemaFaults } from './_mcp/schemas.ts'
import { testWith, verifies } from './_verifies.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
}, 60_000)
afterAll(async () => await open.close())

/** What the schema of the revision that the answer itself names has against it. */
async function faultsOf(method: string, request: Request): Promise<readonly string[]> {
  const answer: Answer = await endpoint.send(request)
  const revision = answer.headers.get('mcp-protocol-version') as McpRevision
  return schemaFaults(revision, method, answer.body)
}

function calls(): readonly (readonly [string, Params])[] {
  const { resources, prompts } = open.docs.current().registry
  const listed = open.docs.current().pages(1)
  const id = listed.ok ? listed.value.records[0]?.id : 'none'
  return [
    ['ping', {}],
    ['server/discover', {}],
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['prompts/list', {}],
    ...resources.map(({ uri }) => ['resources/read', { uri }] as const),
    ...prompts.map(({ name }) => {
      const args = { question: 'x', feature: 'x' }
      return ['prompts/get', { name, arguments: args }] as const
    }),
    ['tools/call', { name: 'search_public_docs', arguments: { query: 'limit' } }],
    ['tools/call', { name: 'search_public_docs', arguments: {} }],
    ['tools/call', { name: 'read_page', arguments: { id } }],
    ['tools/call', { name: 'list_changes', arguments: {} }],
  ]
}

testWith([PUBLISHED_SCHEMAS], 'schemaFaults() finds a message that does not fit', () => {
  const listed = { jsonrpc: '2.0', id: 1, result: { tools: [] } }
  expect(schemaFaults('2025-11-25', 'tools/list', listed)).toEqual([])
  expect(schemaFaults(MODERN, 'tools/list', listed).join()).toContain('resultType')
  const nameless = { ...listed, result: { tools: [{ inputSchema: { type: 'object' } }] } }
  for (const revision of OLDER) {
    expect(schemaFaults(revision, 'tools/list', nameless).join()).toContain('name')
  }
})

verifies(
  ['mcp.accepted_revisions', 'interface.mcp'],
  'every result fits the published schema of its revision',
  async () => {
    for (const revision of MCP_REVISIONS) {
      expect(await faultsOf('initialize', initialize(revision))).toEqual([])
      for (const [method, params] of calls()) {
        const faults = await faultsOf(method, call(revision, method, params))
        expect(faults, `${revision} ${method}`).toEqual([])
      }
    }
  },
  { needs: [PUBLISHED_SCHEMAS] },
)

verifies(
  'mcp.errors',
  'every error fits the published schema of the revision that it names',
  async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const refused = [
      message([ping]),
      message({ ...ping, id: null }),
      message({ ...ping, jsonrpc: '1.0' }),
      message(ping, { 'content-type': 'text/plain' }),
      message(ping, { origin: 'https://evil.example' }),
      message(ping, { 'mcp-protocol-version': 'v999' }),
      initialize('v999'),
      call(MODERN, 'tools/list', { _meta: 'x' }),
      call(MODERN, 'tools/list', {}, { 'mcp-method': 'x' }),
    ]
    for (const request of refused) expect(await faultsOf('error', request)).toEqual([])
    for (const revision of MCP_REVISIONS) {
      const versioned = [
        call(revision, 'nothing'),
        call(revision, 'tools/list', { cursor: 'x' }),
        call(revision, 'tools/list', {}, { 'mcp-method': 'x' }),
        call(revision, 'tools/call', { name: 'none' }),
        call(revision, 'resources/read', { uri: 'lectern://none' }),
        call(revision, 'prompts/get', { name: 'none' }),
      ]
      for (const request of versioned) expect(await faultsOf('error', request)).toEqual([])
    }
  },
  { needs: [PUBLISHED_SCHEMAS] },
)
