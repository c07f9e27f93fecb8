import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ManifestFile } from '../../contract/corpus.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { computeDigest, listBuild } from '../../docs/public_docs/mod.ts'
import { nameTemporaryFolder, removeAbandoned } from '../../foundation/files/build_folders.ts'
import {
  createFolderWriter,
  type FolderWriter,
  syncFolder,
} from '../../foundation/files/folder_writer.ts'
import { mapInParallel } from '../../foundation/files/parallel_map.ts'
import { ObjectStoreFailure } from '../../foundation/object_store/failure.ts'
import type { ObjectStore } from '../../foundation/object_store/store.ts'
import { findWrongFiles, moveInto } from './_cached_files.ts'
import { folderOfBuild } from './_names.ts'
import { fetchInto, readTable } from './_remote_files.ts'

const FILES_AT_ONCE = 16

/** Of the build that the store names, and of the one that is served and may be repaired. */
const FILLINGS_MAX = 2

/** Gets builds into the cache, one at a time. */
export type Downloader = {
  /**
   * Gets every file of a build that is not in its folder with its digest. A build that is not there
   * at all gets its folder only once all of it is on the disk; what is damaged is replaced file by
   * file. An error says why the build cannot be used; throws `ObjectStoreFailure` while the store
   * is away, and goes on from there when it is called again.
   */
  download(build: string, before: string | undefined): Promise<Result<void, string>>
  /** Removes what downloads that broke off left. */
  close(): Promise<void>
}

type Ports = {
  readonly store: ObjectStore
  readonly cacheDir: string
  /** Called for each file that was not there before. */
  readonly onArrival: () => void
}

/** A folder that is being filled with files whose digests were checked. */
type Filling = {
  readonly build: string
  readonly folder: string
  readonly writer: FolderWriter
  readonly taken: Set<string>
}

export function createDownloader({ store, cacheDir, onArrival }: Ports): Downloader {
  // The one that was used last comes last.
  const fillings = new Map<string, Filling>()
  const drop = async (build: string): Promise<void> => {
    const old = fillings.get(build)
    fillings.delete(build)
    await old?.writer.close()
    if (old !== undefined) await rm(old.folder, { recursive: true, force: true })
  }
  const open = async (build: string): Promise<Filling> => {
    const kept = fillings.get(build)
    fillings.delete(build)
    const [oldest] = fillings.keys()
    if (oldest !== undefined && fillings.size === FILLINGS_MAX) await drop(oldest)
    const filling = kept ?? (await createFilling(cacheDir, build))
    fillings.set(build, filling)
    return filling
  }
  const download: Downloader['download'] = async (build, before) => {
    const listing = await listBuild(build, (path, bytesMax) =>
      readTable(store, { build, path, bytesMax }),
    )
    if (!listing.ok) return listing
    const folder = folderOfBuild(cacheDir, build)
    const wrong = await findWrongFiles(folder, listing.value.files)
    if (wrong.length === 0) {
      await drop(build)
      return ok(undefined)
    }
    const opened = await open(build)
    const known = await listKnown(cacheDir, before)
    const fault = await fill(opened, wrong, { store, known, onArrival })
    if (fault !== undefined) return err(fault)
    await place(opened, folder, wrong)
    await drop(build)
    return ok(undefined)
  }
  return {
    download: async (build, before) => {
      try {
        return await download(build, before)
      } catch (error) {
        // After any other failure nobody knows what the disk holds.
        if (!(error instanceof ObjectStoreFailure)) await drop(build)
        throw error
      }
    },
    close: async () => {
      for (const build of [...fillings.keys()]) await drop(build)
    },
  }
}

async function createFilling(cacheDir: string, build: string): Promise<Filling> {
  // Before it fills the disk: what is left may be as large as a build.
  await removeAbandoned(cacheDir)
  const folder = nameTemporaryFolder(cacheDir)
  await mkdir(folder, { recursive: true })
  return { build, folder, writer: createFolderWriter(folder), taken: new Set() }
}

type Sources = Pick<Ports, 'store' | 'onArrival'> & { readonly known: ReadonlyMap<string, string> }

/** Why a file cannot be used; undefined when all are in the folder and on the disk. */
async function fill(
  { build, writer, taken }: Filling,
  files: readonly ManifestFile[],
  { store, known, onArrival }: Sources,
): Promise<string | undefined> {
  const faults: string[] = []
  const missing = files.filter(({ path }) => !taken.has(path))
  await mapInParallel(missing, FILES_AT_ONCE, async (file) => {
    const isCopied = await copyKnown(file, known, writer)
    const fault = isCopied ? undefined : await fetchInto(writer, file, { store, build })
    if (fault !== undefined) {
      faults.push(fault)
      return
    }
    taken.add(file.path)
    onArrival()
  })
  if (faults.length === 0) await writer.settle()
  return faults[0]
}

/** Whether a file was taken from the build in use, which has it too. */
async function copyKnown(
  { path, sha256 }: ManifestFile,
  known: ReadonlyMap<string, string>,
  writer: FolderWriter,
): Promise<boolean> {
  const copy = known.get(sha256)
  const own = copy === undefined ? undefined : await readFile(copy).catch(() => undefined)
  if (own === undefined || computeDigest(own) !== sha256) return false
  await writer.put({ path, bytes: own })
  return true
}

async function place(
  filled: Filling,
  folder: string,
  files: readonly ManifestFile[],
): Promise<void> {
  if ((await stat(folder).catch(() => undefined))?.isDirectory() === true) {
    await moveInto(folder, filled.folder, files)
    return
  }
  await syncFolder(filled.folder)
  await rm(folder, { force: true })
  await rename(filled.folder, folder)
  await syncFolder(join(folder, '..'))
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
