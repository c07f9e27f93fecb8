import { EXIT } from './command.ts'

/** How a service was asked to stop. */
type StopRequest = {
  /** Whether requests may still come: by SIGTERM; whoever presses Ctrl-C waits for nobody. */
  readonly drains: boolean
  /** Resolves when a second signal comes: then nothing more is waited for. */
  readonly forced: Promise<void>
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

let onFirst: ((signal: NodeJS.Signals) => void) | undefined
const forced = Promise.withResolvers<void>()

/**
 * Makes a stop count from now on, also in the first process of a container, for which the system
 * has no default. Until `waitForStop` it ends the program as a crash would: what is half written
 * is left as the next start can take it, and nobody is served yet.
 */
export function listenForStop(): void {
  if (onFirst !== undefined) return
  onFirst = endStart
  let signals = 0
  const take = (signal: NodeJS.Signals) => {
    signals += 1
    if (signals === 1) return onFirst?.(signal)
    for (const name of SIGNALS) process.off(name, take)
    forced.resolve()
  }
  for (const name of SIGNALS) process.on(name, take)
}

/** Waits until the process is asked to stop. A third signal ends it as if nobody listened. */
export async function waitForStop(): Promise<StopRequest> {
  listenForStop()
  const first = await new Promise<NodeJS.Signals>((resolve) => {
    onFirst = resolve
  })
  return { drains: first === 'SIGTERM', forced: forced.promise }
}

function endStart(): void {
  console.log('Stopped before it served')
  process.exit(EXIT.fine)
}
