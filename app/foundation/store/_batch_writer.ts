import { StoreUnavailable } from './port.ts'

/** The promise is 5 ms; the remainder is for the commit itself. */
const GATHER_MS = 2
const RETRY_MS = 1000
/** Entries in memory; once an unreachable store has let it fill up, new entries are refused. */
const ENTRIES_MAX = 10_000
/** Entries of one batch: this many are written in time, however long the store was away. */
const BATCH_MAX = 500

type BatchWriter<Entry> = {
  add(entry: Entry): Promise<void>
  isHealthy(): boolean
  flush(): Promise<void>
}

type QueuedEntry<Entry> = { readonly entry: Entry; readonly settle: (error?: Error) => void }

/**
 * Collects entries and writes them in batches. Entries that could not be written are kept and
 * retried, although their callers got an error: nothing that was answered may be missing.
 */
export function createBatchWriter<Entry>(
  write: (entries: readonly Entry[]) => Promise<void>,
): BatchWriter<Entry> {
  let waiting: QueuedEntry<Entry>[] = []
  let failed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  const schedule = (ms: number) => {
    if (timer === undefined && running === undefined) timer = setTimeout(start, ms)
    // A program that is done does not wait for the next attempt: it has called `flush`.
    if (ms === RETRY_MS) timer?.unref()
  }
  const start = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    running ??= writeBatch().finally(() => {
      running = undefined
      if (waiting.length > 0) schedule(failed ? RETRY_MS : GATHER_MS)
    })
    return running
  }
  const writeBatch = async (): Promise<void> => {
    const batch = waiting.slice(0, BATCH_MAX)
    try {
      await write(batch.map(({ entry }) => entry))
      waiting = waiting.slice(batch.length)
      failed = false
      for (const { settle } of batch) settle()
    } catch (error) {
      failed = true
      const cause = { cause: error }
      const failure = new StoreUnavailable('Cannot write the audit: its commit failed', cause)
      for (const { settle } of waiting) settle(failure)
    }
  }
  return {
    add: (entry) => {
      if (waiting.length >= ENTRIES_MAX) {
        return Promise.reject(
          new StoreUnavailable('Cannot write the audit: too many entries are waiting'),
        )
      }
      schedule(GATHER_MS)
      return new Promise((resolve, reject) => {
        const settle = (error?: Error) => (error === undefined ? resolve() : reject(error))
        waiting.push({ entry, settle })
      })
    },
    isHealthy: () => !failed && waiting.length < ENTRIES_MAX,
    flush: async () => {
      await running
      while (waiting.length > 0) {
        await start()
        if (failed) throw new StoreUnavailable('Cannot write the audit: some lines are unwritten')
      }
    },
  }
}
