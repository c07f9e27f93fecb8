import { type JsonRpcNotification, type JsonRpcRequest, readMessage } from '../contract/json_rpc.ts'
import { MCP_BODY_BYTES_MAX } from '../contract/limits.ts'
import { err, type Result } from '../contract/result.ts'
import type { Admit } from '../limits/admit.ts'
import { readCapped } from '../limits/body_limit.ts'
import type { McpRefusal } from './_refusal.ts'

const JSON_TYPE = 'application/json'

export type AdmitPorts = {
  readonly allowedOrigins: ReadonlySet<string>
  readonly admit: Admit
}

/** From an HTTP request to one JSON-RPC message: read down, the first refusal answers. */
export async function admitMessage(
  request: Request,
  peer: string | undefined,
  ports: AdmitPorts,
): Promise<Result<JsonRpcRequest | JsonRpcNotification, McpRefusal>> {
  if (!originAllowed(request, ports.allowedOrigins)) return err({ reason: 'origin_unknown' })
  if (request.method !== 'POST') return err({ reason: 'method_not_post', method: request.method })
  if (!ports.admit(request, peer)) return err({ reason: 'rate_exceeded' })
  if (!declaresJson(request)) return err({ reason: 'media_type_wrong' })
  const body = await readCapped(request, MCP_BODY_BYTES_MAX)
  if (!body.ok) return err({ reason: `body_${body.error}` })
  return readMessage(body.value)
}

/** Absent is allowed, anything else must be listed exactly, `null` too (contract 4.1, rule 3). */
export function originAllowed(request: Request, allowedOrigins: ReadonlySet<string>): boolean {
  const origin = request.headers.get('origin')
  return origin === null || allowedOrigins.has(origin)
}

/** Parameters such as `charset=utf-8` are welcome; names ignore case (RFC 9110 section 8.3). */
function declaresJson(request: Request): boolean {
  const contentType = request.headers.get('content-type') ?? ''
  const end = contentType.indexOf(';')
  const mediaType = end < 0 ? contentType : contentType.slice(0, end)
  return mediaType === JSON_TYPE || mediaType.trim().toLowerCase() === JSON_TYPE
}
