import { MCP_DISCOVERY_FILE, type McpDiscovery } from '../../app/contract/mcp_discovery.ts'
import { MCP_PATH, MCP_REVISION_CURRENT, MCP_REVISIONS } from '../../app/contract/protocol.ts'
import type { Corpus, EmittedFile } from '../_corpus.ts'
import { json } from './_text.ts'
import { baseOf } from './addresses.ts'

const AUTHENTICATION =
  'None is needed for the public documentation tools: they are anonymous and read-only.'

/**
 * `.well-known/mcp.json` (contract 2). Identity and tool names come from the registry that the
 * endpoint answers from, so the document cannot name a tool that the server does not have.
 */
export function mcpDiscovery({ registry, baseUrl }: Corpus): EmittedFile {
  const { name, title, version } = registry.service
  const content: McpDiscovery = {
    name,
    title,
    version,
    endpoint: baseOf(baseUrl) + MCP_PATH,
    transport: 'streamable-http',
    protocolVersion: MCP_REVISION_CURRENT,
    supportedProtocolVersions: [...MCP_REVISIONS],
    tools: registry.tools.map((tool) => tool.name),
    authentication: AUTHENTICATION,
  }
  return { path: MCP_DISCOVERY_FILE, bytes: json(content) }
}
