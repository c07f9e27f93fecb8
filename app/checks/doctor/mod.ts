import type { Config } from '../../service/settings/config.ts'
import { examineEvents } from './_events.ts'
import { examineLimits } from './_limits.ts'
import { examineBuild, examineDisks, examineSettings } from './_machine.ts'
import { examineBuildStore, examineDatabase, examineProduct, examineProvider } from './_parts.ts'
import { reach } from './_reach.ts'
import {
  examineAdminPaths,
  examineBodyLimit,
  examineMcp,
  examineOrigins,
  examineWellKnown,
} from './_surface.ts'
import type { Finding } from './finding.ts'

const EXAMINATIONS = [
  examineWellKnown,
  examineMcp,
  examineOrigins,
  examineBodyLimit,
  examineAdminPaths,
]

/** Examines a running service from outside, through whatever stands before it. */
export async function examineAddress(
  base: string,
  clock: () => number,
): Promise<readonly Finding[]> {
  const { findings, reached } = await reach(base, clock)
  if (reached === undefined) return findings
  const more: Finding[] = []
  for (const examine of EXAMINATIONS) more.push(await examine(reached))
  return [...findings, ...more]
}

/** Finds what is wrong on this machine: the settings of a service, and what they lead to. */
export async function examineMachine(config: Config): Promise<readonly Finding[]> {
  const isBusinessOn = config.business.signIn.way !== 'off'
  const parts = await Promise.all([
    config.buildStore === undefined ? examineBuild(config) : undefined,
    ...(await examineDisks(config)),
    isBusinessOn ? examineDatabase(config) : undefined,
    examineProvider(config),
    examineProduct(config),
  ])
  const found = parts.filter((finding) => finding !== undefined)
  const stored = await examineBuildStore(config)
  const others = [...(await examineLimits(config)), ...(await examineEvents(config))]
  return [...examineSettings(config), ...stored, ...found, ...others]
}
