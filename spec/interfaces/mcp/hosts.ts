import { createMCPClient } from '@ai-sdk/mcp'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { McpRevision } from '../../../app/contract/protocol.ts'
import { SHORT_LIVED } from '../../support/program.ts'
import type { Fields } from './endpoint.ts'
import type { Host } from './host.ts'

const CLIENT_INFO = { name: 'lectern-spec', version: '1.0.0' }

/** The bridge for hosts that can only start programs. */
export const BRIDGE: string = Bun.resolveSync('mcp-remote/dist/proxy.js', import.meta.dir)

type Entries = readonly Fields[]

/** The methods that all clients happen to share. */
type SharedClient = {
  listTools(): Promise<{ readonly tools: Entries }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Fields>
  listResources(): Promise<{ readonly resources: Entries }>
  listResourceTemplates(): Promise<{ readonly resourceTemplates: Entries }>
  readResource(resource: { uri: string }): Promise<{ readonly contents: Entries }>
  listPrompts(): Promise<{ readonly prompts: Entries }>
  getPrompt(prompt: {
    name: string
    arguments: Record<string, string>
  }): Promise<{ readonly messages: Entries }>
  close(): Promise<void>
}

/** A client of the official packages as a host, whatever it is connected by. */
export function hostOf(client: SharedClient): Host {
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args) => await client.callTool({ name, arguments: args }),
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    read: async (uri) => (await client.readResource({ uri })).contents,
    prompts: async () => (await client.listPrompts()).prompts,
    get: async (name, args) => (await client.getPrompt({ name, arguments: args })).messages,
    close: async () => await client.close(),
  }
}

/** A fetch that offers a revision in the handshake other than the client's own. */
export function offerRevision(
  revision: McpRevision,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const { body } = init ?? {}
    if (typeof body !== 'string') return await fetch(url, init)
    const offered = /"protocolVersion":"[^"]*"/
    return await fetch(url, {
      ...init,
      body: body.replace(offered, `"protocolVersion":"${revision}"`),
    })
  }
}

/** The previous official client: one package for clients and servers. */
export async function olderSdkHost(address: string, revision: McpRevision): Promise<Host> {
  const client = new OlderClient(CLIENT_INFO)
  const url = new URL(address)
  const transport = new StreamableHTTPClientTransport(url, { fetch: offerRevision(revision) })
  // Its class and its interface differ in what may be undefined.
  await client.connect(transport as Transport)
  return hostOf(client)
}

/** A client with independent protocol code. */
export async function aiSdkHost(address: string, discovers: boolean): Promise<Host> {
  const client = await createMCPClient({
    transport: { type: 'http', url: address },
    protocolVersionDiscovery: discovers,
  })
  return hostOf(client)
}

/** The bridge that lets a host that only knows local servers reach us. */
export async function bridgedHost(
  address: string,
  home: string,
  protocol: 'legacy' | 'auto',
): Promise<Host> {
  const client = new Client(CLIENT_INFO)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BRIDGE, address, '--allow-http', '--silent', '--protocol', protocol],
    cwd: home,
    env: { ...SHORT_LIVED, HOME: home, PATH: '' },
    stderr: 'ignore',
  })
  await client.connect(transport)
  return hostOf(client)
}
