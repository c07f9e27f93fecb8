import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ManifestFile } from '../contract/corpus.ts'

/** A file that a build writes: path below the build folder. */
export type EmittedFile = { readonly path: string; readonly bytes: Uint8Array }

/** Files that are written at once; more would hold their bytes in memory for nothing. */
const FILES_IN_FLIGHT_MAX = 16

/** Bytes that a growing file gathers before it writes them. */
const CHUNK_BYTES = 256 * 1024

/** A folder that is being filled: knows the digest of each file, and that it is on the disk. */
export type FolderWriter = {
  /** Takes a file; resolves when there is room for the next one. */
  readonly put: (file: EmittedFile) => Promise<void>
  /** Begins a file that grows piece by piece. */
  readonly grow: (path: string) => Promise<GrowingFile>
  /** Waits for everything and gives what was written. The folders are on the disk then, too. */
  readonly settle: () => Promise<readonly ManifestFile[]>
}

export type GrowingFile = {
  readonly add: (bytes: Uint8Array) => Promise<void>
  readonly end: () => Promise<void>
}

export function createFolderWriter(folder: string): FolderWriter {
  const written: ManifestFile[] = []
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
    const handle = await open(join(folder, path), 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  const put = async (file: EmittedFile): Promise<void> => {
    written.push(describeFile(file))
    const writing: Promise<void> = write(file)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => inFlight.delete(writing))
    inFlight.add(writing)
    if (inFlight.size >= FILES_IN_FLIGHT_MAX) await Promise.race(inFlight)
    // What is still being written must be over before the folder is cleared away.
    if (failure !== undefined) await settle()
  }
  const grow = async (path: string): Promise<GrowingFile> => {
    await makeFolder(path)
    const handle = await open(join(folder, path), 'wx')
    return createGrowingFile(path, handle, (file) => written.push(file))
  }
  const settle = async (): Promise<readonly ManifestFile[]> => {
    await Promise.all(inFlight)
    if (failure !== undefined) throw failure.error
    for (const path of folders.keys()) await syncFolder(path)
    return written
  }
  return { put, grow, settle }
}

function createGrowingFile(
  path: string,
  handle: FileHandle,
  done: (file: ManifestFile) => void,
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
    done({ path, sha256: hasher.digest('hex'), bytes })
  }
  return { add, end }
}

export function describeFile({ path, bytes }: EmittedFile): ManifestFile {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  return { path, sha256, bytes: bytes.length }
}

/** Puts the names in a folder on the disk, as a rename needs it to survive a crash. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
