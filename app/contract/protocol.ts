/**
 * The accepted MCP revisions, newest first: the one list that every surface reads (contract 4.1).
 */
export const MCP_REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const
export type McpRevision = (typeof MCP_REVISIONS)[number]

export function isMcpRevision(value: unknown): value is McpRevision {
  return MCP_REVISIONS.some((revision) => revision === value)
}

/** The revision that we advertise first (contract 9). */
export const MCP_REVISION_CURRENT: McpRevision = MCP_REVISIONS[0]

/** Whether tools of a revision have structured content besides text. */
export function hasStructuredContent(revision: McpRevision): boolean {
  return revision !== '2025-03-26'
}

/** How the text of a result of a public tool is written. */
export const RESULT_TEXTS = ['json', 'markdown'] as const
export type ResultText = (typeof RESULT_TEXTS)[number]

/** Path of the MCP endpoint below the base address (contract 1). */
export const MCP_PATH = '/mcp'

/** Path of the endpoint with the tools that ChatGPT asks for, where the owner wants it. */
export const CHATGPT_PATH = `${MCP_PATH}/chatgpt`

/** The methods that some revision of ours answers. */
export const MCP_METHODS = [
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'skills/list',
  'skills/get',
  'prompts/list',
  'prompts/get',
] as const

/** The extension by which skills come over MCP (SEP-2640). */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

/** What the server can do, and that nothing changes under a client (contract 4.1 and 6). */
export const MCP_CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
  extensions: { [SKILLS_EXTENSION]: {} },
} as const

/** A request without any version is an older client (shapes: versions on MCP). */
export const MCP_REVISION_UNNAMED: McpRevision = '2025-03-26'

/** `_meta` keys of revision 2026-07-28 (contract 4.1, per-request metadata). */
export const META_PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
export const META_CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
export const META_CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
/** Those that hold an object where they are there. */
export const META_OBJECT_KEYS = [META_CLIENT_CAPABILITIES, META_CLIENT_INFO] as const
export const META_SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** Revisions of the other protocols that we carry (contract 9, rule 4). */
export const A2A_REVISION = '1.0.0'
export const OPENAPI_REVISION = '3.1.0'
export const ARAZZO_REVISION = '1.1.0'
export const ASYNCAPI_REVISION = '3.1.0'
