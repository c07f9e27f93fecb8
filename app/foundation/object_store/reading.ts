import { repeatPassing } from './attempts.ts'
import { readChunks } from './body.ts'
import type { FetchOptions, ObjectStore } from './store.ts'

/** What a key holds, read to its end. */
type ReadOutcome =
  | { readonly state: 'found'; readonly etag: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** It still has the tag that the caller knows. */
  | { readonly state: 'same' }
  | { readonly state: 'absent' }
  /** It has more bytes than the caller takes. */
  | { readonly state: 'too_large' }

/** Reads an object into memory; one that breaks off is asked for again, from its start. */
export async function readObject(
  store: Pick<ObjectStore, 'fetch' | 'ending'>,
  key: string,
  options: FetchOptions & { readonly bytesMax: number },
): Promise<ReadOutcome> {
  const { bytesMax, attemptsMax } = options
  const attempt = async (): Promise<ReadOutcome> => {
    const found = await store.fetch(key, { ...options, attemptsMax: 1 })
    if (found.state !== 'found') return found
    const chunks: Uint8Array[] = []
    const isWhole = await readChunks(found.body, bytesMax, (chunk) => void chunks.push(chunk))
    if (!isWhole) return { state: 'too_large' }
    return { state: 'found', etag: found.etag, bytes: new Uint8Array(Buffer.concat(chunks)) }
  }
  return await repeatPassing(attempt, { attemptsMax, signal: options.signal ?? store.ending })
}
