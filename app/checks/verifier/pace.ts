/** The limits of the service that a call can count against (contract 8). */
export type Limit = 'mcp' | 'public'

/** The clock; a test passes its own. */
export type Time = {
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
}

export type Pace = {
  /** Waits until one more call fits the limit; a minute's calls may all go at once. */
  waitForTurn(limit: Limit): Promise<void>
  /** Waits after a refusal: others call from this address too, so counting was not enough. */
  pause(limit: Limit): void
  /** Calls made and milliseconds waited so far. */
  tally(): Readonly<Record<Limit, number>> & { readonly waitedMs: number }
}

/** A second more than the minute, because our clock and the service's may differ. */
const PERIOD_MS = 61_000

/** How long to wait after a refusal; the service does not say (contract 8). */
const PAUSE_MS = 5000

/**
 * Keeps to the limits by counting: a call goes when fewer than the limit went in the period before
 * it, in the order in which calls asked for their turn.
 */
export function createPace(
  callsPerMinute: Readonly<Record<Limit, number>>,
  time: Time,
  say: (line: string) => void,
): Pace {
  const sent: Record<Limit, number[]> = { mcp: [], public: [] }
  const first: Record<Limit, number> = { mcp: 0, public: 0 }
  const pausedUntilMs: Record<Limit, number> = { mcp: 0, public: 0 }
  const queue: Record<Limit, Promise<void>> = { mcp: Promise.resolve(), public: Promise.resolve() }
  let waitedMs = 0

  const msUntilFree = (limit: Limit): number => {
    const now = time.nowMs()
    const times = sent[limit]
    while ((times[first[limit]] ?? Number.POSITIVE_INFINITY) <= now - PERIOD_MS) first[limit] += 1
    if (times.length - first[limit] < callsPerMinute[limit]) return 0
    return (times[times.length - callsPerMinute[limit]] ?? now) + PERIOD_MS - now
  }
  const wait = async (ms: number): Promise<void> => {
    waitedMs += ms
    await time.sleep(ms)
  }
  const take = async (limit: Limit): Promise<void> => {
    for (;;) {
      const pausedMs = pausedUntilMs[limit] - time.nowMs()
      const ms = msUntilFree(limit)
      if (pausedMs <= 0 && ms <= 0) break
      if (ms > 0)
        say(`Waiting ${toSeconds(ms)} s: ${callsPerMinute[limit]} ${NAMES[limit]} per minute`)
      await wait(Math.max(pausedMs, ms))
    }
    sent[limit].push(time.nowMs())
  }
  return {
    waitForTurn: (limit) => {
      queue[limit] = queue[limit].then(() => take(limit))
      return queue[limit]
    },
    pause: (limit) => {
      const now = time.nowMs()
      // Calls already on their way meet the same refusal; it is reported and waited out once.
      if (pausedUntilMs[limit] > now) return
      pausedUntilMs[limit] = now + PAUSE_MS
      say(`Waiting ${toSeconds(PAUSE_MS)} s: the service refuses ${NAMES[limit]} from this address`)
    },
    tally: () => ({ mcp: sent.mcp.length, public: sent.public.length, waitedMs }),
  }
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

const NAMES: Readonly<Record<Limit, string>> = {
  mcp: 'MCP calls',
  public: 'HTTP API and A2A calls',
}
