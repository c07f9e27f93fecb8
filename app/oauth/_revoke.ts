import { readClientCall } from './_client_call.ts'
import { OPEN_TO_ALL } from './_cors.ts'
import { invalidRequest, NOT_CACHED, respondError } from './_responses.ts'
import type { OauthPorts } from './ports.ts'

/**
 * Revocation (RFC 7009). The caller does not learn whether the token was known or its own: a
 * well-formed call of a known client always returns 200.
 */
export async function revoke(
  request: Request,
  ports: Pick<OauthPorts, 'grants'>,
): Promise<Response> {
  const call = await readClientCall(request, ports)
  if (!call.ok) return respondError(call.error)
  const token = call.value.values.get('token')
  if (token === undefined) return respondError(invalidRequest('token is missing'))
  await ports.grants.revokeToken(token, call.value.clientId)
  return new Response(null, { status: 200, headers: { ...OPEN_TO_ALL, ...NOT_CACHED } })
}
