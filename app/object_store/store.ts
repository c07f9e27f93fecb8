import { type ListedObject, listFolders, listObjects } from './_listing.ts'
import type { StoreAccess, StoreAddress } from './address.ts'
import { ObjectStoreFailure } from './failure.ts'

/** An object, and the tag that changes whenever it does. */
type FoundObject = {
  readonly state: 'found'
  readonly etag: string
  readonly body: ReadableStream<Uint8Array>
}

/** `same`: it still has the tag that the caller knows. */
type FetchOutcome = FoundObject | { readonly state: 'same' } | { readonly state: 'absent' }

/** When an object may be written: while there is none, or while it has this tag. */
export type WriteCondition = 'absent' | { readonly etag: string }

/** Objects below one prefix. Every method throws `ObjectStoreFailure` while the store is away. */
export type ObjectStore = {
  /** Where it is, for people. */
  readonly name: string
  fetch(key: string, options?: FetchOptions): Promise<FetchOutcome>
  /** `refused`: the object is not what the condition says. One writer of several succeeds. */
  put(key: string, body: Blob, condition: WriteCondition): Promise<'written' | 'refused'>
  remove(key: string): Promise<void>
  /** Every object whose key begins so. */
  list(prefix: string): Promise<readonly ListedObject[]>
  /** Names of the folders directly below a key that ends in a slash. */
  listFolders(parent: string): Promise<readonly string[]>
}

type FetchOptions = {
  /** The tag that the caller has already. */
  readonly known?: string | undefined
  /** How long the store may take to answer; its body has time by its size. */
  readonly waitMsMax?: number
}

/** A signature is made for each request; the clocks may differ by minutes. */
const SIGNED_SECONDS = 900

/** Time to answer, and to move a body at 50 KB a second. */
const ANSWER_MS_MAX = 5000
const BYTES_PER_MS_MIN = 50

const ATTEMPTS = 4
const PAUSE_MS_FIRST = 200

/**
 * Opens the objects below an address. The runtime's own client has no deadline and no conditional
 * requests: it signs, and the web's `fetch` asks.
 */
export function openObjectStore(
  { bucket, prefix }: StoreAddress,
  { endpoint, region, accessKeyId = '', secretAccessKey = '', sessionToken }: StoreAccess,
): ObjectStore {
  const signer = new Bun.S3Client({
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...(endpoint === undefined ? {} : { endpoint }),
  })
  const ask: Ask = (key, init) => {
    const { method } = init
    return askInTime(signer.presign(prefix + key, { method, expiresIn: SIGNED_SECONDS }), init)
  }
  return {
    name: `s3://${bucket}/${prefix}`,
    async fetch(key, { known, waitMsMax = ANSWER_MS_MAX } = {}) {
      const headers: HeadersInit = known === undefined ? {} : { 'if-none-match': known }
      return await repeat(async (): Promise<FetchOutcome | ObjectStoreFailure> => {
        const response = await ask(key, { method: 'GET', headers, waitMsMax })
        const { status, body } = response
        if (status === 304) return { state: 'same' }
        if (status === 200) {
          return {
            state: 'found',
            etag: response.headers.get('etag') ?? '',
            body: body ?? new Blob().stream(),
          }
        }
        const { code, reason } = await readFailure(response)
        if (code === 'NoSuchKey') return { state: 'absent' }
        if (status >= 500) return new ObjectStoreFailure(reason)
        throw new ObjectStoreFailure(reason)
      })
    },
    async put(key, body, condition) {
      const headers: HeadersInit =
        condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.etag }
      const init = { method: 'PUT', headers, body } as const
      return await repeat(async () => {
        const response = await ask(key, init)
        if (response.status === 200) return 'written'
        const { reason, status } = await readFailure(response)
        // A condition on an object that is gone (RFC 9110 section 13.1.1 would say 412).
        if (status === 412 || (status === 404 && condition !== 'absent')) return 'refused'
        if (status === 409 || status >= 500) return new ObjectStoreFailure(reason)
        throw new ObjectStoreFailure(reason)
      })
    },
    async remove(key) {
      const response = await ask(key, { method: 'DELETE' })
      if (response.status >= 300) throw new ObjectStoreFailure((await readFailure(response)).reason)
    },
    ...createListings(signer, prefix),
  }
}

function createListings(
  client: Bun.S3Client,
  prefix: string,
): Pick<ObjectStore, 'list' | 'listFolders'> {
  return {
    list: async (below) => {
      const objects = await listObjects(client, prefix + below)
      return objects.map((each) => ({ ...each, key: each.key.slice(prefix.length) }))
    },
    listFolders: async (parent) => {
      const folders = await listFolders(client, prefix + parent)
      return folders.map((folder) => folder.slice(prefix.length + parent.length, -1))
    },
  }
}

/** Passes on the bytes of an object as they arrive; one that ends too early is a failure. */
export async function readChunks(
  body: ReadableStream<Uint8Array>,
  onChunk: (chunk: Uint8Array) => Promise<void> | void,
): Promise<void> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new ObjectStoreFailure(describeFailure(error))
    })
    if (done) return
    await onChunk(value)
  }
}

/** The bytes of a small object. */
export async function readWhole(
  body: ReadableStream<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  await readChunks(body, (chunk) => void chunks.push(chunk))
  return new Uint8Array(Buffer.concat(chunks))
}

type AskOptions = {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly headers?: HeadersInit
  readonly body?: Blob
  readonly waitMsMax?: number
}

type Ask = (key: string, init: AskOptions) => Promise<Response>

/** Asks with a deadline for the answer, and a further one for its body. */
async function askInTime(url: string, init: AskOptions): Promise<Response> {
  const { body, waitMsMax = ANSWER_MS_MAX } = init
  const { signal, extend } = startDeadline(waitMsMax + timeFor(body?.size ?? 0))
  try {
    const response = await fetch(url, { ...init, signal })
    extend(ANSWER_MS_MAX + timeFor(Number(response.headers.get('content-length') ?? 0)))
    return response
  } catch (error) {
    throw new ObjectStoreFailure(describeFailure(error))
  }
}

type Deadline = { readonly signal: AbortSignal; readonly extend: (ms: number) => void }

/** Ends a request that takes too long. What arrived by then is dropped. */
function startDeadline(ms: number): Deadline {
  const controller = new AbortController()
  const end = () => controller.abort(new DOMException('it did not answer in time', 'TimeoutError'))
  let timer = setTimeout(end, ms)
  const extend = (more: number) => {
    clearTimeout(timer)
    timer = setTimeout(end, more)
    timer.unref()
  }
  timer.unref()
  return { signal: controller.signal, extend }
}

function timeFor(bytes: number): number {
  return bytes / BYTES_PER_MS_MIN
}

/** Tries again what the store asks to try again; the last failure is thrown. */
async function repeat<Value>(attempt: () => Promise<Value | ObjectStoreFailure>): Promise<Value> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt()
    if (!(outcome instanceof ObjectStoreFailure)) return outcome
    if (tried === ATTEMPTS) throw outcome
    await Bun.sleep(PAUSE_MS_FIRST * 2 ** tried)
  }
}

type Failure = { readonly status: number; readonly code: string; readonly reason: string }

/** The store answers with its reason as XML; a proxy before it answers with anything. */
async function readFailure(response: Response): Promise<Failure> {
  const { status } = response
  const text = await response.text().catch(() => '')
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ''
  return { status, code, reason: code === '' ? `it answered ${status}` : code }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  return 'code' in error ? String(error.code) : error.message
}
