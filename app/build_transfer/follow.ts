import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../contract/build.ts'
import { buildsFolder, removeOldBuilds } from '../files/build_folders.ts'
import { replaceFile } from '../files/replacement.ts'
import { ObjectStoreFailure } from '../object_store/failure.ts'
import { type ObjectStore, readWhole } from '../object_store/store.ts'
import { readNamedBuild } from '../public_docs/mod.ts'
import { downloadBuild } from './_download.ts'

/** The manifest is asked for this often, give or take a fifth, so that replicas spread out. */
const LOOK_EVERY_MS = 1000
const SPREAD = 0.4

/** How long the store may take to say whether anything changed. */
const LOOK_MS_MAX = 1000

/** How long a build that cannot be used is left alone: its files may be repaired. */
const REST_MS = 3000

/** The builds of an object store, kept in a folder that is served as any other. */
export type BuildFollower = {
  /** Gets what the store names now. Throws `ObjectStoreFailure` while the store is away. */
  look(): Promise<void>
  /** Why the build that the store names cannot be used; undefined when it is in the folder. */
  refusal(): string | undefined
  /** Looks again and again, unless somebody else does that now. */
  start(isOthers: () => boolean, onFailure: () => void): void
  stop(): void
}

type FollowOptions = {
  readonly store: ObjectStore
  readonly cacheDir: string
  /** Called when a build cannot be used, once for each reason. */
  readonly onRefusal: (reason: string) => void
  readonly clock: () => number
  /** From 0 to 1. */
  readonly random: () => number
}

/**
 * Follows the manifest of a store into a folder: first the whole build, then the manifest. A tag
 * that differs is the signal, not a newer time, so a manifest that is put back counts.
 */
export function followBuilds(options: FollowOptions): BuildFollower {
  const { store, onRefusal, clock, random } = options
  let known: string | undefined
  let refused: { readonly etag: string; readonly reason: string; readonly atMs: number } | undefined
  let looking: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const take = async (): Promise<void> => {
    const isResting = refused !== undefined && clock() - refused.atMs < REST_MS
    const tag = isResting ? refused?.etag : known
    const found = await store.fetch(MANIFEST_FILE, { known: tag, waitMsMax: LOOK_MS_MAX })
    if (found.state === 'same') {
      if (!isResting) refused = undefined
      return
    }
    if (found.state === 'absent') throw new ObjectStoreFailure('it has no manifest')
    const { etag } = found
    const manifest = await readWhole(found.body)
    const reason = await placeBuild(manifest, options)
    if (reason === undefined) [known, refused] = [etag, undefined]
    else {
      if (refused?.etag !== etag || refused.reason !== reason) onRefusal(reason)
      refused = { etag, reason, atMs: clock() }
    }
  }
  const look = (): Promise<void> => {
    looking ??= take().finally(() => {
      looking = undefined
    })
    return looking
  }
  return {
    look,
    refusal: () => refused?.reason,
    start: (isOthers, onFailure) => {
      const next = () => {
        if (isStopped) return
        const ms = LOOK_EVERY_MS * (1 - SPREAD / 2 + SPREAD * random())
        timer = setTimeout(async () => {
          if (!isOthers()) await look().catch(onFailure)
          next()
        }, ms)
        timer.unref()
      }
      next()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Why the build of this manifest cannot be used; undefined when both are in the folder. */
async function placeBuild(
  manifest: Uint8Array,
  { store, cacheDir, clock }: FollowOptions,
): Promise<string | undefined> {
  const build = readNamedBuild(manifest)
  if (build === undefined) return `Cannot load "${store.name}${MANIFEST_FILE}": it names no build`
  await mkdir(buildsFolder(cacheDir), { recursive: true })
  const manifestPath = join(cacheDir, MANIFEST_FILE)
  const own = await readFile(manifestPath).catch(() => undefined)
  const before = own === undefined ? undefined : readNamedBuild(own)
  const downloaded = await downloadBuild(build, { store, cacheDir, before })
  if (!downloaded.ok) return downloaded.error
  if (own === undefined || !own.equals(manifest)) await replaceFile(manifestPath, manifest)
  await removeOldBuilds(cacheDir, build, clock())
  return undefined
}
