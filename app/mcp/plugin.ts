import { Elysia } from 'elysia'
import { MCP_PATH } from '../contract/protocol.ts'
import { type Diagnostics, handle, type McpContext } from './endpoint.ts'

export type { Diagnostics }
export type McpPorts = McpContext

/** The MCP window: one path, every method, bodies unread by the framework. */
export function mcpWindow(ports: McpPorts) {
  return new Elysia({ name: 'mcp' }).all(
    MCP_PATH,
    ({ request, server }) => handle(request, server?.requestIP(request)?.address, ports),
    { parse: 'none' },
  )
}

/** The fixtures for test suites; a process that does not ask for them never loads their code. */
export async function loadDiagnostics(): Promise<Diagnostics> {
  const { diagnose } = await import('./_diagnostics.ts')
  return diagnose
}
