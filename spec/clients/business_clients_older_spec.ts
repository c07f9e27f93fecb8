import { afterAll, beforeAll, expect } from 'bun:test'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { verifiesLong } from '../requirements/verifies.ts'
import type { Running } from '../support/running.ts'
import { HostProvider, type Introduction } from './host_provider.ts'
import { type DocumentSite, READ, startDocumentSite, startSurface, WRITE } from './surface.ts'
import { recordTraffic, revoke } from './traffic.ts'

let running: Running
let site: DocumentSite

beforeAll(async () => {
  site = await startDocumentSite()
  const registeredClient = {
    id: 'desk',
    name: 'Desk',
    redirect_uris: ['http://127.0.0.1/callback'],
  }
  running = await startSurface({
    oauth: { clients: [registeredClient] },
    env: { DEV_SIGN_IN: '1', NODE_EXTRA_CA_CERTS: site.authority },
  })
})
afterAll(async () => {
  await running.stop()
  await site.stop()
})

/** A host on the previous major version of the package. */
async function connectHost(introduction: Introduction) {
  const provider = new HostProvider(running.url, introduction)
  const seen = recordTraffic()
  const client = new Client({ name: 'lectern-spec', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${running.url}/mcp`), {
    authProvider: provider,
    fetch: seen.fetch,
  })
  // Its class and its interface differ in what may be undefined.
  await client.connect(transport as Transport)
  const call = async (name: string, args: Record<string, unknown>) => {
    try {
      return await client.callTool({ name, arguments: args })
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
      await transport.finishAuth(provider.back.get('code') ?? '')
      return await client.callTool({ name, arguments: args })
    }
  }
  return { client, provider, seen, call }
}

const introductions: Readonly<Record<string, () => Introduction>> = {
  'by dynamic registration': () => ({ by: 'registration' }),
  'by a client id metadata document': () => ({ by: 'document', url: site.clientId }),
  'as the operator registered it': () => ({ by: 'operator', clientId: 'desk' }),
}

for (const [way, introductionOf] of Object.entries(introductions)) {
  verifiesLong(
    ['oauth.official_clients', 'auth.business_tools', 'mcp.accepted_revisions'],
    `the older official package, introduced ${way}, logs in when it must and refreshes`,
    async () => {
      const { client, provider, seen, call } = await connectHost(introductionOf())
      expect((await client.listTools()).tools.length).toBeGreaterThan(10)
      await call('search_public_docs', { query: 'install' })
      expect(provider.logins).toEqual([])
      const profile = await call('get_business_profile', {})
      expect(profile.structuredContent).toMatchObject({ records: [{ type: 'business_profile' }] })
      expect(provider.logins).toEqual([READ])
      const { access_token: before = '' } = provider.tokens() ?? {}
      await revoke(running.url, before, provider.clientInformation()?.client_id ?? '')
      seen.takeLines()
      expect((await call('get_business_profile', {})).isError).not.toBe(true)
      expect(seen.takeLines()).toContain('POST /oauth/token 200')
      expect(provider.logins).toEqual([READ])
      expect(provider.tokens()?.access_token).not.toBe(before)
      await client.close()
    },
  )
}

verifiesLong(
  'oauth.official_clients',
  'the older official package asks for all that the challenge names, once it may not refresh',
  async () => {
    const { client, provider, call } = await connectHost({ by: 'registration' })
    await call('get_business_profile', {})
    // It answers a demand for more with a refresh, which cannot widen (RFC 6749 section 6).
    const note = { topic: 'routine', text: 'The scales are checked weekly.' }
    await expect(call('add_memory_note', note)).rejects.toThrow('403')
    expect(provider.logins).toEqual([READ])
    const { refresh_token: _refresh, ...tokens } = provider.tokens() ?? {
      access_token: '',
      token_type: '',
    }
    provider.saveTokens(tokens)
    const again = await call('get_business_profile', {})
    expect(again.isError).not.toBe(true)
    const written = await call('add_memory_note', note)
    expect(written.structuredContent).toMatchObject({ status: 'applied' })
    expect(provider.logins).toEqual([READ, `${READ} ${WRITE}`])
    await client.close()
  },
)
