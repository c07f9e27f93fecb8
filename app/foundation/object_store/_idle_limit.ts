import { ObjectStoreFailure } from './failure.ts'

/** Starts a timer, and returns what stops it. */
type StartTimer = (end: () => void, ms: number) => () => void

/**
 * A body has `msMax` to begin with, and then as long as what has arrived takes at the slowest pace,
 * `msMax` at most: a fast beginning earns no patience for what trickles afterwards.
 */
export type Pace = { readonly bytesPerMsMin: number; readonly msMax: number }

/** A reader that takes longer is held up itself, as by a disk that stands still. */
const READER_MS_MAX = 100

type IdleLimit = {
  readonly idleMsMax: number
  readonly pace: Pace
  /** Ends the request that the body belongs to. */
  readonly onIdle: () => void
  readonly startTimer?: StartTimer
}

/**
 * The same bytes, unless none comes for a while, or all come too slowly: then it fails. The pace is
 * measured anew after each time in which nobody waited for bytes: a slow reader is no slow store.
 */
export function limitIdle(
  body: ReadableStream<Uint8Array>,
  { idleMsMax, pace, onIdle, startTimer = startSystemTimer }: IdleLimit,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const end = (controller: ReadableStreamDefaultController<Uint8Array>, what: string) => {
    controller.error(new ObjectStoreFailure(what, 'silent'))
    onIdle()
  }
  const paceLimit = createPaceLimit(pace, startTimer)
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      paceLimit.begin(() => end(controller, 'it sends too slowly'))
      const stop = startTimer(
        () => end(controller, 'it stopped in the middle of an answer'),
        idleMsMax,
      )
      let isDone = true
      try {
        const { done, value } = await reader.read()
        isDone = done
        if (done) controller.close()
        else controller.enqueue(value)
        paceLimit.pause(value?.length ?? 0)
      } finally {
        stop()
        if (isDone) paceLimit.stop()
      }
    },
    cancel: (reason) => {
      paceLimit.stop()
      return reader.cancel(reason)
    },
  }
  // Nothing is read ahead: an idle store is one that somebody waits for.
  return new ReadableStream(source, { highWaterMark: 0 })
}

type PaceLimit = {
  /** Somebody waits for the next bytes. */
  readonly begin: (onSlow: () => void) => void
  /** So many came, and nobody waits now. */
  readonly pause: (more: number) => void
  readonly stop: () => void
}

/** Without a clock, a pause has no length: a long one ends the measurement, a short one is none. */
function createPaceLimit({ bytesPerMsMin, msMax }: Pace, startTimer: StartTimer): PaceLimit {
  let bytes = 0
  let isWaiting = false
  let [stopPace, stopPause]: (undefined | (() => void))[] = []
  const stop = (): void => {
    stopPace?.()
    stopPause?.()
    stopPace = undefined
    bytes = 0
  }
  return {
    begin: (onSlow) => {
      isWaiting = true
      stopPause?.()
      function checkPace(): void {
        const earnedMs = Math.min(bytes / bytesPerMsMin, msMax)
        bytes = 0
        stopPace = undefined
        if (!isWaiting) return
        if (earnedMs < 1) onSlow()
        else stopPace = startTimer(checkPace, earnedMs)
      }
      stopPace ??= startTimer(checkPace, msMax)
    },
    pause: (more) => {
      isWaiting = false
      bytes += more
      stopPause = startTimer(stop, READER_MS_MAX)
    },
    stop,
  }
}

function startSystemTimer(end: () => void, ms: number): () => void {
  const timer = setTimeout(end, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
