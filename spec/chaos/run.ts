import type { Need } from '../requirements/verifies.ts'
import { BUILD_FAULTS } from './_build_faults.ts'
import { DEPLOYMENTS, type DeploymentName } from './_deployments.ts'
import { type FaultReport, runFault } from './_fault_run.ts'
import type { Injection } from './_injection.ts'
import { LIMIT_FAULTS } from './_limit_faults.ts'
import { PROCESS_FAULTS } from './_process_faults.ts'
import { STORE_FAULTS } from './_store_faults.ts'
import { type FaultName, PROMISES } from './promises.ts'

/** How each fault of the table is made. */
const INJECTIONS: Readonly<Record<FaultName, Injection>> = {
  ...STORE_FAULTS,
  ...LIMIT_FAULTS,
  ...BUILD_FAULTS,
  ...PROCESS_FAULTS,
}

export type RunOptions = {
  /** How long each fault lasts at least. */
  readonly seconds: number
  /** Whether a promise is broken that is kept late. */
  readonly isTimed: boolean
  readonly onReport?: (name: FaultName, report: FaultReport) => void
}

/** Makes the faults one after another, those of a deployment in the order of the table. */
export async function runFaults(
  names: readonly FaultName[],
  { seconds, isTimed, onReport }: RunOptions,
): Promise<ReadonlyMap<FaultName, FaultReport>> {
  const reports = new Map<FaultName, FaultReport>()
  const groups = Map.groupBy(names, (name) => INJECTIONS[name].deployment)
  for (const [where, faults] of groups) {
    const deployment = await DEPLOYMENTS[where].open()
    try {
      for (const name of faults) {
        const given = PROMISES[name]
        const never = Number.POSITIVE_INFINITY
        const promise = isTimed ? given : { ...given, backSeconds: never, seenSeconds: never }
        const report = await runFault(deployment, promise, INJECTIONS[name], seconds)
        reports.set(name, report)
        onReport?.(name, report)
      }
    } finally {
      await deployment.remove()
    }
  }
  return reports
}

/** What a machine must have for a fault. */
export function needsOf(name: FaultName): readonly Need[] {
  const where: DeploymentName = INJECTIONS[name].deployment
  return DEPLOYMENTS[where].needs
}
