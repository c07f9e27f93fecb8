import { Elysia } from 'elysia'
import { MCP_PATH } from '../contract/protocol.ts'
import type { PeerOf } from '../limits/client_address.ts'
import type { PrivatePorts } from './_tools_business.ts'
import { type Diagnostics, handle, type McpContext } from './endpoint.ts'

export type { Diagnostics, PrivatePorts }

type McpPorts = McpContext & { readonly peerOf: PeerOf }

/**
 * The MCP interface: every method on one path, with and without a trailing slash, because some
 * clients add one and few follow a redirect of a POST. The framework reads no body, because the
 * handler names none; `parse: 'none'` would do the same but make every call wait once more.
 */
export function mcpPlugin(ports: McpPorts) {
  const answer = ({ request }: { readonly request: Request }) =>
    handle(request, ports.peerOf(request), ports)
  return new Elysia({ name: 'mcp' }).all(MCP_PATH, answer).all(`${MCP_PATH}/`, answer)
}

/** The fixtures for test suites; a process that does not ask for them never loads their code. */
export async function loadDiagnostics(): Promise<Diagnostics> {
  const { diagnose } = await import('./_diagnostics.ts')
  return diagnose
}
