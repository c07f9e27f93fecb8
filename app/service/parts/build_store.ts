import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BuildFollower } from '../../build/transfer/follow.ts'
import { MANIFEST_FILE } from '../../contract/build.ts'
import { messageOf } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { createBuildTrial } from '../../docs/public_docs/mod.ts'
import { describeSystemError } from '../../foundation/files/system_problem.ts'
import { ObjectStoreFailure } from '../../foundation/object_store/failure.ts'
import { openObjectStore } from '../../foundation/object_store/store.ts'
import type { Config } from '../settings/config.ts'
import type { PartState } from './docs_parts.ts'
import { type Part, watchPart } from './part.ts'
import type { Runtime } from './runtime.ts'

const RETRY_MS = 1000

/** How long a start without a build waits until the store sends anything new. */
const START_MS_MAX = 30_000

/** Nobody is served yet: a slow answer is better than none. */
const START_ANSWER_MS_MAX = 5000

export type BuildStore = {
  readonly part: PartState
  /** Where it is, for people. */
  readonly address: string
  /** Since when the build in the cache is not whole, and why; undefined while it is. */
  damage(): string | undefined
  /** A file of the build in the cache could not be read. */
  reportUnreadable(): void
  /** Gets a build before anything is served. */
  fetchFirst(): Promise<Result<void, FirstFailure>>
  start(): void
  stop(): Promise<void>
}

/** A line for the operator; `isForeign`: what the store names is for another address. */
type FirstFailure = { readonly line: string; readonly isForeign: boolean }

/** Undefined where builds are in a folder. */
export function openBuildStore(
  { buildStore, storeAccess, distDir: cacheDir, baseUrl, limits }: Config,
  given: Pick<Runtime, 'log' | 'clock' | 'stopwatch'>,
): BuildStore | undefined {
  if (buildStore === undefined) return undefined
  const { log, clock, stopwatch } = given
  const store = openObjectStore(buildStore, storeAccess)
  const damage = reportDamage(given)
  let arrivedMs: number | undefined
  const follower = new BuildFollower({
    store,
    cacheDir,
    baseUrl,
    trial: createBuildTrial({ distDir: cacheDir, baseUrl, limits, log }),
    onRefusal: (reason) => log.error('download_refused', { reason }),
    onArrival: () => {
      arrivedMs = stopwatch()
    },
    onDamage: damage.begin,
    onRepair: damage.end,
    clock,
    stopwatch,
    random: Math.random,
  })
  const probe = () => follower.poll()
  const part = watchPart(given, { name: 'build_store', probe, retryMs: RETRY_MS })
  return {
    part: {
      name: part.name,
      isAway: () => part.isAway() || follower.refusal() !== undefined,
      describe: () => {
        const refusal = follower.refusal()
        return refusal === undefined ? part.describe() : `build_store: refused: ${refusal.reason}`
      },
    },
    address: store.name,
    damage: damage.describe,
    reportUnreadable: () => follower.reportUnreadable(),
    fetchFirst: async () => {
      const failure = await waitForBuild(follower, part, stopwatch, () => arrivedMs)
      if (failure === undefined) return ok(undefined)
      const cached = await stat(join(cacheDir, MANIFEST_FILE)).catch(() => undefined)
      const none = cached === undefined ? 'none' : 'none that can be served'
      const isForeign = follower.refusal()?.isForeign === true
      const fix = isForeign
        ? 'publish a build made for this address, or set BASE_URL'
        : 'publish a build there, or look why the store does not answer'
      const where = `${none} is in "${cacheDir}"`
      const line = `Cannot read builds from "${store.name}": ${failure}: ${where}: ${fix}`
      return err({ line, isForeign })
    },
    start: () => follower.start(part.isDoubtful, () => part.reportFailure()),
    stop: async () => {
      part.stop()
      await follower.stop()
    },
  }
}

/** Asks until the store has sent all of a build, or nothing new for a while; returns why not. */
async function waitForBuild(
  follower: BuildFollower,
  part: Part,
  stopwatch: () => number,
  readArrivedMs: () => number | undefined,
): Promise<string | undefined> {
  const startedMs = stopwatch()
  for (;;) {
    try {
      await follower.poll(START_ANSWER_MS_MAX)
      return follower.refusal()?.reason
    } catch (error) {
      const isPassing = error instanceof ObjectStoreFailure && error.lasts !== 'lasting'
      const reason = readReason(error)
      // A large build may take minutes: what has come of it is not given up for one answer.
      const silentMs = stopwatch() - (readArrivedMs() ?? startedMs)
      if (!isPassing || silentMs > START_MS_MAX) return reason
      part.reportFailure()
    }
    await Bun.sleep(RETRY_MS)
  }
}

type DamageReport = {
  readonly begin: (reason: string) => void
  readonly end: () => void
  readonly describe: () => string | undefined
}

/** One line when the build in the cache is found damaged, one when it is whole again. */
function reportDamage({
  log,
  clock,
  stopwatch,
}: Pick<Runtime, 'log' | 'clock' | 'stopwatch'>): DamageReport {
  let found: { readonly since: string; readonly reason: string; readonly ms: number } | undefined
  return {
    begin: (reason) => {
      found = { since: new Date(clock()).toISOString(), reason, ms: stopwatch() }
      log.error('outage_began', { part: 'builds', reason })
    },
    end: () => {
      const seconds = Math.round((stopwatch() - (found?.ms ?? 0)) / 1000)
      log.error('outage_ended', { part: 'builds', seconds })
      found = undefined
    },
    describe: () => (found === undefined ? undefined : `${found.since}: ${found.reason}`),
  }
}

function readReason(error: unknown): string {
  const problem = describeSystemError(error, 'BUILD_CACHE_DIR')
  if (problem !== undefined) return `${problem.file}: ${problem.what}`
  return messageOf(error)
}
