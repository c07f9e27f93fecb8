import { NOSNIFF_HEADERS } from '../../contract/http_headers.ts'
import type { JsonObject, JsonRpcId } from '../../contract/json_rpc.ts'
import { MCP_REVISION_CURRENT, MCP_REVISIONS, type McpRevision } from '../../contract/protocol.ts'
import { type McpRefusal, wireOf } from './_refusal.ts'

/** An answer before it is an HTTP response; without a body it is an empty one. */
export type Reply = {
  readonly status: number
  readonly revision: McpRevision
  readonly body?: JsonObject
  /** `WWW-Authenticate` where a private tool asks for a token. */
  readonly challenge?: string
}

export function replyWithResult(id: JsonRpcId, result: JsonObject, revision: McpRevision): Reply {
  return { status: 200, revision, body: { jsonrpc: '2.0', id, result } }
}

/** A notification gets an empty body; nothing is executed (contract 4.1). */
export function replyAccepted(revision: McpRevision): Reply {
  return { status: 202, revision }
}

/** An id that could not be read is omitted: no revision's schema allows `null`. */
export function replyWithRefusal(
  refusal: McpRefusal,
  id?: JsonRpcId,
  revision: McpRevision = MCP_REVISION_CURRENT,
): Reply {
  const { status, error, challenge } = wireOf(refusal, revision)
  const identity = id === undefined ? {} : { id }
  const challenged = challenge === undefined ? {} : { challenge }
  return { status, revision, body: { jsonrpc: '2.0', ...identity, error }, ...challenged }
}

/** Writes the reply; every POST answer names the agreed revision (contract 9, rule 6). */
export function toResponse(reply: Reply, request: Request): Response {
  const { status, revision, body } = reply
  const origin = request.headers.get('origin')
  const isUsual = status === 200 && origin === null && body !== undefined
  const headers = (isUsual ? USUAL_HEADERS.get(revision) : undefined) ?? headersOf(reply, origin)
  if (body === undefined) return new Response(null, { status, headers })
  return Response.json(body, { status, headers })
}

function headersOf(reply: Reply, origin: string | null): Headers {
  const { status, revision, body, challenge } = reply
  return new Headers({
    'cache-control': 'no-store',
    'mcp-protocol-version': revision,
    vary: 'Origin',
    ...(origin === null || isForeign(reply) ? {} : corsHeaders(origin)),
    ...(challenge === undefined ? {} : { 'www-authenticate': challenge }),
    ...(status === 405 ? { allow: 'POST' } : {}),
    ...(body === undefined ? {} : BODY_HEADERS),
  })
}

/** 403 without a challenge refuses the origin itself, which must not read the answer. */
function isForeign({ status, challenge }: Reply): boolean {
  return status === 403 && challenge === undefined
}

const BODY_HEADERS = { 'content-type': 'application/json', ...NOSNIFF_HEADERS } as const

/** Headers of an answer to anything but a browser. A response copies them, which costs least. */
const USUAL_HEADERS: ReadonlyMap<McpRevision, Headers> = new Map(
  MCP_REVISIONS.map((revision) => [revision, headersOf({ status: 200, revision, body: {} }, null)]),
)

/** Lets a page from an allowed origin read the answer (Fetch standard, CORS protocol). */
function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'MCP-Protocol-Version, WWW-Authenticate',
  }
}

/** A browser asks before it sends a cross-origin POST; only allowed origins get this far. */
export function answerPreflight(request: Request): Response {
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
