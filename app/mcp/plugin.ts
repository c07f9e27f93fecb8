import { Elysia } from 'elysia'
import { handle, type McpContext } from './endpoint.ts'

export type McpPorts = Omit<McpContext, 'peer'>

/** The MCP window: one path, every method, bodies unread by the framework. */
export function mcpWindow(ports: McpPorts): Elysia {
  const window = new Elysia({ name: 'mcp' })
  window.all(
    '/mcp',
    ({ request, server }) => {
      const peer = server?.requestIP(request)?.address
      return handle(request, { ...ports, peer })
    },
    { parse: 'none' },
  )
  return window
}
