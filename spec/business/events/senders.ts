type SenderOptions = {
  readonly count: number
  readonly killEveryMs: number
  /** From 0 to 1. */
  readonly random: () => number
  /** After the clock: whether each process is sending. */
  readonly time: Float64Array
}

export type Senders = {
  kills(): number
  /** Processes that ended and that nobody killed, in words. */
  crashes(): readonly string[]
  isSending(): boolean
  /** Kills no more of them. */
  calm(): void
  stop(): Promise<void>
}

/** Processes that send; one is killed at a time, and another starts in the place of each. */
export function createSenders(
  start: (index: number) => Bun.Subprocess,
  { count, killEveryMs, random, time }: SenderOptions,
): Senders {
  const crashes: string[] = []
  const dying = new Set<number>()
  let [kills, isStopped] = [0, false]
  const keep = (index: number): Bun.Subprocess => {
    const child = start(index)
    void child.exited.then((code) => {
      // It can no longer say that nothing of its own is under way.
      time[index + 1] = 0
      if (isStopped) return
      const isKilled = dying.delete(index) && child.signalCode === 'SIGKILL'
      if (!isKilled) crashes.push(`sender ${index} ended by itself: exit ${code}`)
      running[index] = keep(index)
    })
    return child
  }
  const running = Array.from({ length: count }, (_, index) => keep(index))
  const kill = () => {
    const index = Math.floor(random() * count)
    if (dying.has(index)) return
    dying.add(index)
    running[index]?.kill('SIGKILL')
    kills += 1
  }
  const timer = setInterval(kill, killEveryMs)
  return {
    kills: () => kills,
    crashes: () => crashes,
    isSending: () => time.subarray(1).some((sending) => sending !== 0),
    calm: () => clearInterval(timer),
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      for (const process of running) process.kill('SIGKILL')
      await Promise.all(running.map(({ exited }) => exited))
    },
  }
}
