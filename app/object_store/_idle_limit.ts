import { ObjectStoreFailure } from './failure.ts'

/** Starts a timer, and returns what stops it. */
type StartTimer = (end: () => void, ms: number) => () => void

/**
 * A body has `msMax` to begin with, and then as long as what has arrived takes at the slowest pace,
 * `msMax` at most: a fast beginning earns no patience for what trickles afterwards.
 */
export type Pace = { readonly bytesPerMsMin: number; readonly msMax: number }

type IdleLimit = {
  readonly idleMsMax: number
  readonly pace: Pace
  /** Ends the request that the body belongs to. */
  readonly onIdle: () => void
  readonly startTimer?: StartTimer
}

/**
 * The same bytes, unless none comes for a while, or all come too slowly: then it fails. The time
 * that its reader takes counts for the pace alone.
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
  let bytes = 0
  let stopPace: (() => void) | undefined
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull: async (controller) => {
      const checkPace = () => {
        const earnedMs = Math.min(bytes / pace.bytesPerMsMin, pace.msMax)
        bytes = 0
        if (earnedMs < 1) end(controller, 'it sends too slowly')
        else stopPace = startTimer(checkPace, earnedMs)
      }
      stopPace ??= startTimer(checkPace, pace.msMax)
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
        bytes += value?.length ?? 0
      } finally {
        stop()
        if (isDone) stopPace?.()
      }
    },
    cancel: (reason) => {
      stopPace?.()
      return reader.cancel(reason)
    },
  }
  // Nothing is read ahead: an idle store is one that somebody waits for.
  return new ReadableStream(source, { highWaterMark: 0 })
}

function startSystemTimer(end: () => void, ms: number): () => void {
  const timer = setTimeout(end, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
