/** Clients pass it before each step: open while the service runs, closed when it is killed. */
export type Gate = {
  /** Waits until the service runs; false when the run is over. */
  pass(): Promise<boolean>
  open(): void
  close(): void
  /** No client continues after its current step. */
  end(): void
  /** How many clients are waiting. */
  countParked(): number
  isOpen(): boolean
}

export function createGate(): Gate {
  let state: 'open' | 'closed' | 'ended' = 'closed'
  let waiting: (() => void)[] = []
  const wake = (next: 'open' | 'ended') => {
    state = next
    const woken = waiting
    waiting = []
    for (const go of woken) go()
  }
  return {
    async pass() {
      while (state === 'closed') {
        await new Promise<void>((go) => {
          waiting.push(go)
        })
      }
      return state === 'open'
    },
    open: () => wake('open'),
    close: () => {
      state = 'closed'
    },
    end: () => wake('ended'),
    countParked: () => waiting.length,
    isOpen: () => state === 'open',
  }
}
