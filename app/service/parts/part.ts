import type { PartState } from './docs_parts.ts'
import { type Runtime, scheduleLoosely } from './runtime.ts'

/** A part that can be away while the service goes on without it. */
export type Part = PartState & {
  /**
   * Something failed: finds out whether the part is away, and waits until it is back. With a reason
   * it is known to be away.
   */
  reportFailure(reason?: string): void
  /** Whether that is still being found out, or the part is away. */
  isDoubtful(): boolean
  stop(): void
}

type PartPorts = {
  readonly name: 'store' | 'audit' | 'product' | 'identity_provider' | 'limits' | 'build_store'
  /** Throws while the part is away. */
  readonly probe: () => Promise<void>
  readonly retryMs: number
  /**
   * Asked every ten seconds while nobody doubts the part; it rejects, or reports a failure itself,
   * when that may be away. Absent where failures are seen without it.
   */
  readonly idleCheck?: () => Promise<unknown>
  /** Failures in a row until it counts as away; 1 unless it needs a moment to recover. */
  readonly failuresMin?: number
  /** Whether the outage of another part is the reason: then there is nothing more to say. */
  readonly isExplained?: () => boolean
}

/** How often a part is asked that nobody uses: an outage is known before anybody meets it. */
const CHECK_EVERY_MS = 10_000

type Outage = { readonly since: string; readonly reason: string; readonly startedMs: number }

type PartRuntime = Pick<Runtime, 'log' | 'clock' | 'stopwatch' | 'schedule'>

/**
 * Logs one line when an outage begins and one when it ends, however many calls fail meanwhile. A
 * failed call alone is no outage: the part is asked itself, again and again until it answers.
 */
export function watchPart(given: PartRuntime, ports: PartPorts): Part {
  const { schedule = scheduleLoosely } = given
  const { name, probe, retryMs, idleCheck } = ports
  const outage = createOutage(given, ports)
  let [isRunning, isDoubted, isStopped] = [false, false, false]
  let checks = 0
  let cancel = () => {}

  const confirm = async (): Promise<void> => {
    isDoubted = false
    const reason = await probe().then(() => undefined, reasonOf)
    if (isStopped) return
    if (reason === undefined) outage.end()
    else outage.begin(reason)
    isRunning = reason !== undefined || isDoubted
    if (isRunning) cancel = schedule(confirm, retryMs)
    else rest()
  }
  const rest = () => {
    if (idleCheck !== undefined) cancel = schedule(() => check(idleCheck), CHECK_EVERY_MS)
  }
  const check = async (ask: () => Promise<unknown>): Promise<void> => {
    const before = checks
    const isFine = await ask().then(
      () => true,
      () => false,
    )
    // Whoever suspected the part meanwhile has set the next timer, or will.
    if (checks !== before || isStopped) return
    if (isFine) rest()
    else reportFailure()
  }
  const reportFailure = (reason?: string): void => {
    if (reason !== undefined) outage.begin(reason)
    isDoubted = true
    if (isRunning || isStopped) return
    isRunning = true
    checks += 1
    cancel()
    void confirm()
  }
  rest()
  return {
    reportFailure,
    name,
    isDoubtful: () => isRunning,
    isAway: outage.isOn,
    describe: outage.describe,
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}

/** What the operator hears of a part. */
function createOutage(
  { log, clock, stopwatch }: PartRuntime,
  { name, failuresMin = 1, isExplained = () => false }: PartPorts,
) {
  let outage: Outage | undefined
  let failures = 0
  return {
    begin: (reason: string) => {
      failures = isExplained() ? 0 : failures + 1
      // What is wrong may change meanwhile, as when a server is back and refuses the password.
      if (outage !== undefined) outage = { ...outage, reason }
      if (outage !== undefined || failures < failuresMin) return
      outage = { since: new Date(clock()).toISOString(), reason, startedMs: stopwatch() }
      log.error('outage_began', { part: name, reason })
    },
    end: () => {
      failures = 0
      if (outage === undefined) return
      const seconds = Math.round((stopwatch() - outage.startedMs) / 1000)
      log.error('outage_ended', { part: name, seconds })
      outage = undefined
    },
    isOn: () => outage !== undefined,
    describe: () =>
      outage === undefined
        ? `${name}: ok`
        : `${name}: away since ${outage.since}: ${outage.reason}`,
  }
}

/** The reason of the database stands in the cause of our own error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}
