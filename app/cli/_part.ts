import type { PartState } from './_docs_parts.ts'
import type { Runtime } from './_runtime.ts'

/** A part that can be away while the service goes on without it. */
export type Part = PartState & {
  /** Something failed: finds out whether the part is away, and waits until it is back. */
  suspect(): void
  /** Whether that is still being found out, or the part is away. */
  isDoubtful(): boolean
  stop(): void
}

type PartPorts = {
  readonly name: 'store' | 'audit' | 'product' | 'identity_provider' | 'limits' | 'build_store'
  /** Throws while the part is away. */
  readonly probe: () => Promise<void>
  readonly retryMs: number
  /** Failures in a row until it counts as away; 1 unless it needs a moment to recover. */
  readonly failuresMin?: number
  /** Whether the outage of another part is the reason: then there is nothing more to say. */
  readonly isExplained?: () => boolean
}

type Outage = { readonly since: string; readonly reason: string; readonly startedMs: number }

/**
 * Logs one line when an outage begins and one when it ends, however many calls fail meanwhile. A
 * failed call alone is no outage: the part is asked itself, again and again until it answers.
 */
export function watchPart(
  { log, clock, stopwatch }: Pick<Runtime, 'log' | 'clock' | 'stopwatch'>,
  { name, probe, retryMs, failuresMin = 1, isExplained = () => false }: PartPorts,
): Part {
  let outage: Outage | undefined
  let [isRunning, isDoubted, isStopped] = [false, false, false]
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const check = async (): Promise<void> => {
    isDoubted = false
    const reason = await probe().then(() => undefined, reasonOf)
    if (isStopped) return
    if (reason === undefined) end()
    else begin(reason)
    isRunning = reason !== undefined || isDoubted
    if (!isRunning) return
    timer = setTimeout(check, retryMs)
    timer.unref()
  }
  const begin = (reason: string) => {
    failures = isExplained() ? 0 : failures + 1
    if (outage !== undefined || failures < failuresMin) return
    outage = { since: new Date(clock()).toISOString(), reason, startedMs: stopwatch() }
    log.error('outage_began', { part: name, reason })
  }
  const end = () => {
    failures = 0
    if (outage === undefined) return
    const seconds = Math.round((stopwatch() - outage.startedMs) / 1000)
    log.error('outage_ended', { part: name, seconds })
    outage = undefined
  }
  return {
    suspect: () => {
      isDoubted = true
      if (isRunning || isStopped) return
      isRunning = true
      void check()
    },
    name,
    isDoubtful: () => isRunning,
    isAway: () => outage !== undefined,
    describe: () =>
      outage === undefined
        ? `${name}: ok`
        : `${name}: away since ${outage.since}: ${outage.reason}`,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** The reason of the database stands in the cause of our own error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`
}
