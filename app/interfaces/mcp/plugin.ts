import { Elysia } from 'elysia'
import { CHATGPT_PATH, MCP_PATH } from '../../contract/protocol.ts'
import type { PeerOf } from '../../foundation/limits/client_address.ts'
import { CHATGPT_PROFILE } from './_chatgpt.ts'
import type { PrivatePorts } from './_tools_business.ts'
import { type Diagnostics, handle, type McpContext } from './endpoint.ts'

export type { Diagnostics, PrivatePorts }

type McpPorts = Omit<McpContext, 'profile'> & {
  readonly peerOf: PeerOf
  /** Whether ChatGPT has an endpoint of its own. */
  readonly chatgpt?: boolean
}

/**
 * The MCP interface: every method on one path, with and without a trailing slash, because some
 * clients add one and few follow a redirect of a POST. The framework reads no body, because the
 * handler names none; `parse: 'none'` would do the same but make every call wait once more.
 */
export function mcpPlugin(ports: McpPorts) {
  const plugin = mount(new Elysia({ name: 'mcp' }), MCP_PATH, ports, ports)
  if (ports.chatgpt !== true) return plugin
  const { diagnostics: _, ...production } = ports
  return mount(plugin, CHATGPT_PATH, ports, { ...production, profile: CHATGPT_PROFILE })
}

function mount(plugin: Elysia, path: string, { peerOf }: McpPorts, context: McpContext): Elysia {
  const answer = ({ request }: { readonly request: Request }) =>
    handle(request, peerOf(request), context)
  // The routes of a path that is no literal change nothing about the type.
  plugin.all(path, answer).all(`${path}/`, answer)
  return plugin
}

/** The fixtures for test suites; a process that does not ask for them never loads their code. */
export async function loadDiagnostics(): Promise<Diagnostics> {
  const { diagnose } = await import('./_diagnostics.ts')
  return diagnose
}
