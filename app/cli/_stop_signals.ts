/** How a service was asked to stop. */
type StopRequest = {
  /** Whether requests may still come: by SIGTERM; whoever presses Ctrl-C waits for nobody. */
  readonly drains: boolean
  /** Resolves when a second signal comes: then nothing more is waited for. */
  readonly hurried: Promise<void>
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Waits until the process is asked to stop. A third signal ends it as if nobody listened. */
export async function waitForStop(): Promise<StopRequest> {
  const hurry = Promise.withResolvers<void>()
  const first = await new Promise<NodeJS.Signals>((resolve) => {
    let signals = 0
    const take = (signal: NodeJS.Signals) => {
      signals += 1
      if (signals === 1) return resolve(signal)
      for (const name of SIGNALS) process.off(name, take)
      hurry.resolve()
    }
    for (const name of SIGNALS) process.on(name, take)
  })
  return { drains: first === 'SIGTERM', hurried: hurry.promise }
}
