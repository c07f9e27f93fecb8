import { type LimitSettings, limitsDisagreement, limitsInForce } from '../contract/limits.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Log } from '../telemetry/log.ts'
import { createGeneration } from './_generation.ts'
import { type Inspected, inspectBuild } from './_inspect.ts'
import { createInspector, type Inspector } from './_inspecting.ts'
import type { Generation } from './_library.ts'
import { manifestIdentity, openBuild, turn } from './_load.ts'

/** How often the manifest is looked at: a new build is taken well within a second. */
const LOOK_EVERY_MS = 100

/** When the build that stood there at the start is looked into whole: after the first answers. */
const FIRST_LOOK_AFTER_MS = 2000

/** The pointer that a deploy swaps, and the watch that swaps it. */
export type Shelf = {
  current(): Generation
  /** Looks at the manifest now; loads at most one build at a time, whoever asks. */
  look(): Promise<void>
  close(): void
}

/** Loads the build that stands there and keeps following the manifest (contract 1, rule 7). */
export async function openShelf(
  distDir: string,
  log: Log,
  settings: LimitSettings,
): Promise<Result<Shelf, string>> {
  let identity = await manifestIdentity(distDir)
  const first = await loadFirst(distDir)
  if (!first.ok) return err(first.error)
  let generation = first.value
  let looking: Promise<void> | undefined
  let closed = false
  const inspector = createInspector(log)

  const take = async (): Promise<void> => {
    const seen = await manifestIdentity(distDir)
    // Unequal, not newer: an older manifest put back is a roll-back and is taken too.
    if (seen === identity) return
    identity = seen
    const next =
      seen === undefined
        ? err('Cannot read the manifest: it is absent')
        : await loadNext(inspector, { distDir, settings, baseUrl: generation.baseUrl })
    if (closed) return
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
  const lookWhole = async (): Promise<void> => {
    const { build } = generation
    const inspected = await inspector.inspect(distDir)
    if (inspected.ok || closed || generation.build !== build) return
    log.error('build_damaged', { reason: inspected.error, build })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  const once = setTimeout(lookWhole, FIRST_LOOK_AFTER_MS)
  const close = () => {
    closed = true
    clearInterval(timer)
    clearTimeout(once)
    inspector.close()
  }
  return ok({ current: () => generation, look, close })
}

/** Nobody waits yet, so the check is made here, as far as the first answer needs it. */
async function loadFirst(distDir: string): Promise<Result<Generation, string>> {
  const inspected = inspectBuild(distDir, 'opened')
  if (!inspected.ok) return inspected
  const opened = await openBuild(inspected.value)
  return opened.ok ? ok(createGeneration(opened.value)) : opened
}

/** What stays until a restart: a build that does not fit it is not taken. */
type Standing = {
  readonly distDir: string
  readonly baseUrl: string
  readonly settings: LimitSettings
}

async function loadNext(
  inspector: Inspector,
  { distDir, baseUrl, settings }: Standing,
): Promise<Result<Generation, string>> {
  const inspected = await inspector.inspect(distDir)
  if (!inspected.ok) return inspected
  const { build } = inspected.value
  if (inspected.value.baseUrl !== baseUrl) {
    // Another service may share the folder; its addresses must never be published under ours.
    const { baseUrl: other } = inspected.value
    return err(`Cannot take build "${build}": it is for "${other}", not "${baseUrl}"`)
  }
  return await openWarm(inspected.value, settings)
}

/** A generation that has made its first search, which touches what no request should wait for. */
async function openWarm(
  inspected: Inspected,
  settings: LimitSettings,
): Promise<Result<Generation, string>> {
  const opened = await openBuild(inspected)
  if (!opened.ok) return opened
  const { registry, limits } = opened.value.service
  // Its descriptions would be untrue of this service.
  const other = limitsDisagreement(limits, limitsInForce(registry.limits, settings))
  if (other !== undefined) return err(`Cannot take build "${inspected.build}": ${other}`)
  const generation = createGeneration(opened.value)
  await turn()
  generation.search(generation.registry.service.title, 1)
  await turn()
  return ok(generation)
}
