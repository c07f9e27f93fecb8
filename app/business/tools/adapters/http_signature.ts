import {
  DOMAIN_API_HEADERS,
  DOMAIN_HEADERS,
  DOMAIN_SIGNATURE_VERSION,
  domainApiSignedText,
  domainSignedText,
} from '../../../contract/domain_wire.ts'

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

/** The keys of secrets in their order; a name is that of the first. */
export async function importSigningKeys(
  secrets: readonly string[],
  firstId: string | undefined,
): Promise<readonly SigningKey[]> {
  return await Promise.all(
    secrets.map((each, at) => importSigningKey(each, at === 0 ? firstId : undefined)),
  )
}

/** The headers that prove who sent a body, when and to which path, and that it is sent once. */
export async function signRequest(
  key: SigningKey,
  { path, timestampS, requestId, body }: SignedParts,
): Promise<Readonly<Record<string, string>>> {
  return await sign(key, { timestampS, requestId, body }, (timestamp, bodyDigest) =>
    domainSignedText({ path, timestamp, requestId, bodyDigest }),
  )
}

/** The same for a call of the product's own HTTP API, with its method, query and context. */
export async function signApiCall(
  key: SigningKey,
  { method, target, context, ...sent }: ApiParts,
): Promise<Readonly<Record<string, string>>> {
  const { requestId } = sent
  const proof = await sign(key, sent, (timestamp, bodyDigest) =>
    domainApiSignedText({ method, target, timestamp, requestId, bodyDigest, context }),
  )
  return { ...proof, [DOMAIN_API_HEADERS.context]: context }
}

type ApiParts = Omit<SignedParts, 'path'> & {
  readonly method: string
  readonly target: string
  readonly context: string
}

async function sign(
  { id, key }: SigningKey,
  { timestampS, requestId, body }: Omit<SignedParts, 'path'>,
  writeText: (timestamp: string, bodyDigest: string) => string,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(timestampS)
  const bodyDigest = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).toHex()
  const text = writeText(timestamp, bodyDigest)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text)))
  return {
    [DOMAIN_HEADERS.key]: id,
    [DOMAIN_HEADERS.timestamp]: timestamp,
    [DOMAIN_HEADERS.requestId]: requestId,
    [DOMAIN_HEADERS.signature]: `${DOMAIN_SIGNATURE_VERSION}=${signature.toHex()}`,
  }
}
