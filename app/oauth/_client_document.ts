import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { redirectUriFault } from '../contract/redirect_uri.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { isDeeper } from './_body.ts'
import { cleanName } from './_client_name.ts'

/** What a client says of itself, after it was checked. */
export type ClientMetadata = {
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly refreshes: boolean
}

const DEPTH_MAX = 8

/** Addresses of one client at most, however it is known. */
export const REDIRECTS_MAX = 20

/** Members of a JSON Web Key that only its owner may know (RFC 7518 section 6). */
const SECRET_KEY_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Keeps no state between whole decodes, so one serves all calls. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Judges a fetched document; the refusal is for a person who knows the client. */
export function checkDocument(
  body: Uint8Array,
  url: string,
  privateUse: readonly string[],
): Result<ClientMetadata, string> {
  const document = parseDocument(body)
  if (!isJsonObject(document)) return err('its document is not a JSON object in UTF-8')
  if (isDeeper(document, DEPTH_MAX)) return err('its document nests too deep')
  if (readOwn(document, 'client_id') !== url) return err('its document has another client_id')
  const name = cleanName(readOwn(document, 'client_name'))
  if (name === undefined) return err('its document has no client_name')
  const refusal = findSecretFault(document) ?? findMethodFault(document)
  if (refusal !== undefined) return err(refusal)
  const redirectUris = textsOf(readOwn(document, 'redirect_uris'))
  if (redirectUris === undefined) return err('its document has no list of redirect_uris')
  if (redirectUris.length === 0 || redirectUris.length > REDIRECTS_MAX) {
    return err(`its document has not 1 to ${REDIRECTS_MAX} redirect_uris`)
  }
  if (redirectUris.some((uri) => redirectUriFault(uri, privateUse) !== undefined)) {
    return err('its document has a redirect address that is not taken here')
  }
  const refreshes = allows(document, 'grant_types', 'refresh_token')
  return ok({ name, redirectUris, refreshes })
}

/** A document is public, so a secret in it is none (draft, section 4.1). */
function findSecretFault(document: JsonObject): string | undefined {
  if (Object.keys(document).some((name) => name.startsWith('client_secret'))) {
    return 'its document holds a secret'
  }
  const jwks = readOwn(document, 'jwks')
  const keys = isJsonObject(jwks) ? readOwn(jwks, 'keys') : undefined
  const hasSecret = (key: unknown): boolean =>
    isJsonObject(key) && SECRET_KEY_MEMBERS.some((member) => Object.hasOwn(key, member))
  return Array.isArray(keys) && keys.some(hasSecret) ? 'its document holds a secret' : undefined
}

/** Only public clients are served: without a method, with `none`, or with `none` as a choice. */
function findMethodFault(document: JsonObject): string | undefined {
  const method = readOwn(document, 'token_endpoint_auth_method')
  if (typeof method === 'string' && method.startsWith('client_secret')) {
    return 'its document asks for a shared secret'
  }
  const choices = textsOf(readOwn(document, 'token_endpoint_auth_methods_supported')) ?? []
  if (method !== undefined && method !== 'none' && !choices.includes('none')) {
    return 'its document allows no token request without a client key, which is not served here'
  }
  if (
    !allows(document, 'grant_types', 'authorization_code') ||
    !allows(document, 'response_types', 'code')
  ) {
    return 'its document does not allow authorization codes'
  }
  return undefined
}

/** Whether a list of the metadata names a value; a list that is absent does. */
export function allows(metadata: JsonObject, name: string, value: string): boolean {
  const given = readOwn(metadata, name)
  return given === undefined || textsOf(given)?.includes(value) === true
}

/** A member that the object has itself: names such as `__proto__` find nothing else. */
export function readOwn(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** A list of texts, or nothing when anything else stands in it. */
export function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.filter((each) => typeof each === 'string')
  return texts.length === value.length ? texts : undefined
}

function parseDocument(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
}
