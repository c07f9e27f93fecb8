import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { followBuilds } from '../build_transfer/follow.ts'
import type { Config } from '../config.ts'
import { MANIFEST_FILE } from '../contract/build.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { describeSystemError } from '../files/system_problem.ts'
import { openObjectStore } from '../object_store/store.ts'
import type { PartState } from './_docs_parts.ts'
import { watchPart } from './_part.ts'
import type { Runtime } from './_runtime.ts'

const RETRY_MS = 1000

/** The store that a service takes its builds from. */
type BuildStore = { readonly part: PartState; stop(): void }

/**
 * Gets the build that the store names, and follows it from then on; undefined where builds are in a
 * folder. While the store is away, a build that is in the cache is served. The error is a line for
 * the operator: there is nothing to serve.
 */
export async function openBuildStore(
  { buildStore, storeAccess, distDir: cacheDir }: Config,
  given: Pick<Runtime, 'log' | 'clock' | 'stopwatch'>,
): Promise<Result<BuildStore | undefined, string>> {
  if (buildStore === undefined) return ok(undefined)
  const store = openObjectStore(buildStore, storeAccess)
  const follower = followBuilds({
    store,
    cacheDir,
    onRefusal: (reason) => given.log.error('download_refused', { reason }),
    clock: given.clock,
    random: Math.random,
  })
  const part = watchPart(given, { name: 'build_store', probe: follower.look, retryMs: RETRY_MS })
  const failure = await follower.look().then(() => follower.refusal(), readReason)
  if (failure !== undefined) {
    const cached = await stat(join(cacheDir, MANIFEST_FILE)).catch(() => undefined)
    if (cached === undefined) {
      return err(`Cannot read builds from "${store.name}": ${failure}: none is in "${cacheDir}"`)
    }
    if (follower.refusal() === undefined) part.suspect()
  }
  follower.start(part.isDoubtful, part.suspect)
  return ok({
    part: {
      name: part.name,
      isAway: () => part.isAway() || follower.refusal() !== undefined,
      describe: () => {
        const refusal = follower.refusal()
        return refusal === undefined ? part.describe() : `build_store: refused: ${refusal}`
      },
    },
    stop: () => {
      follower.stop()
      part.stop()
    },
  })
}

function readReason(error: unknown): string {
  const problem = describeSystemError(error, 'BUILD_CACHE_DIR')
  if (problem !== undefined) return `${problem.file}: ${problem.what}`
  return error instanceof Error ? error.message : String(error)
}
