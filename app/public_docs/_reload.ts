import { err, ok, type Result } from '../contract/result.ts'
import type { Log } from '../telemetry/log.ts'
import { createGeneration } from './_generation.ts'
import type { Generation } from './_library.ts'
import { loadBuild, type ManifestIdentity, manifestIdentity } from './_load.ts'

/** How often the manifest is looked at: a new build is taken well within a second. */
const LOOK_EVERY_MS = 100

/** The pointer that a deploy swaps, and the watch that swaps it. */
export type Shelf = {
  current(): Generation
  /** Looks at the manifest now; loads at most one build at a time, whoever asks. */
  look(): Promise<void>
  close(): void
}

/** Loads the build that stands there and keeps following the manifest (contract 1, rule 7). */
export async function openShelf(distDir: string, log: Log): Promise<Result<Shelf, string>> {
  let identity = await manifestIdentity(distDir)
  const first = await loadBuild(distDir)
  if (!first.ok) return err(first.error)
  let generation = createGeneration(first.value)
  let looking: Promise<void> | undefined

  const take = async (): Promise<void> => {
    const seen = await manifestIdentity(distDir)
    // Unequal, not newer: an older manifest put back is a roll-back and is taken too.
    if (seen === identity) return
    identity = seen
    const next = await loadNext(distDir, seen, generation.baseUrl)
    if (!next.ok) {
      log.error('reload_refused', { reason: next.error, build: generation.build })
      return
    }
    generation = next.value
    log.info('reloaded', { build: generation.build, pages: generation.status().pages })
  }
  const look = (): Promise<void> => {
    looking ??= take()
      .catch((error: unknown) => log.error('reload_refused', { reason: String(error) }))
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return ok({ current: () => generation, look, close: () => clearInterval(timer) })
}

async function loadNext(
  distDir: string,
  seen: ManifestIdentity | undefined,
  baseUrl: string,
): Promise<Result<Generation, string>> {
  if (seen === undefined) return err('Cannot read the manifest: it is absent')
  const loaded = await loadBuild(distDir)
  if (!loaded.ok) return loaded
  const next = createGeneration(loaded.value)
  if (next.baseUrl === baseUrl) return ok(next)
  // Another service may share the folder; its addresses must never be published under ours.
  return err(`Cannot take build "${next.build}": it is for "${next.baseUrl}", not "${baseUrl}"`)
}
