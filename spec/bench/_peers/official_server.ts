/** The official server kit on Bun with one instant tool, built as in its guide. */
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'

const [, , port, answer = '{}'] = process.argv
const [TOOL_NAME, structuredContent] = JSON.parse(answer) as [string, Record<string, unknown>]

const inputSchema = fromJsonSchema<Record<string, never>>({
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
})

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' })
  server.registerTool(TOOL_NAME, { description: 'Answers at once.', inputSchema }, () => ({
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  }))
  return server
})

Bun.serve({ hostname: '127.0.0.1', port: Number(port), fetch: (request) => handler.fetch(request) })
