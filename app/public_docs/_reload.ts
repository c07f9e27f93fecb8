import { type LimitSettings, limitsDisagreement, limitsInForce } from '../contract/limits.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Log } from '../telemetry/log.ts'
import { type InspectedBuild, inspectBuild, type ManifestIdentity } from './_inspection.ts'
import { createInspector, type Inspector } from './_inspection_thread.ts'
import { openBuild, readManifestIdentity, yieldTurn } from './_load.ts'
import type { Snapshot } from './_public_docs.ts'
import { Refusals } from './_refusals.ts'
import { createSnapshot } from './_snapshot.ts'

/** How often the manifest is looked at: a new build is taken well within a second. */
const LOOK_EVERY_MS = 100

/** When the build that stood there at the start is looked into whole: after the first answers. */
const FIRST_LOOK_AFTER_MS = 2000

/** The pointer that a deploy swaps, and the watch that swaps it. */
export type Shelf = {
  current(): Snapshot
  /** Looks at the manifest now; loads at most one build at a time, whoever asks. */
  look(): Promise<void>
  close(): void
}

/** A build in use, and the manifest that it was read from. */
type LoadedSnapshot = { readonly snapshot: Snapshot; readonly identity: ManifestIdentity }

/** Loads the build that stands there and keeps following the manifest (contract 1, rule 7). */
export async function followBuilds(
  distDir: string,
  log: Log,
  settings: LimitSettings,
): Promise<Result<Shelf, string>> {
  const first = await loadFirst(distDir)
  if (!first.ok) return err(first.error)
  let { snapshot, identity }: LoadedSnapshot = first.value
  const refusals = new Refusals(log)
  let looking: Promise<void> | undefined
  let closed = false
  const inspector = createInspector(log)

  const take = async (): Promise<void> => {
    const seen = await readManifestIdentity(distDir)
    // Unequal, not newer: an older manifest put back is a roll-back and is taken too.
    if (seen === identity) refusals.forget()
    if (seen === identity || refusals.isResting(seen)) return
    const standing = { distDir, settings, baseUrl: snapshot.baseUrl }
    const next = await loadNext(inspector, seen, standing).catch(toLoadError)
    if (closed) return
    if (!next.ok) {
      refusals.note(seen, next.error, snapshot.build)
      return
    }
    // What was read may be newer than what was seen: it must not be taken a second time.
    snapshot = next.value.snapshot
    identity = next.value.identity
    refusals.forget()
    log.info('reloaded', { build: snapshot.build, pages: snapshot.status().pages })
  }
  const look = (): Promise<void> => {
    looking ??= take().finally(() => {
      looking = undefined
    })
    return looking
  }
  const lookWhole = async (): Promise<void> => {
    const { build } = snapshot
    const inspected = await inspector.inspect(distDir)
    if (inspected.ok || closed || snapshot.build !== build) return
    // By now the manifest may name another build; that one is refused, this one is not damaged.
    if ((await readManifestIdentity(distDir)) !== identity) return
    log.error('build_damaged', { reason: inspected.error, build })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  const once = setTimeout(lookWhole, FIRST_LOOK_AFTER_MS)
  const close = () => {
    closed = true
    clearInterval(timer)
    clearTimeout(once)
    refusals.forget()
    inspector.close()
  }
  return ok({ current: () => snapshot, look, close })
}

/** A bug of ours must not end the watch, nor fill the log ten times a second. */
function toLoadError(error: unknown): Result<never, string> {
  return err(`Cannot load the build: ${String(error)}`)
}

/** Nobody waits yet, so the check is made here, as far as the first answer needs it. */
async function loadFirst(distDir: string): Promise<Result<LoadedSnapshot, string>> {
  const inspected = inspectBuild(distDir, 'opened')
  if (!inspected.ok) return inspected
  const opened = await openBuild(inspected.value)
  if (!opened.ok) return opened
  return ok({ snapshot: createSnapshot(opened.value), identity: opened.value.identity })
}

/** What stays until a restart: a build that does not fit it is not taken. */
type FixedSettings = {
  readonly distDir: string
  readonly baseUrl: string
  readonly settings: LimitSettings
}

async function loadNext(
  inspector: Inspector,
  seen: ManifestIdentity | undefined,
  { distDir, baseUrl, settings }: FixedSettings,
): Promise<Result<LoadedSnapshot, string>> {
  if (seen === undefined) return err('Cannot read the manifest: it is absent')
  const inspected = await inspector.inspect(distDir)
  if (!inspected.ok) return inspected
  const { build, baseUrl: other } = inspected.value
  // Another service may share the folder; its addresses must never be published under ours.
  if (other === baseUrl) return await openWarm(inspected.value, settings)
  return err(`Cannot take build "${build}": it is for "${other}", not "${baseUrl}"`)
}

/** A snapshot that has made its first search, which touches what no request should wait for. */
async function openWarm(
  inspected: InspectedBuild,
  settings: LimitSettings,
): Promise<Result<LoadedSnapshot, string>> {
  const opened = await openBuild(inspected)
  if (!opened.ok) return opened
  const { registry, limits } = opened.value.service
  // Its descriptions would be untrue of this service.
  const other = limitsDisagreement(limits, limitsInForce(registry.limits, settings))
  if (other !== undefined) return err(`Cannot take build "${inspected.build}": ${other}`)
  const snapshot = createSnapshot(opened.value)
  await yieldTurn()
  snapshot.search(snapshot.registry.service.title, 1)
  await yieldTurn()
  return ok({ snapshot, identity: inspected.identity })
}
