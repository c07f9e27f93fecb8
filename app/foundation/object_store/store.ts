import type { Pace } from './_idle_limit.ts'
import { ANSWER_MS_MAX, type AskOptions, askInTime, readRefusal } from './_request.ts'
import type { StoreAccess, StoreAddress } from './address.ts'
import { repeatPassing } from './attempts.ts'
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

/**
 * Objects below one prefix. A request that nobody answers is repeated a few times; after that every
 * method throws `ObjectStoreFailure`.
 */
export type ObjectStore = {
  /** Where it is, for people. */
  readonly name: string
  /** Ends whatever is asked, and every pause before it is asked again. */
  readonly ending?: AbortSignal
  fetch(key: string, options?: FetchOptions): Promise<FetchOutcome>
  /** `refused`: the object is not what the condition says. One writer of several succeeds. */
  put(key: string, body: Blob, condition: WriteCondition): Promise<'written' | 'refused'>
  remove(key: string): Promise<void>
  /** Every object whose key begins so. */
  list(prefix: string): Promise<readonly ListedObject[]>
  /** Names of the folders directly below a key that ends in a slash. */
  listFolders(parent: string): Promise<readonly string[]>
}

export type FetchOptions = {
  /** The tag that the caller has already. */
  readonly known?: string | undefined
  /** How long the store may take until its answer begins. */
  readonly waitMsMax?: number
  /** 1 for a caller that comes again anyway. */
  readonly attemptsMax?: number | undefined
  /** Whether a body may come slowly, as a file of a build that shares a line with others. */
  readonly isBackground?: boolean
  /** Ends the request, its repeats and its body, with an `ObjectStoreFailure`. */
  readonly signal?: AbortSignal | undefined
}

/** Any slower, and a small object would be waited for without end. */
const READ_BYTES_PER_MS_MIN = 10

/** Sixteen files at once keep this pace on a line of 64 kbit/s; one that trickles does not. */
const BACKGROUND_BYTES_PER_MS_MIN = 0.5

/** Longer than what a lost packet or a busy neighbour on the line costs. */
const BACKGROUND_MS_MAX = 20_000

/** A signature is made for each request; the clocks may differ by minutes. */
const SIGNED_SECONDS = 900

type Patience = {
  /** How long an answer, or the next bytes of it, may take. */
  readonly idleMsMax?: number
  /** How long a file of a build may come more slowly than its pace. */
  readonly backgroundMsMax?: number
}

/**
 * Opens the objects below an address. The runtime's own client has no deadline and no conditional
 * requests: it signs, and the web's `fetch` asks.
 */
export function openObjectStore(
  { bucket, prefix }: StoreAddress,
  { endpoint, region, accessKeyId = '', secretAccessKey = '', sessionToken }: StoreAccess,
  { idleMsMax = ANSWER_MS_MAX, backgroundMsMax = BACKGROUND_MS_MAX }: Patience = {},
): ObjectStore {
  const paces = describePaces(idleMsMax, backgroundMsMax)
  const signer = new Bun.S3Client({
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...(endpoint === undefined ? {} : { endpoint }),
  })
  const ask = (key: string, init: AskOptions): ReturnType<typeof askInTime> => {
    const url = signer.presign(prefix + key, { method: init.method, expiresIn: SIGNED_SECONDS })
    return askInTime(url, { ...init, idleMsMax })
  }
  return {
    name: `s3://${bucket}/${prefix}`,
    async fetch(key, options = {}) {
      const { known, waitMsMax = ANSWER_MS_MAX, attemptsMax, signal, isBackground } = options
      const headers: HeadersInit = known === undefined ? {} : { 'if-none-match': known }
      const pace = isBackground === true ? paces.background : paces.usual
      const attempt = async (): Promise<FetchOutcome> => {
        const asked = { method: 'GET', headers, waitMsMax, signal, pace } as const
        const response = await ask(key, asked)
        const { status, body } = response
        if (status === 304) return { state: 'same' }
        if (status === 200) {
          return { state: 'found', etag: response.headers.get('etag') ?? '', body }
        }
        const { code, failure } = await readRefusal(response)
        if (code === 'NoSuchKey') return { state: 'absent' }
        throw failure
      }
      return await repeatPassing(attempt, { attemptsMax, signal })
    },
    async put(key, body, condition) {
      const headers: HeadersInit =
        condition === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.etag }
      const init = { method: 'PUT', headers, body } as const
      return await repeatPassing(async () => {
        const response = await ask(key, init)
        if (response.status === 200) return 'written'
        const { status, failure } = await readRefusal(response)
        // A condition on an object that is gone (RFC 9110 section 13.1.1 would say 412).
        if (status === 412 || (status === 404 && condition !== 'absent')) return 'refused'
        throw failure
      })
    },
    async remove(key) {
      await repeatPassing(async () => {
        const response = await ask(key, { method: 'DELETE' })
        if (response.status >= 300) throw (await readRefusal(response)).failure
      })
    },
    ...createListings(signer, prefix),
  }
}

function describePaces(
  usualMsMax: number,
  backgroundMsMax: number,
): Readonly<Record<'usual' | 'background', Pace>> {
  return {
    usual: { bytesPerMsMin: READ_BYTES_PER_MS_MIN, msMax: usualMsMax },
    background: { bytesPerMsMin: BACKGROUND_BYTES_PER_MS_MIN, msMax: backgroundMsMax },
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

type ListedObject = {
  readonly key: string
  readonly etag: string
  /** By the clock of the store, in whole seconds. */
  readonly modifiedMs: number
}

const PAGE_MS_MAX = 5000

/** What the store would say again; the client names everything else that went wrong on the way. */
const LASTING = /^(NoSuch|Access|Invalid|Signature|Forbidden|Unknown)/

type Page = Awaited<ReturnType<Bun.S3Client['list']>>

/** Every object below a prefix of the bucket; keys are whole. */
async function listObjects(client: Bun.S3Client, prefix: string): Promise<readonly ListedObject[]> {
  const pages = await listPages(client, { prefix })
  return pages
    .flatMap(({ contents = [] }) => contents)
    .map(({ key, eTag = '', lastModified = '' }) => {
      // Some stores escape the quotes, or leave them out.
      const tag = eTag.replaceAll(/&quot;|&#34;|"/g, '')
      return { key, etag: `"${tag}"`, modifiedMs: Date.parse(String(lastModified)) }
    })
}

/** The folders directly below a prefix that ends in a slash; their keys end in one, too. */
async function listFolders(client: Bun.S3Client, prefix: string): Promise<readonly string[]> {
  const pages = await listPages(client, { prefix, delimiter: '/' })
  return pages.flatMap(({ commonPrefixes = [] }) => commonPrefixes.map((folder) => folder.prefix))
}

async function listPages(
  client: Bun.S3Client,
  query: { readonly prefix: string; readonly delimiter?: string },
): Promise<readonly Page[]> {
  const pages: Page[] = []
  let token: string | undefined
  do {
    const next = token === undefined ? {} : { continuationToken: token }
    const page = await repeatPassing(() => answerInTime(client.list({ ...query, ...next })))
    pages.push(page)
    token = page.isTruncated === true ? page.nextContinuationToken : undefined
  } while (token !== undefined)
  return pages
}

/** The runtime's client has no deadline: a store that is frozen would be waited for. */
async function answerInTime(asked: Promise<Page>): Promise<Page> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new ObjectStoreFailure('it did not answer in time', 'silent')),
    PAGE_MS_MAX,
  )
  try {
    return await Promise.race([asked, late.promise])
  } catch (error) {
    if (error instanceof ObjectStoreFailure) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const reason = String(code ?? error)
    throw new ObjectStoreFailure(reason, LASTING.test(reason) ? 'lasting' : 'passing')
  } finally {
    clearTimeout(timer)
  }
}
