/** A refused request: its status tells the service that nothing was done. */
export type Refusal = { readonly taken: false; readonly status: number }
export type VerifiedRequest = { readonly taken: true; readonly body: unknown }

/**
 * Request ids that were taken. With several processes, use a table with a unique key: `add` is
 * false where the id is there already. An id may go once `endsS`, in seconds since 1970, is past.
 */
export type SeenRequests = { add(requestId: string, endsS: number): boolean | Promise<boolean> }

export type GuardOptions = {
  /** One secret, or two while keys are rotated: a request may be signed with either. */
  readonly secrets: readonly string[]
  readonly seen?: SeenRequests
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

const SKEW_S = 300
/** Longer than a timestamp is accepted, so that a clock that steps forgets no id too early. */
const KEPT_S = 2 * SKEW_S
const BODY_BYTES_MAX = 1024 * 1024
const SECRET_CHARACTERS_MIN = 32
const HMAC = { name: 'HMAC', hash: 'SHA-256' }
const encoder = new TextEncoder()

/**
 * Accepts a request only once, if it was signed with one of our secrets within five minutes of our
 * clock. The body is not parsed before that is known.
 */
export function createGuard(
  options: GuardOptions,
): (request: Request) => Promise<VerifiedRequest | Refusal> {
  const { secrets, clock = Date.now } = options
  if (secrets.length === 0 || secrets.some(({ length }) => length < SECRET_CHARACTERS_MIN)) {
    throw new Error(
      `Cannot use the secrets: give one or two of ${SECRET_CHARACTERS_MIN} characters`,
    )
  }
  const seen = options.seen ?? keepInMemory(clock)
  const keys = Promise.all(secrets.map(importKey))

  return async (request) => {
    if (request.method !== 'POST') return refuse(405)
    const type = request.headers.get('content-type') ?? ''
    if (!/^application\/json *(;|$)/i.test(type)) return refuse(415)
    const timestamp = request.headers.get('lectern-timestamp') ?? ''
    const requestId = request.headers.get('lectern-request-id') ?? ''
    const signature = /^v1=([0-9a-f]{64})$/.exec(request.headers.get('lectern-signature') ?? '')
    if (!/^[0-9]{1,12}$/.test(timestamp) || !/^[A-Za-z0-9_-]{16,128}$/.test(requestId)) {
      return refuse(401)
    }
    const bytes = await readBody(request)
    if (bytes === undefined) return refuse(413)
    // After the body: one that comes slowly would pass a clock that was read before it.
    const nowS = clock() / 1000
    if (Math.abs(nowS - Number(timestamp)) > SKEW_S) return refuse(401)
    const path = new URL(request.url).pathname
    const digest = toHex(await crypto.subtle.digest('SHA-256', bytes))
    const text = ['v1', 'POST', path, timestamp, requestId, digest].join('\n')
    if (!(await isSigned(await keys, text, signature?.[1] ?? ''))) return refuse(401)

    // Only after the signature: nobody else may fill this memory. What came before may have been
    // done, so this is no 401.
    if (!(await seen.add(requestId, Number(timestamp) + KEPT_S))) return refuse(409)
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true })
      return { taken: true, body: JSON.parse(decoder.decode(bytes)) }
    } catch {
      return refuse(400)
    }
  }
}

/** An id is kept until the end that the guard names. */
function keepInMemory(clock: () => number): SeenRequests {
  const seen = new Map<string, number>()
  return {
    add: (requestId, endsS) => {
      const nowS = clock() / 1000
      for (const [id, endS] of seen) if (endS < nowS) seen.delete(id)
      if (seen.has(requestId)) return false
      seen.set(requestId, endsS)
      return true
    },
  }
}

/** The whole body, or nothing where it is too large; it is not read further then. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = []
  let count = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    count += part.value.byteLength
    if (count > BODY_BYTES_MAX) return undefined
    parts.push(part.value)
  }
  const bytes = new Uint8Array(count)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

/** Tries every key; `verify` compares in constant time. */
async function isSigned(keys: readonly CryptoKey[], text: string, hex: string): Promise<boolean> {
  const signature = new Uint8Array(
    (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
  )
  const tried = keys.map((key) =>
    crypto.subtle.verify('HMAC', key, signature, encoder.encode(text)),
  )
  return (await Promise.all(tried)).includes(true)
}

function importKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encoder.encode(secret), HMAC, false, ['verify'])
}

function toHex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function refuse(status: number): Refusal {
  return { taken: false, status }
}
