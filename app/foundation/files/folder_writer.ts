import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ManifestFile } from '../../contract/corpus.ts'
import { writeNewFile } from './new_file.ts'

/** A file that a build writes: path below the build folder. */
export type EmittedFile = { readonly path: string; readonly bytes: Uint8Array }

/** Files that are written at once; more would only hold more bytes in memory. */
const FILES_IN_FLIGHT_MAX = 16

/** Bytes that a growing file buffers before it writes them. */
const CHUNK_BYTES = 256 * 1024

/** Fills a folder: computes the digest of each file and makes sure that it is on the disk. */
export type FolderWriter = {
  /** Accepts a file; resolves when there is room for the next one. */
  readonly put: (file: EmittedFile) => Promise<void>
  readonly list: (file: ManifestFile) => void
  readonly grow: (path: string) => Promise<DroppableFile>
  /** Waits for everything and returns what was written. The folders are on the disk then, too. */
  readonly settle: () => Promise<readonly ManifestFile[]>
  /** Waits for what is being written and closes every file, also after a failure. Never throws. */
  readonly close: () => Promise<void>
}

/** A file that is written piece by piece. */
export type GrowingFile = {
  readonly add: (bytes: Uint8Array) => Promise<void>
  readonly end: () => Promise<void>
}

type DroppableFile = GrowingFile & {
  /** Instead of an end: the file is gone, and may be started again. */
  readonly drop: () => Promise<void>
}

type OpenFile = { readonly path: string; readonly handle: FileHandle }

export function createFolderWriter(folder: string): FolderWriter {
  const files: ManifestFile[] = []
  const growing = new Set<OpenFile>()
  const inFlight = new Set<Promise<void>>()
  const folders = new Map<string, Promise<unknown>>()
  let failure: { readonly error: unknown } | undefined

  const makeFolder = (path: string): Promise<unknown> => {
    const parent = dirname(join(folder, path))
    const made = folders.get(parent) ?? mkdir(parent, { recursive: true })
    folders.set(parent, made)
    return made
  }
  const write = async ({ path, bytes }: EmittedFile): Promise<void> => {
    await makeFolder(path)
    await writeNewFile(join(folder, path), bytes)
  }
  const put = async (file: EmittedFile): Promise<void> => {
    files.push(describeFile(file))
    const writing: Promise<void> = write(file)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => inFlight.delete(writing))
    inFlight.add(writing)
    if (inFlight.size >= FILES_IN_FLIGHT_MAX) await Promise.race(inFlight)
    // The caller removes the folder next, so nothing may still be written to it.
    if (failure !== undefined) await settle()
  }
  const grow = async (path: string): Promise<DroppableFile> => {
    await makeFolder(path)
    const file = { path, handle: await open(join(folder, path), 'wx') }
    growing.add(file)
    const written = createGrowingFile(file, (described) => {
      growing.delete(file)
      files.push(described)
    })
    const drop = async (): Promise<void> => {
      growing.delete(file)
      await file.handle.close()
      await rm(join(folder, path), { force: true })
    }
    return { ...written, drop }
  }
  const settle = async (): Promise<readonly ManifestFile[]> => {
    await Promise.all(inFlight)
    if (failure !== undefined) throw failure.error
    for (const path of folders.keys()) await syncFolder(path)
    return files
  }
  const close = async (): Promise<void> => {
    await Promise.all(inFlight)
    await Promise.allSettled([...growing].map(({ handle }) => handle.close()))
  }
  const list = (file: ManifestFile): void => {
    files.push(file)
  }
  return { put, list, grow, settle, close }
}

function createGrowingFile(
  { path, handle }: OpenFile,
  onEnd: (file: ManifestFile) => void,
): GrowingFile {
  const hasher = new Bun.CryptoHasher('sha256')
  let bytes = 0
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  const flush = async (): Promise<void> => {
    const chunk = Buffer.concat(pending)
    pending = []
    pendingBytes = 0
    await handle.appendFile(chunk)
  }
  const add = async (piece: Uint8Array): Promise<void> => {
    hasher.update(piece)
    bytes += piece.length
    pending.push(piece)
    pendingBytes += piece.length
    if (pendingBytes >= CHUNK_BYTES) await flush()
  }
  const end = async (): Promise<void> => {
    await flush()
    await handle.sync()
    await handle.close()
    onEnd({ path, sha256: hasher.digest('hex'), bytes })
  }
  return { add, end }
}

export function describeFile({ path, bytes }: EmittedFile): ManifestFile {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  return { path, sha256, bytes: bytes.length }
}

/** Flushes the names in a folder to the disk, so that a rename survives a crash. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
