/** What the clients pass before each step: open while the service runs, shut when it is killed. */
export type Gate = {
  /** Waits until the service runs; false when the run is over. */
  pass(): Promise<boolean>
  open(): void
  shut(): void
  /** No client goes on after the step that it is at. */
  end(): void
  /** How many clients wait. */
  countParked(): number
  isOpen(): boolean
}

export function createGate(): Gate {
  let state: 'open' | 'shut' | 'ended' = 'shut'
  let waiting: (() => void)[] = []
  const wake = (next: 'open' | 'ended') => {
    state = next
    const woken = waiting
    waiting = []
    for (const go of woken) go()
  }
  return {
    async pass() {
      while (state === 'shut') {
        await new Promise<void>((go) => {
          waiting.push(go)
        })
      }
      return state === 'open'
    },
    open: () => wake('open'),
    shut: () => {
      state = 'shut'
    },
    end: () => wake('ended'),
    countParked: () => waiting.length,
    isOpen: () => state === 'open',
  }
}
