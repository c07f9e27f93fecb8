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
