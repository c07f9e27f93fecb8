import {
  DOMAIN_HEADERS,
  DOMAIN_SIGNATURE_VERSION,
  domainSignedText,
} from '../../contract/domain_wire.ts'

/** A signing secret, and the name by which the product finds it. */
export type SigningKey = { readonly id: string; readonly key: CryptoKey }

type SignedParts = {
  readonly path: string
  readonly timestampS: number
  readonly requestId: string
  readonly body: Uint8Array<ArrayBuffer>
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const
const KEY_ID_DIGITS = 16
const utf8 = new TextEncoder()

/**
 * A key from its secret. A key without a name is named by the start of an HMAC that it makes, so
 * both sides derive the same name and it discloses nothing about the secret.
 */
export async function importSigningKey(secret: string, id?: string): Promise<SigningKey> {
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), HMAC, false, ['sign'])
  const own = await crypto.subtle.sign('HMAC', key, utf8.encode('Lectern-Key'))
  return { id: id ?? new Uint8Array(own).toHex().slice(0, KEY_ID_DIGITS), key }
}

/** The headers that prove who sent a body, when and to which path, and that it is sent once. */
export async function signRequest(
  { id, key }: SigningKey,
  { path, timestampS, requestId, body }: SignedParts,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(timestampS)
  const bodyDigest = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).toHex()
  const text = domainSignedText({ path, timestamp, requestId, bodyDigest })
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)))
  return {
    [DOMAIN_HEADERS.key]: id,
    [DOMAIN_HEADERS.timestamp]: timestamp,
    [DOMAIN_HEADERS.requestId]: requestId,
    [DOMAIN_HEADERS.signature]: `${DOMAIN_SIGNATURE_VERSION}=${signature.toHex()}`,
  }
}
