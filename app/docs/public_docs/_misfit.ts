import type { ServiceFile } from '../../contract/build.ts'
import { type LimitSettings, limitsDisagreement, limitsInForce } from '../../contract/limits.ts'
import type { InspectedBuild } from './_inspection.ts'

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
