import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ManifestFile } from '../contract/corpus.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { nameTemporaryFolder } from '../files/build_folders.ts'
import { createFolderWriter, type FolderWriter, syncFolder } from '../files/folder_writer.ts'
import { type ObjectStore, readChunks, readWhole } from '../object_store/store.ts'
import { type BuildListing, computeDigest, listBuild } from '../public_docs/mod.ts'
import { folderOfBuild, keyOfFile } from './_names.ts'
import { forEachAtOnce } from './_parallel.ts'

const FILES_AT_ONCE = 16

/** A larger file is written as it arrives; a smaller one is held in memory and looked at first. */
const HELD_BYTES_MAX = 1024 * 1024

type Source = {
  readonly store: ObjectStore
  readonly cacheDir: string
  /** The build that the cache serves now: files that did not change are taken from it. */
  readonly before: string | undefined
}

/**
 * Gets a build into the cache: every file has the digest that the build recorded, and the folder
 * has its name only once all of them are on the disk. An error says why the build cannot be used;
 * throws `ObjectStoreFailure` while the store is away.
 */
export async function downloadBuild(
  build: string,
  { store, cacheDir, before }: Source,
): Promise<Result<void, string>> {
  const folder = folderOfBuild(cacheDir, build)
  const listing = await listBuild(build, (path) => readRemote(store, build, path))
  if (!listing.ok) return listing
  if (await isComplete(folder, listing.value)) return ok(undefined)
  const filled = nameTemporaryFolder(cacheDir)
  const writer = createFolderWriter(filled)
  try {
    await mkdir(filled, { recursive: true })
    const known = await listKnown(cacheDir, before)
    const faults: string[] = []
    await forEachAtOnce(listing.value.files, FILES_AT_ONCE, async (file) => {
      const fault = await takeFile(file, { store, build, known, writer })
      if (fault !== undefined) faults.push(fault)
    })
    await writer.settle()
    const [fault] = faults
    if (fault !== undefined) return err(fault)
    await syncFolder(filled)
    // What is there is not whole, or it would have been taken.
    await rm(folder, { recursive: true, force: true })
    await rename(filled, folder)
    await syncFolder(join(folder, '..'))
    return ok(undefined)
  } finally {
    await writer.close()
    await rm(filled, { recursive: true, force: true })
  }
}

type Transfer = {
  readonly store: ObjectStore
  readonly build: string
  readonly known: ReadonlyMap<string, string>
  readonly writer: FolderWriter
}

/** Why a file cannot be used; undefined when it is written. */
async function takeFile(file: ManifestFile, transfer: Transfer): Promise<string | undefined> {
  const { store, build, known, writer } = transfer
  const { path, sha256, bytes: size } = file
  const copy = known.get(sha256)
  const own = copy === undefined ? undefined : await readFile(copy).catch(() => undefined)
  if (own !== undefined && computeDigest(own) === sha256) {
    await writer.put({ path, bytes: own })
    return undefined
  }
  const found = await store.fetch(keyOfFile(build, path))
  if (found.state !== 'found') return describeFault(store, build, path, 'it does not exist')
  const hasher = new Bun.CryptoHasher('sha256')
  if (size > HELD_BYTES_MAX) {
    const growing = await writer.grow(path)
    await readChunks(found.body, async (chunk) => {
      hasher.update(chunk)
      await growing.add(chunk)
    })
    await growing.end()
  } else {
    const bytes = await readWhole(found.body)
    hasher.update(bytes)
    await writer.put({ path, bytes })
  }
  if (hasher.digest('hex') === sha256) return undefined
  return describeFault(store, build, path, 'its digest differs from the one in the build')
}

/** Files of the build in use, by digest. */
async function listKnown(
  cacheDir: string,
  before: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (before === undefined) return new Map()
  const folder = folderOfBuild(cacheDir, before)
  const listing = await listBuild(before, async (path) => {
    const bytes = await readFile(join(folder, path)).catch(() => undefined)
    return bytes === undefined ? err('it cannot be read') : ok(bytes)
  })
  if (!listing.ok) return new Map()
  return new Map(listing.value.files.map(({ sha256, path }) => [sha256, join(folder, path)]))
}

async function isComplete(folder: string, { files }: BuildListing): Promise<boolean> {
  for (const { path, bytes } of files) {
    const found = await stat(join(folder, path)).catch(() => undefined)
    if (found?.isFile() !== true || found.size !== bytes) return false
  }
  return true
}

async function readRemote(
  store: ObjectStore,
  build: string,
  path: string,
): Promise<Result<Uint8Array, string>> {
  const found = await store.fetch(keyOfFile(build, path))
  if (found.state === 'found') return ok(await readWhole(found.body))
  return err(describeFault(store, build, path, 'it does not exist'))
}

function describeFault(store: ObjectStore, build: string, path: string, what: string): string {
  return `Cannot load "${store.name}${keyOfFile(build, path)}": ${what}`
}
