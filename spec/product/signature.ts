/** A refused request: its status tells the service that nothing was done. */
export type Refusal = { readonly taken: false; readonly status: number }
export type VerifiedRequest = {
  readonly taken: true
  readonly path: string
  readonly body: unknown
}

export type Guard = {
  /** One secret, or two while keys are rotated: a request may be signed with either. */
  readonly secrets: readonly string[]
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

const SKEW_S = 300
const BODY_BYTES_MAX = 1024 * 1024
const encoder = new TextEncoder()

/**
 * Accepts a request only once, if it was signed with one of our secrets within five minutes of our
 * clock. The body is not parsed before that is known.
 */
export function createGuard({
  secrets,
  clock,
}: Guard): (request: Request) => Promise<VerifiedRequest | Refusal> {
  const keys = Promise.all(secrets.map(importKey))
  const seen = new Map<string, number>()

  return async (request) => {
    if (request.method !== 'POST') return refuse(405)
    if (request.headers.get('content-type') !== 'application/json') return refuse(415)
    const timestamp = request.headers.get('lectern-timestamp') ?? ''
    const requestId = request.headers.get('lectern-request-id') ?? ''
    const signature = /^v1=([0-9a-f]{64})$/.exec(request.headers.get('lectern-signature') ?? '')
    if (!/^[0-9]{1,12}$/.test(timestamp) || !/^[A-Za-z0-9_-]{16,128}$/.test(requestId)) {
      return refuse(401)
    }
    const nowS = clock() / 1000
    if (Math.abs(nowS - Number(timestamp)) > SKEW_S) return refuse(401)

    const bytes = await request.bytes()
    if (bytes.byteLength > BODY_BYTES_MAX) return refuse(413)
    const path = new URL(request.url).pathname
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
    const text = ['v1', 'POST', path, timestamp, requestId, digest].join('\n')
    if (!(await isSigned(await keys, text, signature?.[1] ?? ''))) return refuse(401)

    // Only after the signature: nobody else may fill this memory. With several processes, use a
    // table with a unique key. An id is kept for as long as its timestamp would be accepted.
    for (const [id, endsS] of seen) if (endsS < nowS) seen.delete(id)
    if (seen.has(requestId)) return refuse(409)
    seen.set(requestId, Number(timestamp) + SKEW_S)

    try {
      return { taken: true, path, body: JSON.parse(new TextDecoder().decode(bytes)) }
    } catch {
      return refuse(400)
    }
  }
}

/** Tries every key; `verify` compares in constant time. */
async function isSigned(keys: readonly CryptoKey[], text: string, hex: string): Promise<boolean> {
  const signature = Uint8Array.fromHex(hex)
  const tried = keys.map((key) =>
    crypto.subtle.verify('HMAC', key, signature, encoder.encode(text)),
  )
  return (await Promise.all(tried)).includes(true)
}

function importKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify'])
}

function refuse(status: number): Refusal {
  return { taken: false, status }
}
