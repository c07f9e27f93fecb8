import { refused, wrongMethod } from './_answers.ts'
import { readForm } from './_body.ts'
import { OPEN_TO_ALL, preflight } from './_cors.ts'
import { clientOf, invalid, POST_ALLOW } from './_token.ts'
import type { OauthPorts } from './ports.ts'

/**
 * Revocation (RFC 7009). Whether the token was known, or was the client's own, nobody learns: a
 * well-formed call of a known client always ends in 200.
 */
export async function revoke(
  request: Request,
  ports: Pick<OauthPorts, 'grants'>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight(POST_ALLOW)
  if (request.method !== 'POST') return wrongMethod(POST_ALLOW)
  const form = await readForm(request)
  if (!form.ok) return refused(form.error)
  const client = await clientOf(request, form.value, ports)
  if (!client.ok) return refused(client.error)
  const token = form.value.values.get('token')
  if (token === undefined) return refused(invalid('token is absent'))
  await ports.grants.revokeToken(token, client.value)
  return new Response(null, {
    status: 200,
    headers: { ...OPEN_TO_ALL, 'cache-control': 'no-store', pragma: 'no-cache' },
  })
}
