import type { LimitSettings } from '../../contract/limits.ts'
import { normalizeQuery } from '../../contract/query.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { CheckedBuild } from './_checked_build.ts'
import { inspectBuild, type ManifestIdentity } from './_inspection.ts'
import { createInspector, type Inspector } from './_inspection_thread.ts'
import { openBuild, readManifestIdentity, yieldTurn } from './_load.ts'
import type { CountSearch, PublicDocs, Snapshot } from './_public_docs.ts'
import { Refusals } from './_refusals.ts'
import { createSnapshot, type SnapshotPorts } from './_snapshot.ts'
import { readTableFiles } from './_table_files.ts'
import { refuseAddress, refuseLimits } from './_trial.ts'

/** How often the manifest is checked: a new build is loaded well within a second. */
const LOOK_EVERY_MS = 100

/** When the initial build is checked in full: after the first answers. */
const FIRST_LOOK_AFTER_MS = 2000

/** A snapshot, and the manifest that it was loaded from. */
type LoadedSnapshot = { readonly snapshot: Snapshot; readonly identity: ManifestIdentity }

type Options = {
  readonly distDir: string
  readonly log: Log
  /** Settings that override the registry's limits: a new build that states others is refused. */
  readonly limits?: LimitSettings
  /** Takes a line about each build that is refused, for a person who watches the service. */
  readonly report?: (line: string) => void
  /** Takes each search that a client asks for. */
  readonly countSearch?: CountSearch | undefined
  /**
   * Called when a file of the folder is missing or wrong, for whoever fills the folder again: then
   * it is for them to tell the operator, as long as a build is served.
   */
  readonly onUnreadable?: () => void
}

/**
 * Opens the public documentation over a folder of builds, and follows the manifest from then on
 * (contract 1, rule 7). The error says in one line why nothing can be served; later, a bad build is
 * logged and the last good one stays.
 */
export async function openPublicDocs(options: Options): Promise<Result<PublicDocs, string>> {
  const { distDir, log, limits: settings = {}, report, onUnreadable } = options
  const first = await loadFirst(distDir, options)
  if (!first.ok) return err(first.error)
  let { snapshot, identity }: LoadedSnapshot = first.value
  const refusals = new Refusals(log, report)
  let looking: Promise<void> | undefined
  let closed = false
  const inspector = createInspector(log)

  const take = async (): Promise<void> => {
    const seen = await readManifestIdentity(distDir)
    // Unequal, not newer: an older manifest that is put back is a rollback and is loaded too.
    if (seen === identity) refusals.forget()
    if (seen === identity || refusals.isResting(seen)) return
    if (seen === undefined && onUnreadable !== undefined) {
      onUnreadable()
      return
    }
    const fixed = { ...options, settings, baseUrl: snapshot.baseUrl }
    const next = await loadNext(inspector, seen, fixed).catch(toLoadError)
    if (closed) return
    if (!next.ok) {
      if (refusals.note(seen, next.error, snapshot.build)) onUnreadable?.()
      return
    }
    // The manifest may have changed again before it was read: do not load that one twice.
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
    const checked = await inspector.check(distDir)
    if (checked.ok || closed || snapshot.build !== build) return
    // The manifest may name another build by now; then that one is refused, and this one is fine.
    if ((await readManifestIdentity(distDir)) !== identity) return
    if (onUnreadable === undefined) log.error('build_damaged', { reason: checked.error, build })
    else onUnreadable()
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
  return ok({ current: () => snapshot, refusal: () => refusals.reason, look, close })
}

/** A bug must not stop the timer, nor fill the log ten times a second. */
function toLoadError(error: unknown): Result<never, string> {
  return err(`Cannot load the build: ${String(error)}`)
}

/** No requests are waiting yet, so this thread checks what the first answer needs. */
async function loadFirst(
  distDir: string,
  ports: SnapshotPorts,
): Promise<Result<LoadedSnapshot, string>> {
  const inspected = inspectBuild(distDir, 'opened')
  if (!inspected.ok) return inspected
  const files = await readTableFiles(inspected.value.folder)
  if (!files.ok) return files
  const opened = await openBuild(inspected.value, files.value, 'unchecked')
  if (!opened.ok) return opened
  const snapshot = createSnapshot(opened.value, ports)
  return ok({ snapshot, identity: opened.value.identity })
}

/** Fixed until a restart: a build that contradicts these settings is refused. */
type FixedSettings = SnapshotPorts & {
  readonly distDir: string
  readonly baseUrl: string
  readonly settings: LimitSettings
}

async function loadNext(
  inspector: Inspector,
  seen: ManifestIdentity | undefined,
  { distDir, baseUrl, settings, ...ports }: FixedSettings,
): Promise<Result<LoadedSnapshot, string>> {
  if (seen === undefined) return err('Cannot read the manifest: it does not exist')
  const checked = await inspector.check(distDir)
  if (!checked.ok) return checked
  const refusal = refuseAddress(checked.value.inspected, baseUrl)
  return refusal === undefined ? await openWarm(checked.value, settings, ports) : err(refusal)
}

/** Loads a snapshot and runs one search, so that no request pays for the first one. */
async function openWarm(
  { inspected, files }: CheckedBuild,
  settings: LimitSettings,
  ports: SnapshotPorts,
): Promise<Result<LoadedSnapshot, string>> {
  const opened = await openBuild(inspected, files, 'checked')
  if (!opened.ok) return opened
  const refusal = refuseLimits(inspected, opened.value.service, settings)
  if (refusal !== undefined) return err(refusal)
  const snapshot = createSnapshot(opened.value, ports)
  await yieldTurn()
  snapshot.search(normalizeQuery(snapshot.registry.service.title), 1)
  await yieldTurn()
  return ok({ snapshot, identity: inspected.identity })
}
