import { MCP_DISCOVERY_FILE, type McpDiscovery } from '../../../contract/mcp_discovery.ts'
import { MCP_PATH, MCP_REVISION_CURRENT, MCP_REVISIONS } from '../../../contract/protocol.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'
import { encodeJson } from '../../../text/source_text/escape.ts'

const AUTHENTICATION =
  'None is needed for the public documentation tools: they are anonymous and read-only.'

/**
 * `.well-known/mcp.json` (contract 2). Document and endpoint share the registry, so the document
 * cannot name a tool that the server does not have.
 */
export function emitMcpDiscovery({ registry, baseUrl }: Corpus): EmittedFile {
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
  return { path: MCP_DISCOVERY_FILE, bytes: encodeJson(content) }
}
