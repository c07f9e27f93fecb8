import { afterAll, beforeAll, expect } from 'bun:test'
import type { McpRevision } from '../../../app/contract/protocol.ts'
import { testWith, verifies, verifiesLong } from '../../requirements/verifies.ts'
import { MODERN, OLDER } from './calls.ts'
import { type OpenDocs, openOurDocs } from './docs.ts'
import { type Answer, type Endpoint, openEndpoint } from './endpoint.ts'
import { listCalls, listRefusals } from './messages.ts'
import { findSchemaFaults, PUBLISHED_SCHEMAS } from './schemas.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

/** Faults in an answer, by the schema of the revision that it names. */
async function findFaults(method: string, request: Request): Promise<readonly string[]> {
  const answer: Answer = await endpoint.send(request)
  const revision = answer.headers.get('mcp-protocol-version') as McpRevision
  return findSchemaFaults(revision, method, answer.body)
}

testWith([PUBLISHED_SCHEMAS], 'schemaFaults() finds a message that does not fit', () => {
  const listed = { jsonrpc: '2.0', id: 1, result: { tools: [] } }
  expect(findSchemaFaults('2025-11-25', 'tools/list', listed)).toEqual([])
  expect(findSchemaFaults(MODERN, 'tools/list', listed).join()).toContain('resultType')
  const nameless = { ...listed, result: { tools: [{ inputSchema: { type: 'object' } }] } }
  for (const revision of OLDER) {
    expect(findSchemaFaults(revision, 'tools/list', nameless).join()).toContain('name')
  }
})

verifiesLong(
  ['mcp.accepted_revisions', 'interface.mcp'],
  'every result fits the published schema of its revision',
  async () => {
    for (const { method, request, title } of listCalls(open.docs)) {
      expect(await findFaults(method, request), title).toEqual([])
    }
  },
  { needs: [PUBLISHED_SCHEMAS] },
)

verifies(
  'mcp.errors',
  'every error fits the published schema of the revision that it names',
  async () => {
    for (const { method, request, title } of listRefusals()) {
      expect(await findFaults(method, request), title).toEqual([])
    }
  },
  { needs: [PUBLISHED_SCHEMAS] },
)
