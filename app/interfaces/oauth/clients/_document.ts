import type { ClientMetadata } from '../../../business/grants/mod.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { decodeUtf8, parseJson } from '../../../contract/json_text.ts'
import { redirectUriFault } from '../../../contract/redirect_uri.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { cleanName } from '../../../contract/shown_name.ts'
import { isDeeper } from '../protocol/body.ts'

const DEPTH_MAX = 8

/** Redirect addresses of one client at most, however it was registered. */
export const REDIRECTS_MAX = 20

/** Members of a JSON Web Key that only its owner may know (RFC 7518 section 6). */
const SECRET_KEY_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Checks a fetched document; the refusal is for a person who knows the client. */
export function checkDocument(
  body: Uint8Array,
  url: string,
  privateUse: readonly string[],
): Result<ClientMetadata, string> {
  const document = parseJson(decodeUtf8(body) ?? '')
  if (!isJsonObject(document)) return err('its document is not a JSON object in UTF-8')
  if (isDeeper(document, DEPTH_MAX)) return err('its document is nested too deeply')
  if (readOwn(document, 'client_id') !== url)
    return err('the client_id in its document does not match its address')
  const name = cleanName(readOwn(document, 'client_name'))
  if (name === undefined) return err('its document has no client_name')
  const refusal = findSecretFault(document) ?? findMethodFault(document)
  if (refusal !== undefined) return err(refusal)
  const redirectUris = textsOf(readOwn(document, 'redirect_uris'))
  if (redirectUris === undefined) return err('its document has no list of redirect_uris')
  if (redirectUris.length === 0 || redirectUris.length > REDIRECTS_MAX) {
    return err(`its document does not list 1 to ${REDIRECTS_MAX} redirect_uris`)
  }
  if (redirectUris.some((uri) => redirectUriFault(uri, privateUse) !== undefined)) {
    return err('its document has a redirect address that is not allowed')
  }
  const refreshes = allows(document, 'grant_types', 'refresh_token')
  return ok({ name, redirectUris, refreshes })
}

/** A document is public, so it must not contain a secret (draft, section 4.1). */
function findSecretFault(document: JsonObject): string | undefined {
  if (Object.keys(document).some((name) => name.startsWith('client_secret'))) {
    return 'its document contains a secret'
  }
  const jwks = readOwn(document, 'jwks')
  const keys = isJsonObject(jwks) ? readOwn(jwks, 'keys') : undefined
  const hasSecret = (key: unknown): boolean =>
    isJsonObject(key) && SECRET_KEY_MEMBERS.some((member) => Object.hasOwn(key, member))
  return Array.isArray(keys) && keys.some(hasSecret) ? 'its document contains a secret' : undefined
}

/** Only public clients are supported: no method, `none`, or `none` as one of several. */
function findMethodFault(document: JsonObject): string | undefined {
  const method = readOwn(document, 'token_endpoint_auth_method')
  if (typeof method === 'string' && method.startsWith('client_secret')) {
    return 'its document requires a shared secret'
  }
  const choices = textsOf(readOwn(document, 'token_endpoint_auth_methods_supported')) ?? []
  if (method !== undefined && method !== 'none' && !choices.includes('none')) {
    return 'its document requires client authentication, which is not supported'
  }
  if (
    !allows(document, 'grant_types', 'authorization_code') ||
    !allows(document, 'response_types', 'code')
  ) {
    return 'its document does not allow authorization codes'
  }
  return undefined
}

/** Whether a list in the metadata includes a value; a missing list includes any. */
export function allows(metadata: JsonObject, name: string, value: string): boolean {
  const given = readOwn(metadata, name)
  return given === undefined || textsOf(given)?.includes(value) === true
}

/** Reads an own member, so that names such as `__proto__` find nothing inherited. */
export function readOwn(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** A list of texts, or nothing if it has any other element. */
export function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((each) => typeof each === 'string')
  return texts.length === value.length ? texts : undefined
}
