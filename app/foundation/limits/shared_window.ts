import type { Admission } from './_call_times.ts'

type WindowConnection = {
  /** Counts a call, or refuses it. Rejects when the store cannot count; may never settle. */
  count(key: string, callsMax: number): Promise<Admission>
  close(): void
}

/** Connects; `onEnd` is called when the connection ends by itself. Rejects when it cannot. */
export type ConnectWindow = (onEnd: () => void) => Promise<WindowConnection>

/** Runs something later, unless the function that comes back is called first. */
export type Timer = (ms: number, run: () => void) => () => void

/** A window over the calls of several processes. */
export type SharedWindow = {
  /** Counts a call, or refuses it; `away` when the store does not say in time. Never rejects. */
  count(key: string, callsMax: number): Promise<Admission | 'away'>
  /** Counts a call of nobody over the connection that is there; `onFailure` tells of a failure. */
  ask(): Promise<unknown>
  /** Connects anew and counts a call of nobody; rejects with the reason while that fails. */
  reconnect(): Promise<void>
  /** When the store was back after an outage, by the clock; -Infinity before any outage. */
  returnedMs(): number
  close(): void
}

/** How long a connection may take, in milliseconds; no call waits for one. */
const CONNECT_MS_MAX = 2000

/** Expires by itself, as every key does; a new one each time, so that the store must write. */
const PROBE_KEY = 'lectern:probe:'

type WindowOptions = {
  readonly connect: ConnectWindow
  /** How long a call may wait for the store. */
  readonly waitMsMax: number
  readonly onFailure: () => void
  readonly randomId: () => string
  /** Milliseconds; only differences count. */
  readonly clock: () => number
  readonly timer?: Timer
}

/**
 * The window with a breaker: after the first answer that is late or refuses, no call waits for the
 * store again until `reconnect` succeeds, which the owner does when `onFailure` was called. A call
 * that was given up may still be counted later; that errs to refusing.
 */
export function createSharedWindow(options: WindowOptions): SharedWindow {
  const { connect, waitMsMax, onFailure, randomId, clock, timer = startTimer } = options
  let connection: WindowConnection | undefined
  let isClosed = false
  let isAway = false
  let returnedMs = Number.NEGATIVE_INFINITY

  const giveUp = (failed: WindowConnection | undefined): void => {
    if (failed === undefined || failed !== connection) return
    isAway = true
    connection = undefined
    failed.close()
    onFailure()
  }
  const count: SharedWindow['count'] = async (key, callsMax) => {
    const used = connection
    if (used === undefined) return 'away'
    try {
      return await inTime(used.count(key, callsMax), waitMsMax, timer)
    } catch {
      giveUp(used)
      return 'away'
    }
  }
  return {
    count,
    ask: () => count(PROBE_KEY + randomId(), 1),
    async reconnect() {
      let opened: WindowConnection | undefined
      try {
        opened = await openInTime(connect, giveUp, timer)
        await inTime(opened.count(PROBE_KEY + randomId(), 1), waitMsMax, timer)
      } catch (error) {
        isAway = true
        opened?.close()
        throw error
      }
      if (isAway) returnedMs = clock()
      isAway = false
      const before = connection
      connection = isClosed ? undefined : opened
      if (isClosed) opened.close()
      before?.close()
    },
    returnedMs: () => returnedMs,
    close() {
      isClosed = true
      const last = connection
      connection = undefined
      last?.close()
    },
  }
}

/** Connects, and gives up after a while; `onEnd` gets the connection that ended by itself. */
async function openInTime(
  connect: ConnectWindow,
  onEnd: (ended: WindowConnection | undefined) => void,
  timer: Timer,
): Promise<WindowConnection> {
  let opened: WindowConnection | undefined
  const opening = connect(() => onEnd(opened)).then((made) => {
    opened = made
    return made
  })
  try {
    return await inTime(opening, CONNECT_MS_MAX, timer)
  } catch (error) {
    // One that is opened too late must not stay open.
    opening.then((late) => late.close()).catch(() => undefined)
    throw error
  }
}

async function inTime<Value>(asked: Promise<Value>, ms: number, timer: Timer): Promise<Value> {
  return await new Promise((resolve, reject) => {
    const cancel = timer(ms, () => reject(new Error(`it did not answer within ${ms} ms`)))
    asked.then(
      (value) => {
        cancel()
        resolve(value)
      },
      (error) => {
        cancel()
        reject(error)
      },
    )
  })
}

/** When this process itself was held up, answers that arrived meanwhile are read first. */
function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(() => setImmediate(run), ms)
  return () => clearTimeout(timer)
}
