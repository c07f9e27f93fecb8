import { afterAll, beforeAll, expect } from 'bun:test'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { verifies } from '../requirements/verifies.ts'
import type { Running } from '../support/running.ts'
import { HostProvider, type Introduction } from './host_provider.ts'
import { type DocumentSite, READ, startDocumentSite, startSurface, WRITE } from './surface.ts'
import { recordTraffic, revoke, type Traffic } from './traffic.ts'

type Negotiation = NonNullable<
  NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation']
>
type Mode = NonNullable<Negotiation['mode']>
type Call = Parameters<Client['callTool']>[0]

let running: Running
let site: DocumentSite

beforeAll(async () => {
  site = await startDocumentSite()
  const clients = ['legacy', 'auto', 'pinned'].map((mode) => ({
    id: `desk-${mode}`,
    name: 'Desk',
    redirect_uris: ['http://127.0.0.1/callback'],
  }))
  running = await startSurface({
    oauth: { clients },
    env: { DEV_SIGN_IN: '1', NODE_EXTRA_CA_CERTS: site.authority },
  })
})
afterAll(async () => {
  await running.stop()
  await site.stop()
})

/** A host application: a client, what it keeps, and what it asked. */
type ConnectedHost = {
  readonly client: Client
  readonly provider: HostProvider
  readonly seen: Traffic
  call(call: Call): ReturnType<Client['callTool']>
}

async function connectHost(mode: Mode, introduction: Introduction): Promise<ConnectedHost> {
  const provider = new HostProvider(running.url, introduction)
  const seen = recordTraffic()
  const client = new Client(
    { name: 'lectern-spec', version: '1.0.0' },
    { versionNegotiation: { mode } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(`${running.url}/mcp`), {
    authProvider: provider,
    fetch: seen.fetch,
  })
  await client.connect(transport)
  const call = async (call: Call) => {
    try {
      return await client.callTool(call)
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
      await transport.finishAuth(provider.back)
      return await client.callTool(call)
    }
  }
  return { client, provider, seen, call }
}

const DISCOVERY = [
  'GET /.well-known/oauth-protected-resource/mcp 200',
  'GET /.well-known/oauth-authorization-server 200',
]

/** Public calls, a login at the first private one, more rights for a write, a refresh. */
async function walkThrough(host: ConnectedHost, introduction: Introduction): Promise<void> {
  const { client, provider, seen, call } = host
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  await client.callTool({ name: 'search_public_docs', arguments: { query: 'install' } })
  expect(seen.takeLines().filter((line) => line.includes('oauth'))).toEqual([])
  const profile = await call({ name: 'get_business_profile', arguments: {} })
  expect(profile.structuredContent).toMatchObject({ records: [{ type: 'business_profile' }] })
  const registering = introduction.by === 'registration' ? ['POST /oauth/register 201'] : []
  const login = [...DISCOVERY, ...registering, 'POST /oauth/token 200']
  expect(seen.takeLines()).toEqual(['POST /mcp 401', ...login])
  expect(provider.tokens()?.scope).toBe(READ)
  const note = { topic: 'routine', text: 'The mixer is cleaned on Mondays.' }
  const written = await call({ name: 'add_memory_note', arguments: note })
  expect(written.structuredContent).toMatchObject({ status: 'applied' })
  expect(seen.takeLines()[0]).toBe('POST /mcp 403')
  expect(provider.logins).toEqual([READ, `${READ} ${WRITE}`])
  expect(provider.tokens()?.scope).toBe(`${READ} ${WRITE}`)
  await checkRefresh(host)
}

/** A token that ended early is replaced without a person. */
async function checkRefresh({ client, provider, seen }: ConnectedHost): Promise<void> {
  const before = provider.tokens()
  const clientId = provider.clientInformation()?.client_id ?? ''
  await revoke(running.url, before?.access_token ?? '', clientId)
  const found = await client.callTool({
    name: 'search_records',
    arguments: { query: 'mixer Mondays' },
  })
  expect(found.isError).not.toBe(true)
  expect(seen.takeLines()).toContain('POST /oauth/token 200')
  expect(provider.logins).toHaveLength(2)
  expect(provider.tokens()?.access_token).not.toBe(before?.access_token)
  expect(provider.tokens()?.refresh_token).not.toBe(before?.refresh_token)
}

const MODES: Readonly<Record<'legacy' | 'auto' | 'pinned', Mode>> = {
  legacy: 'legacy',
  auto: 'auto',
  pinned: { pin: '2026-07-28' },
}
const introductions: Readonly<Record<string, (mode: string) => Introduction>> = {
  'by dynamic registration': () => ({ by: 'registration' }),
  'by a client id metadata document': () => ({ by: 'document', url: site.clientId }),
  'as the operator registered it': (mode) => ({ by: 'operator', clientId: `desk-${mode}` }),
}

for (const [name, mode] of Object.entries(MODES)) {
  for (const [way, introductionOf] of Object.entries(introductions)) {
    verifies(
      ['oauth.official_clients', 'auth.business_tools', 'open.oauth_endpoints'],
      `the official client, ${name}, introduced ${way}, reads, steps up, writes and refreshes`,
      async () => {
        const introduction = introductionOf(name)
        const host = await connectHost(mode, introduction)
        const revision = name === 'legacy' ? '2025-11-25' : '2026-07-28'
        expect(host.client.getNegotiatedProtocolVersion()).toBe(revision)
        await walkThrough(host, introduction)
        await host.client.close()
      },
    )
  }
}

verifies('oauth.official_clients', 'the document of a client is fetched once and then kept', () => {
  expect(site.fetched()).toBe(1)
})
