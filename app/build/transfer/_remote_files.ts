import type { ManifestFile } from '../../contract/corpus.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { computeDigest } from '../../docs/public_docs/mod.ts'
import type { FolderWriter } from '../../foundation/files/folder_writer.ts'
import { repeatPassing } from '../../foundation/object_store/attempts.ts'
import { readChunks } from '../../foundation/object_store/body.ts'
import { readObject } from '../../foundation/object_store/reading.ts'
import type { ObjectStore } from '../../foundation/object_store/store.ts'
import { keyOfFile } from './_names.ts'

/** A larger file is written as it arrives; a smaller one is held in memory and looked at first. */
const HELD_BYTES_MAX = 1024 * 1024

const ABSENT = 'it does not exist'
const CHANGED = 'its digest differs from the one in the build'

/** Many files share a line that may be slow: one is given up only when it trickles. */
const BACKGROUND = { isBackground: true }

type Place = { readonly store: ObjectStore; readonly build: string }

/** Writes a file of a build into a folder; returns why it cannot be used, if so. */
export async function fetchInto(
  writer: FolderWriter,
  file: ManifestFile,
  place: Place,
): Promise<string | undefined> {
  const isHeld = file.bytes <= HELD_BYTES_MAX
  const fault = isHeld ? await hold(writer, file, place) : await grow(writer, file, place)
  return fault === undefined ? undefined : describeFault(place, file.path, fault)
}

async function hold(
  writer: FolderWriter,
  { path, sha256, bytes: bytesMax }: ManifestFile,
  { store, build }: Place,
): Promise<string | undefined> {
  const found = await readObject(store, keyOfFile(build, path), { bytesMax, ...BACKGROUND })
  if (found.state === 'absent') return ABSENT
  if (found.state !== 'found' || computeDigest(found.bytes) !== sha256) return CHANGED
  await writer.put({ path, bytes: found.bytes })
  return undefined
}

async function grow(
  writer: FolderWriter,
  { path, sha256, bytes: bytesMax }: ManifestFile,
  { store, build }: Place,
): Promise<string | undefined> {
  const attempt = async (): Promise<string | undefined> => {
    const found = await store.fetch(keyOfFile(build, path), { attemptsMax: 1, ...BACKGROUND })
    if (found.state !== 'found') return ABSENT
    const hasher = new Bun.CryptoHasher('sha256')
    const growing = await writer.grow(path)
    let isRight = false
    try {
      const isWhole = await readChunks(found.body, bytesMax, async (chunk) => {
        hasher.update(chunk)
        await growing.add(chunk)
      })
      isRight = isWhole && hasher.digest('hex') === sha256
    } finally {
      if (!isRight) await growing.drop()
    }
    if (!isRight) return CHANGED
    await growing.end()
    return undefined
  }
  return await repeatPassing(attempt, { signal: store.ending })
}

export async function readTable(
  store: ObjectStore,
  { build, path, bytesMax }: { build: string; path: string; bytesMax: number },
): Promise<Result<Uint8Array, string>> {
  const found = await readObject(store, keyOfFile(build, path), { bytesMax, ...BACKGROUND })
  if (found.state === 'found') return ok(found.bytes)
  const what = found.state === 'too_large' ? `it has more than ${bytesMax} bytes` : ABSENT
  return err(describeFault({ store, build }, path, what))
}

function describeFault({ store, build }: Place, path: string, what: string): string {
  return `Cannot load "${store.name}${keyOfFile(build, path)}": ${what}`
}
