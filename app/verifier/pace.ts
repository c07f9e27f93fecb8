/** The limits of the service that a call can count against (contract 8). */
export type Limit = 'mcp' | 'public'

/** Time as the program hands it in; a test hands in its own. */
export type Time = {
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
}

export type Pace = {
  /** Waits until one more call fits; all of a minute's calls may go at once. */
  turn(limit: Limit): Promise<void>
  /** The service refused although we counted: somebody else calls from this address too. */
  refused(limit: Limit): void
  /** Calls made and milliseconds waited so far. */
  tally(): Readonly<Record<Limit, number>> & { readonly waitedMs: number }
}

/** One second more than the minute: our clock and that of the service do not tick together. */
const WINDOW_MS = 61_000

/** How long nobody asks after a refusal. The service says no better time (contract 8). */
const PAUSE_MS = 5000

/**
 * Keeps to the limits by counting: a call goes when fewer than the limit went in the window before
 * it, and in the order in which calls asked for their turn.
 */
export function createPace(
  callsPerMinute: Readonly<Record<Limit, number>>,
  time: Time,
  say: (line: string) => void,
): Pace {
  const sent: Record<Limit, number[]> = { mcp: [], public: [] }
  const first: Record<Limit, number> = { mcp: 0, public: 0 }
  const pausedUntilMs: Record<Limit, number> = { mcp: 0, public: 0 }
  const line: Record<Limit, Promise<void>> = { mcp: Promise.resolve(), public: Promise.resolve() }
  let waitedMs = 0

  const fullMs = (limit: Limit): number => {
    const now = time.nowMs()
    const times = sent[limit]
    while ((times[first[limit]] ?? Number.POSITIVE_INFINITY) <= now - WINDOW_MS) first[limit] += 1
    if (times.length - first[limit] < callsPerMinute[limit]) return 0
    return (times[times.length - callsPerMinute[limit]] ?? now) + WINDOW_MS - now
  }
  const wait = async (ms: number): Promise<void> => {
    waitedMs += ms
    await time.sleep(ms)
  }
  const take = async (limit: Limit): Promise<void> => {
    for (;;) {
      const pausedMs = pausedUntilMs[limit] - time.nowMs()
      const ms = fullMs(limit)
      if (pausedMs <= 0 && ms <= 0) break
      if (ms > 0)
        say(`Waiting ${inSeconds(ms)} s: ${callsPerMinute[limit]} ${NAMES[limit]} a minute`)
      await wait(Math.max(pausedMs, ms))
    }
    sent[limit].push(time.nowMs())
  }
  return {
    turn: (limit) => {
      line[limit] = line[limit].then(() => take(limit))
      return line[limit]
    },
    refused: (limit) => {
      const now = time.nowMs()
      // Calls that are on their way meet the same refusal; it is told and waited out once.
      if (pausedUntilMs[limit] > now) return
      pausedUntilMs[limit] = now + PAUSE_MS
      say(`Waiting ${inSeconds(PAUSE_MS)} s: the service refuses ${NAMES[limit]} of this address`)
    },
    tally: () => ({ mcp: sent.mcp.length, public: sent.public.length, waitedMs }),
  }
}

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

const NAMES: Readonly<Record<Limit, string>> = {
  mcp: 'MCP calls',
  public: 'calls of the HTTP API and A2A',
}
