import {
  type McpRevision,
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_PROTOCOL_VERSION,
} from '../../../app/contract/protocol.ts'

export const URL_MCP = 'http://localhost:8080/mcp'
export const MODERN = '2026-07-28'
export const OLDER = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export type Params = Readonly<Record<string, unknown>>
export type HeaderChange = Readonly<Record<string, string | undefined>>

/** A raw POST; a header that is undefined is left out. */
export function post(body: BodyInit, headers: HeaderChange = {}): Request {
  const fields = new Headers({ 'content-type': 'application/json' })
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) fields.delete(name)
    else fields.set(name, value)
  }
  return new Request(URL_MCP, { method: 'POST', headers: fields, body })
}

/** A message exactly as given. */
export function message(content: unknown, headers: HeaderChange = {}): Request {
  return post(JSON.stringify(content), headers)
}

/** `_meta` of a request of the current revision. */
export function modernMeta(version: unknown = MODERN): Params {
  return {
    [META_PROTOCOL_VERSION]: version,
    [META_CLIENT_INFO]: { name: 'spec', version: '1.0.0' },
    [META_CLIENT_CAPABILITIES]: {},
  }
}

/** A well-formed request of a revision, with every mirror that this revision asks for. */
export function call(
  revision: McpRevision,
  method: string,
  params: Params = {},
  headers: HeaderChange = {},
): Request {
  if (revision !== MODERN) {
    // Revision 2025-03-26 knows no version header.
    const version = revision === '2025-03-26' ? {} : { 'mcp-protocol-version': revision }
    return message({ jsonrpc: '2.0', id: 7, method, params }, { ...version, ...headers })
  }
  const named = params.name ?? params.uri
  const content = { jsonrpc: '2.0', id: 7, method, params: { _meta: modernMeta(), ...params } }
  return message(content, {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    'mcp-name': typeof named === 'string' ? named : undefined,
    ...headers,
  })
}

export function initialize(offered: unknown, headers: HeaderChange = {}): Request {
  const params = {
    protocolVersion: offered,
    capabilities: {},
    clientInfo: { name: 'spec', version: '1.0.0' },
  }
  return message({ jsonrpc: '2.0', id: 7, method: 'initialize', params }, headers)
}

export function callTool(
  revision: McpRevision,
  name: string,
  args: unknown,
  headers: HeaderChange = {},
): Request {
  return call(revision, 'tools/call', { name, arguments: args }, headers)
}
