import { computeDigest } from '../../docs/public_docs/mod.ts'
import { ObjectStoreFailure } from '../../foundation/object_store/failure.ts'
import { readObject } from '../../foundation/object_store/reading.ts'
import type { FetchOptions, ObjectStore } from '../../foundation/object_store/store.ts'

/** That of 200,000 pages has 200 MB. */
const MANIFEST_BYTES_MAX = 512 * 1024 * 1024

type ManifestOutcome = Exclude<Awaited<ReturnType<typeof readObject>>, { state: 'too_large' }>

export async function readManifest(
  store: ObjectStore,
  key: string,
  options: FetchOptions = {},
): Promise<ManifestOutcome> {
  const found = await readObject(store, key, { ...options, bytesMax: MANIFEST_BYTES_MAX })
  if (found.state !== 'too_large') return found
  throw new ObjectStoreFailure(`"${key}" has more than ${MANIFEST_BYTES_MAX} bytes`)
}

/**
 * Whether an object has these very bytes. A store may do what was asked of it although its answer
 * is lost; asked again, it refuses, as the condition does not hold any more.
 */
export async function holds(store: ObjectStore, key: string, body: Blob): Promise<boolean> {
  const found = await readObject(store, key, { bytesMax: body.size })
  if (found.state !== 'found') return false
  return computeDigest(found.bytes) === computeDigest(await body.bytes())
}
