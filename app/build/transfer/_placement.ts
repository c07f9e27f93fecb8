import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../../contract/build.ts'
import { type BuildTrial, readNamedBuild } from '../../docs/public_docs/mod.ts'
import { buildsFolder, removeOldBuilds } from '../../foundation/files/build_folders.ts'
import { syncFolder } from '../../foundation/files/folder_writer.ts'
import { replaceFile } from '../../foundation/files/replacement.ts'
import type { ObjectStore } from '../../foundation/object_store/store.ts'
import type { Inspection } from './_cache_inspection.ts'
import type { Downloader } from './_download.ts'
import { keyOfCopy } from './_names.ts'
import { readManifest } from './_stored_bytes.ts'

/** How long a repair rests that the store has no files for; a build is left alone as long. */
const REST_MS = 3000

/** All its files are there as they were made: hardly anything but another manifest can help. */
const WHOLE_REST_MS = 60_000

/** A manifest that is tried before a start could find it. */
const TRIED_FILE = 'docs-manifest.tried.json'

type PlaceOptions = {
  readonly store: ObjectStore
  readonly cacheDir: string
  /** Time of day, for the ages of builds. */
  readonly clock: () => number
  readonly inspection: Inspection
  readonly downloader: Downloader
  readonly trial: BuildTrial
}

/** Why a build cannot be used, and how long it is left alone. */
export type PlaceFailure = { readonly reason: string; readonly restMs: number }

/**
 * Why the build of this manifest cannot be used; undefined when both are in the folder. A manifest
 * that would be refused never replaces one that is served: the next start would find nothing else.
 */
export async function placeBuild(
  manifest: Uint8Array,
  { store, cacheDir, clock, inspection, downloader, trial }: PlaceOptions,
): Promise<PlaceFailure | undefined> {
  const build = readNamedBuild(manifest)
  if (build === undefined) {
    const reason = `Cannot load "${store.name}${MANIFEST_FILE}": it names no build`
    return { reason, restMs: REST_MS }
  }
  await mkdir(buildsFolder(cacheDir), { recursive: true })
  const manifestPath = join(cacheDir, MANIFEST_FILE)
  const own = await readFile(manifestPath).catch(() => undefined)
  const isSame = own?.equals(manifest) === true
  const before = own === undefined ? undefined : readNamedBuild(own)
  if (!isSame || inspection.wholeBuild() !== build) {
    const downloaded = await downloader.download(build, before)
    if (!downloaded.ok) return { reason: downloaded.error, restMs: REST_MS }
  }
  if (!isSame) {
    const tried = join(cacheDir, TRIED_FILE)
    await replaceFile(tried, manifest)
    const reason = await trial.findFault(TRIED_FILE)
    if (reason !== undefined) {
      await rm(tried, { force: true })
      // However many cannot be used, they neither fill the disk nor displace the one that is.
      if (before !== undefined) await removeOldBuilds(cacheDir, before, { nowMs: clock() })
      return { reason, restMs: WHOLE_REST_MS }
    }
    await rename(tried, manifestPath)
    await syncFolder(cacheDir)
  }
  await inspection.notePlaced(build)
  await removeOldBuilds(cacheDir, build, { nowMs: clock() })
  return undefined
}

/**
 * Repairs the build in the folder, for as long as the store names another that cannot be used: from
 * the copy of its own manifest, where the store still has it. The tag is that of the other.
 */
export function createRepair(
  options: PlaceOptions & { readonly stopwatch: () => number },
): (tag: string | undefined) => Promise<void> {
  const { store, cacheDir, inspection, stopwatch } = options
  let triedMs: number | undefined
  let failedTag: string | undefined
  return async (tag) => {
    // Each try reads every byte of the build in the folder.
    const isInVain = tag !== undefined && tag === failedTag
    const isResting = triedMs !== undefined && stopwatch() - triedMs < REST_MS
    if (!inspection.isDamaged() || isInVain || isResting) return
    triedMs = stopwatch()
    const own = await readFile(join(cacheDir, MANIFEST_FILE)).catch(() => undefined)
    const build = inspection.lastWhole() ?? (own === undefined ? own : readNamedBuild(own))
    if (build === undefined) return
    const copy = await readManifest(store, keyOfCopy(build))
    if (copy.state !== 'found') return
    failedTag = (await placeBuild(copy.bytes, options)) === undefined ? undefined : tag
  }
}
