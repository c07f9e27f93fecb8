import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../contract/build.ts'
import { buildsFolder, removeOldBuilds } from '../files/build_folders.ts'
import { replaceFile } from '../files/replacement.ts'
import { ObjectStoreFailure } from '../object_store/failure.ts'
import type { ObjectStore } from '../object_store/store.ts'
import { readNamedBuild } from '../public_docs/mod.ts'
import { createInspection, type Inspection } from './_cache_inspection.ts'
import { createDownloader, type Downloader } from './_download.ts'
import { readManifest } from './_stored_bytes.ts'

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
  look(waitMsMax?: number): Promise<void>
  /** Why the build that the store names cannot be used; undefined when it is in the folder. */
  refusal(): string | undefined
  /** Looks now, and again and again, unless somebody else does that now. */
  start(isOthers: () => boolean, onFailure: () => void): void
  /** Somebody could not read a file of the folder: finds out why, and gets it again. */
  suspect(): void
  stop(): Promise<void>
}

type FollowOptions = {
  readonly store: ObjectStore
  readonly cacheDir: string
  /** Called when a build cannot be used, once for each reason. */
  readonly onRefusal: (reason: string) => void
  /** Called when the build in the folder is not whole any more, and once it is again. */
  readonly onDamage: (reason: string) => void
  readonly onRepair: () => void
  /** Time of day, for the ages of builds. */
  readonly clock: () => number
  /** Never goes back, as a clock does that is set. */
  readonly stopwatch: () => number
  /** From 0 to 1. */
  readonly random: () => number
}

/**
 * Follows the manifest of a store into a folder: first the whole build, then the manifest. A tag
 * that differs is the signal, not a newer time, so a manifest that is put back counts. What is in
 * the folder is checked at the start and on suspicion; what is damaged is fetched again.
 */
export function followBuilds(options: FollowOptions): BuildFollower {
  const { onRefusal, stopwatch, random } = options
  const ending = new AbortController()
  const store = endWith(options.store, ending.signal)
  const inspection = createInspection(options)
  const downloader = createDownloader({ ...options, store })
  let known: string | undefined
  let refused: { readonly etag: string; readonly reason: string; readonly atMs: number } | undefined
  let looking: Promise<void> | undefined

  const take = async (waitMsMax: number): Promise<void> => {
    await inspection.inspect()
    const isResting = refused !== undefined && stopwatch() - refused.atMs < REST_MS
    const tag = isResting ? refused?.etag : inspection.isDoubtful() ? undefined : known
    const found = await readManifest(store, MANIFEST_FILE, {
      known: tag,
      waitMsMax,
      attemptsMax: 1,
    })
    if (found.state === 'same') {
      if (!isResting) refused = undefined
      return
    }
    if (found.state === 'absent') throw new ObjectStoreFailure('it has no manifest')
    const { etag } = found
    const reason = await placeBuild(found.bytes, { ...options, store, inspection, downloader })
    if (reason === undefined) [known, refused] = [etag, undefined]
    else {
      if (refused?.etag !== etag || refused.reason !== reason) onRefusal(reason)
      refused = { etag, reason, atMs: stopwatch() }
    }
  }
  const look = (waitMsMax: number = LOOK_MS_MAX): Promise<void> => {
    looking ??= take(waitMsMax).finally(() => {
      looking = undefined
    })
    return looking
  }
  const schedule = createSchedule(look, random)
  return {
    look,
    refusal: () => refused?.reason,
    start: schedule.start,
    suspect: () => {
      if (inspection.suspect()) schedule.hurry()
    },
    stop: async () => {
      schedule.stop()
      ending.abort(new ObjectStoreFailure('it is not asked any more'))
      // Its files are removed only when nobody writes them any more.
      await looking?.catch(() => undefined)
      await downloader.close()
    },
  }
}

/** A store whose every request and body ends with the signal, which a service has that stops. */
function endWith(store: ObjectStore, signal: AbortSignal): ObjectStore {
  return { ...store, fetch: (key, asked) => store.fetch(key, { ...asked, signal }) }
}

type Schedule = Pick<BuildFollower, 'start'> & {
  /** Looks at once, if it was started. */
  hurry(): void
  stop(): void
}

function createSchedule(look: () => Promise<void>, random: () => number): Schedule {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lookAfter = (_ms: number) => {}
  return {
    start: (isOthers, onFailure) => {
      lookAfter = (ms) => {
        clearTimeout(timer)
        timer = setTimeout(async () => {
          if (!isOthers()) await look().catch(onFailure)
          lookAfter(LOOK_EVERY_MS * (1 - SPREAD / 2 + SPREAD * random()))
        }, ms)
        timer.unref()
      }
      lookAfter(0)
    },
    hurry: () => lookAfter(0),
    stop: () => {
      lookAfter = () => {}
      clearTimeout(timer)
    },
  }
}

type PlaceOptions = Pick<FollowOptions, 'store' | 'cacheDir' | 'clock'> & {
  readonly inspection: Inspection
  readonly downloader: Downloader
}

/** Why the build of this manifest cannot be used; undefined when both are in the folder. */
async function placeBuild(
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
  await removeOldBuilds(cacheDir, build, clock())
  return undefined
}
