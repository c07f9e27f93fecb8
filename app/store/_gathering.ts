import { StoreUnavailable } from './port.ts'

const GATHER_MS_MAX = 5
const RETRY_MS = 1000
/** Entries in memory; a store that is away so long that it fills up refuses what comes then. */
const ENTRIES_MAX = 10_000

export type Gathering<Entry> = {
  add(entry: Entry): Promise<void>
  healthy(): boolean
  flush(): Promise<void>
}

type Waiting<Entry> = { readonly entry: Entry; readonly settle: (error?: Error) => void }

/**
 * Gathers entries and writes them together. Entries that could not be written are kept and tried
 * again, though those who gave them were told: what was already answered must not be missing.
 */
export function gathering<Entry>(
  write: (entries: readonly Entry[]) => Promise<void>,
): Gathering<Entry> {
  let kept: readonly Entry[] = []
  let waiting: Waiting<Entry>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  const schedule = (ms: number) => {
    if (timer === undefined && running === undefined) timer = setTimeout(start, ms)
    // A program that is done does not stay for the next attempt: it has called `flush`.
    if (ms === RETRY_MS) timer?.unref()
  }
  const start = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running ??= writeAll().finally(() => {
      running = undefined
      if (kept.length > 0) schedule(RETRY_MS)
      else if (waiting.length > 0) schedule(0)
    })
    return running
  }
  const writeAll = async (): Promise<void> => {
    const batch = waiting
    const entries = [...kept, ...batch.map(({ entry }) => entry)]
    waiting = []
    try {
      await write(entries)
      kept = []
      for (const { settle } of batch) settle()
    } catch (error) {
      kept = entries
      const cause = { cause: error }
      const failed = new StoreUnavailable('Cannot write the audit: its commit failed', cause)
      for (const { settle } of batch) settle(failed)
    }
  }
  return {
    add: (entry) => {
      if (kept.length + waiting.length >= ENTRIES_MAX) {
        return Promise.reject(new StoreUnavailable('Cannot write the audit: too much is waiting'))
      }
      schedule(GATHER_MS_MAX)
      return new Promise((resolve, reject) => {
        const settle = (error?: Error) => (error === undefined ? resolve() : reject(error))
        waiting.push({ entry, settle })
      })
    },
    healthy: () => kept.length === 0,
    flush: async () => {
      await running
      if (kept.length + waiting.length > 0) await start()
      if (kept.length > 0) throw new StoreUnavailable('Cannot write the audit: lines are left over')
    },
  }
}
