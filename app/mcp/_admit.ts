import { bareMediaType, isEncodedBody } from '../contract/http_headers.ts'
import { type JsonRpcNotification, type JsonRpcRequest, readMessage } from '../contract/json_rpc.ts'
import { err, type Result } from '../contract/result.ts'
import type { Admit } from '../limits/admit.ts'
import type { BodyRefusal } from '../limits/body_limit.ts'
import type { McpRefusal } from './_refusal.ts'

const JSON_TYPE = 'application/json'

export type AdmitPorts = {
  readonly allowedOrigins: ReadonlySet<string>
  readonly admit: Admit
}

/** Checks a request before its body is read, in order: the first refusal answers. */
export async function checkHead(
  request: Request,
  peer: string | undefined,
  ports: AdmitPorts,
): Promise<McpRefusal | undefined> {
  if (!isOriginAllowed(request, ports.allowedOrigins)) return { reason: 'origin_unknown' }
  if (request.method !== 'POST') return { reason: 'method_not_post', method: request.method }
  if ((await ports.admit(request, peer)) !== 'admitted') return { reason: 'rate_exceeded' }
  if (isEncodedBody(request.headers)) return { reason: 'body_encoded' }
  if (!declaresJson(request)) return { reason: 'media_type_wrong' }
  return undefined
}

/** Reads one JSON-RPC message from a body. */
export function readBodyMessage(
  body: Result<Uint8Array, BodyRefusal>,
): Result<JsonRpcRequest | JsonRpcNotification, McpRefusal> {
  return body.ok ? readMessage(body.value) : err({ reason: `body_${body.error}` })
}

/** May be absent; anything else, even `null`, must be listed exactly (contract 4.1, rule 3). */
export function isOriginAllowed(request: Request, allowedOrigins: ReadonlySet<string>): boolean {
  const origin = request.headers.get('origin')
  return origin === null || allowedOrigins.has(origin)
}

/** Parameters such as `charset=utf-8` are allowed; names ignore case (RFC 9110 section 8.3). */
function declaresJson(request: Request): boolean {
  const contentType = request.headers.get('content-type') ?? ''
  return contentType === JSON_TYPE || bareMediaType(contentType) === JSON_TYPE
}
