import { CACHE_NEVER, CORS_HEADERS, NOSNIFF_HEADERS } from '../../contract/http_headers.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { A2aId } from './_envelope.ts'
import { type A2aRefusal, wireOf } from './_refusal.ts'

/** The one method of the endpoint (contract 4.3). */
export const ALLOW = 'POST'

const HEADERS = { 'cache-control': CACHE_NEVER, ...CORS_HEADERS, ...NOSNIFF_HEADERS } as const
const JSON_HEADERS = { 'content-type': 'application/json', ...HEADERS } as const

export function respondWithResult(id: A2aId, result: JsonObject): Response {
  return Response.json({ jsonrpc: '2.0', id, result }, { headers: JSON_HEADERS })
}

/** A refusal is always JSON-RPC, whatever its status: clients recognise no other error. */
export function respondWithRefusal(refusal: A2aRefusal, id: A2aId): Response {
  const { status, error } = wireOf(refusal)
  const allow = status === 405 ? { allow: ALLOW } : {}
  const headers = { ...JSON_HEADERS, ...allow }
  return Response.json({ jsonrpc: '2.0', id, error }, { status, headers })
}

/** A notification gets an empty body; nothing is executed (contract 7). */
export function respondAccepted(): Response {
  return new Response(null, { status: 202, headers: HEADERS })
}
