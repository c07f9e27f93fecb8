import type { Attempt } from './_attempts.ts'
import { DOCS_KINDS, TOOL_KINDS } from './_attempts.ts'
import type { Deployment } from './_deployments.ts'
import { findLost } from './_examination.ts'
import type { Injection } from './_injection.ts'
import { findViolations, isEvident, type Observation } from './_judgement.ts'
import { type Load, startLoad } from './_load.ts'
import { listAway, readEvents } from './_readiness.ts'
import type { FaultPromise } from './promises.ts'

export type FaultReport = {
  readonly attempts: readonly Attempt[]
  readonly backMs: number
  /** Until `/readyz` named the part. */
  readonly seenMs: number
  /** The slowest answer of the documentation while the fault lasted. */
  readonly slowestMs: number
  /** Acknowledged, and not in the store exactly once. */
  readonly lost: readonly string[]
  readonly violations: readonly string[]
}

const LOOK_EVERY_MS = 25
/** No fault takes longer to be seen, or to be over. */
const WAIT_MS_MAX = 60_000
/** After everything is back, nothing may fail any more. */
const CALM_MS = 300

/** Makes one fault under load, ends it, and compares what was seen with what is promised. */
export async function runFault(
  deployment: Deployment,
  promise: FaultPromise,
  injection: Injection,
  seconds: number,
): Promise<FaultReport> {
  const { service, users } = deployment
  const load = await startLoad(service.url, users)
  await waitFor(async () => isBack(load, 0, await listAway(service)))
  const logged = service.lines().length
  const away = new Set<string>()
  const fromMs = performance.now()
  const observe = (): Observation => ({
    attempts: load.attempts.all(),
    events: readEvents(service.lines().slice(logged)),
    ...{ fromMs, untilMs, backMs, away, wasAway: service.wasAway },
  })
  let untilMs = Number.POSITIVE_INFINITY
  let backMs: number | undefined
  let seenMs = Number.NaN
  if (injection.isIdle === true) await load.rest()
  const madeMs = performance.now()
  await injection.begin(deployment)
  await waitFor(async () => {
    for (const line of await listAway(service)) away.add(line.split(':')[0] ?? '')
    const isNamed = promise.part !== undefined && away.has(promise.part)
    if (isNamed && Number.isNaN(seenMs)) seenMs = performance.now() - madeMs
    if (isNamed) load.resume()
    const isLongEnough = performance.now() - fromMs > seconds * 1000
    return isLongEnough && isEvident(promise, injection, observe())
  })
  const others = (await injection.check?.(deployment)) ?? []
  const endMs = performance.now()
  await injection.end(deployment)
  // A service that was ended comes back by its start; the other faults are over by now.
  untilMs = promise.docs === 'away' ? endMs : performance.now()
  const overMs = performance.now()
  await waitFor(async () => isBack(load, overMs, await listAway(service)))
  load.resume()
  backMs = isBack(load, overMs, await listAway(service)) ? performance.now() : undefined
  await Bun.sleep(CALM_MS)
  await load.stop()
  const lost = await findLost(deployment)
  const late =
    seenMs > (promise.seenSeconds ?? Number.POSITIVE_INFINITY) * 1000
      ? [`/readyz named ${promise.part} after ${Math.round(seenMs)} ms`]
      : []
  const found = findViolations(promise, injection, observe())
  const violations = [...found, ...late, ...others, ...lost]
  const attempts = load.attempts.all()
  const slowestMs = findSlowest(attempts, fromMs)
  const sinceMs = (backMs ?? Number.NaN) - untilMs
  return { attempts, backMs: sinceMs, seenMs, slowestMs, lost, violations }
}

async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MS_MAX
  while (!(await holds()) && performance.now() < deadlineMs) await Bun.sleep(LOOK_EVERY_MS)
}

/** Whether each kind of request was answered since then, and no part is away. */
function isBack({ attempts }: Load, sinceMs: number, away: readonly string[]): boolean {
  const last = attempts.last().filter(({ sentMs }) => sentMs >= sinceMs)
  const isEach = last.length === DOCS_KINDS.length + TOOL_KINDS.length
  return isEach && away.length === 0 && last.every(({ outcome }) => outcome === 'answered')
}

function findSlowest(attempts: readonly Attempt[], fromMs: number): number {
  const docs = attempts.filter(
    ({ kind, doneMs }) => doneMs > fromMs && DOCS_KINDS.some((each) => each === kind),
  )
  return Math.max(0, ...docs.map(({ sentMs, doneMs }) => doneMs - sentMs))
}
