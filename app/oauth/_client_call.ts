import { err, ok, type Result } from '../contract/result.ts'
import { readForm } from './_body.ts'
import type { RequestParameters } from './_parameters.ts'
import { invalidClient, invalidRequest, type OauthError } from './_responses.ts'
import type { OauthPorts } from './ports.ts'

/** The form of a public client that is known. */
export type ClientCall = RequestParameters & { readonly clientId: string }

/**
 * Reads a form and identifies its client. All clients are public, so a call with a secret comes
 * from another client. Only a call with Basic credentials gets a challenge (RFC 6749 section 5.2).
 */
export async function readClientCall(
  request: Request,
  { grants }: Pick<OauthPorts, 'grants'>,
): Promise<Result<ClientCall, OauthError>> {
  const form = await readForm(request)
  if (!form.ok) return form
  const { values } = form.value
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const isBasic = /^basic\b/i.test(authorization)
    const headers = isBasic ? { 'www-authenticate': 'Basic realm="token"' } : undefined
    return err(invalidClient('Client authentication is not supported', headers))
  }
  if (values.has('client_secret') || values.has('client_assertion')) {
    return err(invalidClient('Client authentication is not supported'))
  }
  const clientId = values.get('client_id')
  if (clientId === undefined) return err(invalidRequest('client_id is missing'))
  // A stored document is enough even if stale: tokens keep working while the client is offline.
  const client = await grants.findClient(clientId)
  if (client === undefined) return err(invalidClient('The client is unknown'))
  return ok({ ...form.value, clientId })
}
