import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../contract/build.ts'
import { buildsFolder, removeOldBuilds } from '../files/build_folders.ts'
import { replaceFile } from '../files/replacement.ts'
import type { ObjectStore } from '../object_store/store.ts'
import { readNamedBuild } from '../public_docs/mod.ts'
import type { Inspection } from './_cache_inspection.ts'
import type { Downloader } from './_download.ts'
import { keyOfCopy } from './_names.ts'
import { readManifest } from './_stored_bytes.ts'

/** How long a repair rests that the store has no files for. */
const REST_MS = 3000

type PlaceOptions = {
  readonly store: ObjectStore
  readonly cacheDir: string
  /** Time of day, for the ages of builds. */
  readonly clock: () => number
  readonly inspection: Inspection
  readonly downloader: Downloader
}

/** Why the build of this manifest cannot be used; undefined when both are in the folder. */
export async function placeBuild(
  manifest: Uint8Array,
  { store, cacheDir, clock, inspection, downloader }: PlaceOptions,
): Promise<string | undefined> {
  const build = readNamedBuild(manifest)
  if (build === undefined) return `Cannot load "${store.name}${MANIFEST_FILE}": it names no build`
  await mkdir(buildsFolder(cacheDir), { recursive: true })
  const manifestPath = join(cacheDir, MANIFEST_FILE)
  const own = await readFile(manifestPath).catch(() => undefined)
  const isSame = own?.equals(manifest) === true
  if (!isSame || inspection.wholeBuild() !== build) {
    const before = own === undefined ? undefined : readNamedBuild(own)
    const downloaded = await downloader.download(build, before)
    if (!downloaded.ok) return downloaded.error
  }
  if (!isSame) await replaceFile(manifestPath, manifest)
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
