import { MANIFEST_FILE } from '../../contract/build.ts'
import { type BuildTrial, readNamedAddress, readNamedBuild } from '../../docs/public_docs/mod.ts'
import { ObjectStoreFailure } from '../../foundation/object_store/failure.ts'
import type { ObjectStore } from '../../foundation/object_store/store.ts'
import { createInspection } from './_cache_inspection.ts'
import { createDownloader } from './_download.ts'
import { createRepair, type PlaceFailure, placeBuild } from './_placement.ts'
import { readManifest } from './_stored_bytes.ts'

/** The manifest is asked for this often, give or take a fifth, so that replicas spread out. */
const LOOK_EVERY_MS = 1000
const SPREAD = 0.4

/** How long the store may take to say whether anything changed. */
const LOOK_MS_MAX = 1000

/** The builds of an object store, kept in a folder that is served as any other. */
export type BuildFollower = {
  /** Gets what the store names now. Throws `ObjectStoreFailure` while the store is away. */
  look(waitMsMax?: number): Promise<void>
  /**
   * Why the build that the store names cannot be used, and whether it is for another address;
   * undefined when it is in the folder.
   */
  refusal(): { readonly reason: string; readonly isForeign: boolean } | undefined
  /** Looks now, and again and again, unless somebody else does that now. */
  start(isOthers: () => boolean, onFailure: () => void): void
  /** Somebody could not read a file of the folder: finds out why, and gets it again. */
  suspect(): void
  stop(): Promise<void>
}

type FollowOptions = {
  readonly store: ObjectStore
  readonly cacheDir: string
  /** Where this service is: a build for another address is left alone. */
  readonly baseUrl: string
  /** Tries each build of the folder before it is served. */
  readonly trial: BuildTrial
  /** Called when a build cannot be used, once for each reason. */
  readonly onRefusal: (reason: string) => void
  /** Called for each manifest and file that was not there before: the store answers. */
  readonly onArrival?: () => void
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
  const { onRefusal, onArrival = () => undefined, stopwatch, random } = options
  const ending = new AbortController()
  const store = endWith(options.store, ending.signal)
  const inspection = createInspection(options)
  const downloader = createDownloader({ ...options, store, onArrival })
  const place = { ...options, store, inspection, downloader }
  const repairServed = createRepair(place)
  let [known, seen]: [string?, string?] = []
  let refused: Refusal | undefined

  const accept = async ({ etag, bytes }: FoundManifest): Promise<void> => {
    const misfit = findMisfit(bytes, options)
    const failure = misfit ?? (await placeBuild(bytes, place))
    if (failure === undefined) {
      ;[known, refused] = [etag, undefined]
      // Nobody needs what was fetched of another build.
      await downloader.close()
      return
    }
    const { reason, restMs } = failure
    if (refused?.etag !== etag || refused.reason !== reason) onRefusal(reason)
    refused = { etag, reason, untilMs: stopwatch() + restMs, isForeign: misfit !== undefined }
  }
  const take = async (waitMsMax: number): Promise<void> => {
    await inspection.inspect()
    const isResting = refused !== undefined && stopwatch() < refused.untilMs
    const tag = isResting ? refused?.etag : inspection.isDoubtful() ? undefined : known
    const asked = { known: tag, waitMsMax, attemptsMax: 1 }
    const found = await readManifest(store, MANIFEST_FILE, asked)
    if (found.state === 'found') {
      if (found.etag !== seen) onArrival()
      seen = found.etag
      await accept(found)
    }
    if (found.state === 'same' && !isResting) refused = undefined
    // What is served does not wait until the store names a build that can be used.
    const isUseless = refused !== undefined || found.state === 'absent'
    if (isUseless) await repairServed(refused?.etag)
    if (found.state === 'absent') throw new ObjectStoreFailure('it has no manifest')
  }
  const looks = createSharedLooks(take)
  const schedule = createSchedule(looks.look, random)
  return {
    look: looks.look,
    refusal: () => refused,
    start: schedule.start,
    suspect: () => {
      if (inspection.suspect()) schedule.hurry()
    },
    stop: async () => {
      schedule.stop()
      ending.abort(new ObjectStoreFailure('it is not asked any more'))
      options.trial.close()
      // Its files are removed only when nobody writes them any more.
      await looks.settle()
      await downloader.close()
    },
  }
}

type Refusal = {
  readonly etag: string
  readonly reason: string
  /** Until then nothing but another manifest can change it. */
  readonly untilMs: number
  readonly isForeign: boolean
}

type FoundManifest = { readonly etag: string; readonly bytes: Uint8Array }

/** Links would lead elsewhere: such a build is not even fetched. */
function findMisfit(
  manifest: Uint8Array,
  { store, baseUrl }: Pick<FollowOptions, 'store' | 'baseUrl'>,
): PlaceFailure | undefined {
  const other = readNamedAddress(manifest)
  if (other === undefined || other === baseUrl) return undefined
  const build = readNamedBuild(manifest)
  const what = `it was made for "${other}", not "${baseUrl}"`
  const reason = `Cannot take build "${build}" of "${store.name}": ${what}`
  return { reason, restMs: Number.POSITIVE_INFINITY }
}

type SharedLooks = {
  look(waitMsMax?: number): Promise<void>
  /** Waits for the one that runs. */
  settle(): Promise<void>
}

/** Callers at the same time share a look, unless it gives up before one of them would. */
function createSharedLooks(take: (waitMsMax: number) => Promise<void>): SharedLooks {
  let running: { readonly waitMsMax: number; readonly ended: Promise<void> } | undefined
  const look = async (waitMsMax: number = LOOK_MS_MAX): Promise<void> => {
    while (running !== undefined && running.waitMsMax < waitMsMax) {
      const isDone = await running.ended.then(
        () => true,
        () => false,
      )
      if (isDone) return
    }
    running ??= {
      waitMsMax,
      ended: take(waitMsMax).finally(() => {
        running = undefined
      }),
    }
    await running.ended
  }
  return { look, settle: async () => await running?.ended.catch(() => undefined) }
}

/** A store whose every request and body ends with the signal, which a service has that stops. */
function endWith(store: ObjectStore, signal: AbortSignal): ObjectStore {
  return { ...store, ending: signal, fetch: (key, asked) => store.fetch(key, { ...asked, signal }) }
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
