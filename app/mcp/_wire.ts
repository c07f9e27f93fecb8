import type { JsonObject, JsonRpcId } from '../contract/json_rpc.ts'
import { MCP_REVISION_CURRENT, type McpRevision } from '../contract/protocol.ts'
import { type McpRefusal, wireOf } from './_refusal.ts'

/** An answer before it is an HTTP response; without a body it is an empty one. */
export type Reply = {
  readonly status: number
  readonly revision: McpRevision
  readonly body?: JsonObject
}

export function answered(id: JsonRpcId, result: JsonObject, revision: McpRevision): Reply {
  return { status: 200, revision, body: { jsonrpc: '2.0', id, result } }
}

/** A notification is taken with an empty body; nothing is executed (contract 4.1). */
export function accepted(revision: McpRevision): Reply {
  return { status: 202, revision }
}

/** An id that could not be read is left out: `null` fits the schema of no revision. */
export function refused(
  refusal: McpRefusal,
  id?: JsonRpcId,
  revision: McpRevision = MCP_REVISION_CURRENT,
): Reply {
  const { status, error } = wireOf(refusal, revision)
  const identity = id === undefined ? {} : { id }
  return { status, revision, body: { jsonrpc: '2.0', ...identity, error } }
}

/** Writes the reply; every POST answer names the agreed revision (contract 9, rule 6). */
export function toResponse(reply: Reply, request: Request): Response {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'mcp-protocol-version': reply.revision,
    vary: 'Origin',
  }
  const origin = request.headers.get('origin')
  if (origin !== null && reply.status !== 403) Object.assign(headers, corsHeaders(origin))
  if (reply.status === 405) headers.allow = 'POST'
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers })
  headers['content-type'] = 'application/json'
  headers['x-content-type-options'] = 'nosniff'
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers })
}

/** Lets a page of an allowed origin read the answer (Fetch standard, CORS protocol). */
function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'MCP-Protocol-Version, WWW-Authenticate',
  }
}

/** The browser asks before it sends a cross-origin POST; only allowed origins come this far. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('origin')
}

export function preflight(request: Request): Response {
  const origin = request.headers.get('origin') ?? ''
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(origin),
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'Content-Type, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
      'access-control-max-age': '600',
      vary: 'Origin',
    },
  })
}
