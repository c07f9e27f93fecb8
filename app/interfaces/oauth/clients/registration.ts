import type { ClientMetadata } from '../../../business/grants/mod.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import { redirectUriFault } from '../../../contract/redirect_uri.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { cleanName } from '../../../contract/shown_name.ts'
import { readJson } from '../protocol/body.ts'
import type { OauthPorts } from '../protocol/ports.ts'
import { type OauthError, respondError, respondJson } from '../protocol/responses.ts'
import { allows, REDIRECTS_MAX, readOwn, textsOf } from './_document.ts'

type RegisterPorts = Pick<OauthPorts, 'grants' | 'settings' | 'addressOf' | 'peerOf'>

/**
 * Dynamic registration (RFC 7591), for hosts that support nothing better. Every client becomes a
 * public one without a secret. Registration gives no authority, so metadata that we do not use is
 * left out of the response, and what we cannot accept is replaced or dropped (section 3.2.1).
 */
export async function register(request: Request, ports: RegisterPorts): Promise<Response> {
  const body = await readJson(request, 'invalid_client_metadata')
  if (!body.ok) return respondError(body.error)
  const metadata = checkMetadata(body.value, ports.settings.privateUseRedirects)
  if (!metadata.ok) return respondError(metadata.error)
  const address = ports.addressOf(request, ports.peerOf(request))
  const { client, issuedAt } = await ports.grants.registerClient(metadata.value, address)
  return respondJson(201, {
    client_id: client.id,
    client_id_issued_at: Math.floor(issuedAt / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', ...(client.refreshes ? ['refresh_token'] : [])],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })
}

function checkMetadata(
  body: JsonObject,
  privateUse: readonly string[],
): Result<ClientMetadata, OauthError> {
  const given = textsOf(readOwn(body, 'redirect_uris'))
  if (given === undefined || given.length > REDIRECTS_MAX) {
    return err(
      refuse('invalid_redirect_uri', `redirect_uris is not a list of 1 to ${REDIRECTS_MAX} texts`),
    )
  }
  // Hosts register the same list everywhere; only some servers accept all its addresses.
  const redirectUris = [...new Set(given)].filter(
    (uri) => redirectUriFault(uri, privateUse) === undefined,
  )
  if (redirectUris.length === 0) {
    return err(refuse('invalid_redirect_uri', 'None of the redirect_uris is allowed'))
  }
  if (!allows(body, 'grant_types', 'authorization_code')) {
    return err(refuse('invalid_client_metadata', 'grant_types does not include authorization_code'))
  }
  if (!allows(body, 'response_types', 'code')) {
    return err(refuse('invalid_client_metadata', 'response_types does not include code'))
  }
  const name = cleanName(readOwn(body, 'client_name')) ?? 'Unnamed client'
  const refreshes = allows(body, 'grant_types', 'refresh_token')
  return ok({ name, redirectUris, refreshes })
}

function refuse(
  error: 'invalid_redirect_uri' | 'invalid_client_metadata',
  description: string,
): OauthError {
  return { error, description }
}
