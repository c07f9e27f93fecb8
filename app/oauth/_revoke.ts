import { readForm } from './_body.ts'
import { OPEN_TO_ALL, respondPreflight } from './_cors.ts'
import { invalidRequest, respondError, respondWrongMethod } from './_responses.ts'
import { identifyClient, POST_ALLOW } from './_token.ts'
import type { OauthPorts } from './ports.ts'

/**
 * Revocation (RFC 7009). The caller does not learn whether the token was known or its own: a
 * well-formed call of a known client always returns 200.
 */
export async function revoke(
  request: Request,
  ports: Pick<OauthPorts, 'grants'>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return respondPreflight(POST_ALLOW)
  if (request.method !== 'POST') return respondWrongMethod(POST_ALLOW)
  const form = await readForm(request)
  if (!form.ok) return respondError(form.error)
  const client = await identifyClient(request, form.value, ports)
  if (!client.ok) return respondError(client.error)
  const token = form.value.values.get('token')
  if (token === undefined) return respondError(invalidRequest('token is missing'))
  await ports.grants.revokeToken(token, client.value)
  return new Response(null, {
    status: 200,
    headers: { ...OPEN_TO_ALL, 'cache-control': 'no-store', pragma: 'no-cache' },
  })
}
