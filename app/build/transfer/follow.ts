import { MANIFEST_FILE } from '../../contract/build.ts'
import { type BuildTrial, readNamedAddress, readNamedBuild } from '../../docs/public_docs/mod.ts'
import { ObjectStoreFailure } from '../../foundation/object_store/failure.ts'
import type { ObjectStore } from '../../foundation/object_store/store.ts'
import { Inspection } from './_cache_inspection.ts'
import { createDownloader } from './_download.ts'
import { createRepair, type PlaceFailure, placeBuild } from './_placement.ts'
import { readManifest } from './_stored_bytes.ts'

/** The manifest is asked for this often, give or take a fifth, so that replicas spread out. */
const POLL_EVERY_MS = 1000
const SPREAD = 0.4

/** How long the store may take to say whether anything changed. */
const POLL_MS_MAX = 1000

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

type Refusal = {
  readonly etag: string
  readonly reason: string
  /** Until then nothing but another manifest can change it. */
  readonly untilMs: number
  readonly isForeign: boolean
}

/**
 * Follows the manifest of a store into a folder: first the whole build, then the manifest. A tag
 * that differs is the signal, not a newer time, so a manifest that is put back counts. What is in
 * the folder is checked at the start and on suspicion; what is damaged is fetched again.
 */
export class BuildFollower {
  readonly #options: FollowOptions
  readonly #ending = new AbortController()
  readonly #place: Parameters<typeof createRepair>[0]
  readonly #repairServed: ReturnType<typeof createRepair>
  #known: string | undefined
  #seen: string | undefined
  #refused: Refusal | undefined
  #running: { readonly waitMsMax: number; readonly ended: Promise<void> } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #pollAfter = (_ms: number) => {}

  constructor(options: FollowOptions) {
    this.#options = options
    const store = endWith(options.store, this.#ending.signal)
    const downloader = createDownloader({ onArrival: () => undefined, ...options, store })
    this.#place = { ...options, store, inspection: new Inspection(options), downloader }
    this.#repairServed = createRepair(this.#place)
  }

  /**
   * Gets what the store names now. Throws `ObjectStoreFailure` while the store is away. Callers at
   * the same time share a request, unless it gives up before one of them would.
   */
  async poll(waitMsMax: number = POLL_MS_MAX): Promise<void> {
    while (this.#running !== undefined && this.#running.waitMsMax < waitMsMax) {
      const isDone = await this.#running.ended.then(
        () => true,
        () => false,
      )
      if (isDone) return
    }
    this.#running ??= {
      waitMsMax,
      ended: this.#take(waitMsMax).finally(() => {
        this.#running = undefined
      }),
    }
    await this.#running.ended
  }

  /**
   * Why the build that the store names cannot be used, and whether it is for another address;
   * undefined when it is in the folder.
   */
  refusal(): { readonly reason: string; readonly isForeign: boolean } | undefined {
    return this.#refused
  }

  /** Polls now, and again and again, unless somebody else does that now. */
  start(isOthers: () => boolean, onFailure: () => void): void {
    const { random } = this.#options
    this.#pollAfter = (ms) => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(async () => {
        if (!isOthers()) await this.poll().catch(onFailure)
        this.#pollAfter(POLL_EVERY_MS * (1 - SPREAD / 2 + SPREAD * random()))
      }, ms)
      this.#timer.unref()
    }
    this.#pollAfter(0)
  }

  /** Somebody could not read a file of the folder: finds out why, and gets it again. */
  reportUnreadable(): void {
    if (this.#place.inspection.requestCheck()) this.#pollAfter(0)
  }

  async stop(): Promise<void> {
    this.#pollAfter = () => {}
    clearTimeout(this.#timer)
    this.#ending.abort(new ObjectStoreFailure('it is not asked any more'))
    this.#options.trial.close()
    // Its files are removed only when nobody writes them any more.
    await this.#running?.ended.catch(() => undefined)
    await this.#place.downloader.close()
  }

  async #take(waitMsMax: number): Promise<void> {
    const { onArrival = () => undefined, stopwatch } = this.#options
    const { inspection, store } = this.#place
    await inspection.inspect()
    const refused = this.#refused
    const isResting = refused !== undefined && stopwatch() < refused.untilMs
    const tag = isResting ? refused?.etag : inspection.isDoubtful() ? undefined : this.#known
    const asked = { known: tag, waitMsMax, attemptsMax: 1 }
    const found = await readManifest(store, MANIFEST_FILE, asked)
    if (found.state === 'found') {
      if (found.etag !== this.#seen) onArrival()
      this.#seen = found.etag
      await this.#accept(found)
    }
    if (found.state === 'same' && !isResting) this.#refused = undefined
    // What is served does not wait until the store names a build that can be used.
    const isUseless = this.#refused !== undefined || found.state === 'absent'
    if (isUseless) await this.#repairServed(this.#refused?.etag)
    if (found.state === 'absent') throw new ObjectStoreFailure('it has no manifest')
  }

  async #accept({ etag, bytes }: FoundManifest): Promise<void> {
    const { onRefusal, stopwatch } = this.#options
    const foreign = findForeignAddress(bytes, this.#options)
    const failure = foreign ?? (await placeBuild(bytes, this.#place))
    if (failure === undefined) {
      this.#known = etag
      this.#refused = undefined
      // Nobody needs what was fetched of another build.
      await this.#place.downloader.close()
      return
    }
    const { reason, restMs } = failure
    const refused = this.#refused
    if (refused?.etag !== etag || refused.reason !== reason) onRefusal(reason)
    const untilMs = stopwatch() + restMs
    this.#refused = { etag, reason, untilMs, isForeign: foreign !== undefined }
  }
}

type FoundManifest = { readonly etag: string; readonly bytes: Uint8Array }

/** Links would lead elsewhere: such a build is not even fetched. */
function findForeignAddress(
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

/** A store whose every request and body ends with the signal, which a service has that stops. */
function endWith(store: ObjectStore, signal: AbortSignal): ObjectStore {
  return { ...store, ending: signal, fetch: (key, asked) => store.fetch(key, { ...asked, signal }) }
}
