import { afterAll, beforeAll, expect } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { COUNTS } from '../../../app/contract/registry_words.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { offerRevision } from './hosts.ts'

type Negotiation = NonNullable<
  NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation']
>
type Mode = NonNullable<Negotiation['mode']>

let running: Running

beforeAll(async () => {
  const env = { RATE_LIMIT_OVERRIDES: '127.0.0.0/8=100000, ::1=100000' }
  running = await startRunning({ env })
})
afterAll(async () => await running.stop())

async function connectClient(
  mode: Mode,
  fetchLike: (url: string | URL, init?: RequestInit) => Promise<Response> = fetch,
): Promise<Client> {
  const client = new Client(
    { name: 'lectern-spec', version: '1.0.0' },
    { versionNegotiation: { mode } },
  )
  const address = new URL(`${running.url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(address, { fetch: fetchLike }))
  return client
}

/** Everything that a host does: lists, a call, a page, a resource, a prompt. */
async function walkThrough(client: Client): Promise<void> {
  expect(client.getServerVersion()).toMatchObject({ name: 'lectern', title: 'Lectern' })
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(OPERATION_NAMES.length)
  const search = { name: 'search_public_docs', arguments: { query: 'rate limit' } }
  const found = await client.callTool(search)
  expect(found.isError).not.toBe(true)
  const { results } = found.structuredContent as { results: { id: string; url: string }[] }
  const id = results[0]?.id
  const page = await client.callTool({ name: 'read_page', arguments: { id } })
  expect(page.structuredContent).toMatchObject({ page: { id, url: results[0]?.url } })
  const { resources } = await client.listResources()
  expect(resources).toHaveLength(COUNTS.resources)
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri })
    expect(contents[0]).toMatchObject({ uri, text: expect.any(String) })
  }
  expect((await client.listResourceTemplates()).resourceTemplates).toEqual([])
  expect((await client.listPrompts()).prompts).toHaveLength(COUNTS.prompts)
  const feature = { name: 'check_feature', arguments: { feature: 'A2A' } }
  const prompt = await client.getPrompt(feature)
  expect(JSON.stringify(prompt.messages)).toContain('A2A')
  const wrong = await client.callTool({ name: 'read_page', arguments: {} })
  expect(wrong.isError).toBe(true)
  await expect(client.callTool({ name: 'none', arguments: {} })).rejects.toThrow('no such tool')
}

verifies(
  ['mcp.official_client', 'interface.mcp', 'rule.anonymous'],
  'the official client lists, calls, reads and gets in its default mode',
  async () => {
    const client = await connectClient('legacy')
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
    await walkThrough(client)
    await client.ping()
    await client.close()
  },
)

verifies(
  ['mcp.official_client', 'mcp.current_revision'],
  'the official client finds the current revision when it looks for the newest',
  async () => {
    const client = await connectClient('auto')
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    expect(client.getDiscoverResult()?.supportedVersions).toEqual([...MCP_REVISIONS])
    await walkThrough(client)
    await client.close()
  },
)

verifies('mcp.official_client', 'the official client works pinned to 2026-07-28', async () => {
  const client = await connectClient({ pin: '2026-07-28' })
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  await walkThrough(client)
  await client.close()
})

verifies(
  ['mcp.official_client', 'mcp.accepted_revisions'],
  'the official client works with each older revision that it is made to offer',
  async () => {
    for (const revision of MCP_REVISIONS.slice(1)) {
      const client = await connectClient('legacy', offerRevision(revision))
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)
      await walkThrough(client)
      await client.close()
    }
  },
)

verifiesLong(
  ['limits.mcp_calls', 'errors.mcp_429', 'mcp.request_body'],
  'over a real port, body cap and call limit apply to one address',
  async () => {
    const limited = await startRunning()
    try {
      const post = (body: BodyInit) =>
        fetch(`${limited.url}/mcp`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
      const statuses: number[] = []
      for (let count = 0; count < 119; count += 1) statuses.push((await post(ping)).status)
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect((await post(new Blob(['x'.repeat(262_145)]).stream())).status).toBe(413)
      expect((await post(ping)).status).toBe(429)
      const forwarded = await fetch(`${limited.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' },
        body: ping,
      })
      expect(forwarded.status).toBe(429)
      expect((await fetch(`${limited.url}/mcp`)).status).toBe(405)
    } finally {
      await limited.stop()
    }
  },
)
