/** A refused request: its status tells the service that nothing was done. */
export type Refusal = { readonly taken: false; readonly status: number }
export type VerifiedRequest = { readonly taken: true; readonly body: unknown }
export type SignedBytes = { readonly taken: true; readonly bytes: Uint8Array }
export type Bytes = Uint8Array<ArrayBuffer>
/** The path of a request, and its path with the query: what is signed of an address. */
export type Address = { readonly pathname: string; readonly target: string }

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
/** What is read of a body that is refused. */
const READ_BYTES_MAX = 8 * BODY_BYTES_MAX
/** Of a secret: characters, however many bytes each of them has. */
const CHARACTERS_MIN = 32
const HMAC = { name: 'HMAC', hash: 'SHA-256' }
const encoder = new TextEncoder()

/**
 * Accepts a question only once, if it was signed with one of our secrets within five minutes of our
 * clock. The body is not parsed before that is known.
 */
export function createGuard(
  options: GuardOptions,
): (request: Request) => Promise<VerifiedRequest | Refusal> {
  const verify = createVerifier(options)

  return async (request) => {
    const body = await readBody(request)
    const { pathname } = readAddress(request) ?? {}
    if (pathname === undefined) return refuse(400)
    if (request.method !== 'POST') return refuse(405)
    if (!isJson(request)) return refuse(415)
    const signed = await verify(request, body, pathname)
    if (!signed.taken) return signed
    try {
      return { taken: true, body: parseJson(signed.bytes) }
    } catch {
      return refuse(400)
    }
  }
}

/**
 * Compares the signature of a request, over method, address, time, id, body and, for a call of the
 * product's own API, one value more. The body is absent where it is too large.
 */
export function createVerifier(
  options: GuardOptions,
): (
  request: Request,
  bytes: Bytes | undefined,
  target: string,
  context?: string,
) => Promise<SignedBytes | Refusal> {
  const { secrets, clock = Date.now } = options
  if (secrets.length === 0 || secrets.some((secret) => [...secret].length < CHARACTERS_MIN)) {
    throw new Error(`Cannot use the secrets: give one or two of ${CHARACTERS_MIN} characters`)
  }
  const seen = options.seen ?? keepSeenInMemory(clock)
  const keys = Promise.all(secrets.map(importKey))

  return async (request, bytes, target, context) => {
    const timestamp = request.headers.get('lectern-timestamp') ?? ''
    const requestId = request.headers.get('lectern-request-id') ?? ''
    const signature = /^v1=([0-9a-f]{64})$/.exec(request.headers.get('lectern-signature') ?? '')
    if (!/^[0-9]{1,12}$/.test(timestamp) || !/^[A-Za-z0-9_-]{16,128}$/.test(requestId)) {
      return refuse(401)
    }
    // After the body: one that comes slowly would pass a clock that was read before it.
    const nowS = clock() / 1000
    if (Math.abs(nowS - Number(timestamp)) > SKEW_S) return refuse(401)
    if (bytes === undefined) return refuse(413)
    const digest = toHex(await crypto.subtle.digest('SHA-256', bytes))
    const lines = ['v1', request.method, target, timestamp, requestId, digest]
    const text = (context === undefined ? lines : [...lines, context]).join('\n')
    if (!(await isSigned(await keys, text, signature?.[1] ?? ''))) return refuse(401)

    // Only after the signature: nobody else may fill this memory. What came before may have been
    // done, so this is no 401.
    if (!(await seen.add(requestId, Number(timestamp) + KEPT_S))) return refuse(409)
    return { taken: true, bytes }
  }
}

const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*(charset="?utf-8"?[ \t]*)?)?$/i

/** Whether the bytes of a request are the JSON themselves: UTF-8, and not compressed. */
export function isJson({ headers }: Request): boolean {
  return !headers.has('content-encoding') && JSON_TYPE.test(headers.get('content-type') ?? '')
}

const PAIR_OR_ESCAPE = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\[^u]/g
const HALF_OF_PAIR = /\\u[dD][89a-fA-F]/

/** The value of JSON that every language reads alike; anything else throws. */
export function parseJson(bytes: Uint8Array): unknown {
  // JSON has no byte order mark, and other languages refuse one.
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  // Half of a surrogate pair: some languages make one character of all of them, so that two
  // subjects would be one person.
  if (HALF_OF_PAIR.test(text.replace(PAIR_OR_ESCAPE, ' '))) {
    throw new SyntaxError('Cannot parse the text: it has half of a surrogate pair')
  }
  return JSON.parse(text)
}

/** The address of a request; absent where its header `Host` is none that has an address. */
export function readAddress({ url }: Request): Address | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  // The service sends no fragment: whoever added one changed the address.
  const at = url.indexOf('#')
  return { pathname, target: pathname + search + (at === -1 ? '' : url.slice(at)) }
}

export function refuse(status: number): Refusal {
  return { taken: false, status }
}

/**
 * An id is kept until the end that the guard names, and up to a minute longer: ids of one minute go
 * together, so a request looks at some minutes and not at every id.
 */
export function keepSeenInMemory(clock: () => number): SeenRequests {
  const seen = new Set<string>()
  const idsByMinute = new Map<number, string[]>()
  return {
    add: (requestId, endsS) => {
      const nowMinutes = clock() / 60_000
      for (const [minute, ids] of idsByMinute) {
        if (minute >= nowMinutes) continue
        for (const id of ids) seen.delete(id)
        idsByMinute.delete(minute)
      }
      if (seen.has(requestId)) return false
      const minute = Math.ceil(endsS / 60)
      const ids = idsByMinute.get(minute)
      if (ids === undefined) idsByMinute.set(minute, [requestId])
      else ids.push(requestId)
      seen.add(requestId)
      return true
    },
  }
}

/**
 * The whole body, or nothing where it is too large. It is read before anything is refused: a
 * connection that closes earlier loses the answer.
 */
export async function readBody(request: Request): Promise<Bytes | undefined> {
  const parts: Uint8Array[] = []
  let count = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    count += part.value.byteLength
    if (count <= BODY_BYTES_MAX) parts.push(part.value)
    if (count > READ_BYTES_MAX) break
  }
  if (count > BODY_BYTES_MAX) return undefined
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
