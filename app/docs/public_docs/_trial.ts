import type { ServiceFile } from '../../contract/build.ts'
import { type LimitSettings, limitsDisagreement, limitsInForce } from '../../contract/limits.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { parseCheckedJson } from './_build_files.ts'
import type { InspectedBuild } from './_inspection.ts'
import { createInspector } from './_inspection_thread.ts'

/** Says of a build, before the manifest names it, whether a service would load it. */
export type BuildTrial = {
  /** Why the build that this file of the folder names would be refused; undefined if it is fine. */
  findFault(manifestFile: string): Promise<string | undefined>
  close(): void
}

type TrialOptions = {
  readonly distDir: string
  readonly baseUrl: string
  readonly limits: LimitSettings
  readonly log: Log
}

/** Makes the checks of a reload, and those of a start, which are the same or fewer. */
export function createBuildTrial({ distDir, baseUrl, limits, log }: TrialOptions): BuildTrial {
  const inspector = createInspector(log)
  return {
    findFault: async (manifestFile) => {
      const checked = await inspector.check(distDir, manifestFile)
      if (!checked.ok) return checked.error
      const { inspected, files } = checked.value
      const service = parseCheckedJson<ServiceFile>(files.service)
      return refuseAddress(inspected, baseUrl) ?? refuseLimits(inspected, service, limits)
    },
    close: inspector.close,
  }
}

const FIX = 'build with the settings of this service'

/** Another service may share the folder; its addresses must never be published as ours. */
export function refuseAddress(
  { build, baseUrl: other }: InspectedBuild,
  baseUrl: string,
): string | undefined {
  if (other === baseUrl) return undefined
  return `Cannot take build "${build}": it was made for "${other}", not "${baseUrl}": ${FIX}`
}

/** The descriptions of a build name its limits, and would be wrong for this service. */
export function refuseLimits(
  { build }: InspectedBuild,
  { registry, limits }: Pick<ServiceFile, 'registry' | 'limits'>,
  settings: LimitSettings,
): string | undefined {
  const other = limitsDisagreement(limits, limitsInForce(registry.limits, settings))
  return other === undefined ? undefined : `Cannot take build "${build}": ${other}: ${FIX}`
}
