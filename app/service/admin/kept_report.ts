import { existsSync } from 'node:fs'
import { LIMITS } from '../../contract/limits.ts'
import type { SearchReportContent } from '../../contract/search_report.ts'
import { openStore } from '../../foundation/store/open.ts'
import { type Store, StoreUnavailable } from '../../foundation/store/port.ts'
import { addSearches, readSearches } from '../../foundation/store/search_counts.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { SearchReport } from '../../foundation/telemetry/search_report.ts'
import { sqlitePath } from '../parts/disks.ts'
import { type Runtime, scheduleLoosely } from '../parts/runtime.ts'

/** Queries of one transaction, which holds up a search for a few milliseconds on SQLite. */
const QUERIES_MAX = 200

/** How long a stop waits for the last batch. */
const CLOSE_MS_MAX = 1000

/** The report of searches, kept for a month in the store, of all replicas together. */
export type KeptReport = {
  /** The month, with what this process just counted; of this process alone without the store. */
  read(): Promise<SearchReportContent>
  /** Writes what is left, for a moment at most. */
  close(): Promise<void>
}

type KeptReportPorts = Pick<Runtime, 'log' | 'clock' | 'schedule'> & {
  readonly report: SearchReport
  readonly databaseUrl: string
  /** What the service uses already; otherwise the database is opened when there is a batch. */
  readonly shared: Store | undefined
}

export function keepReport(ports: KeptReportPorts): KeptReport {
  const { report, clock, schedule = scheduleLoosely } = ports
  const database = createDatabase(ports)
  let running: Promise<void> | undefined
  const writeAll = async (): Promise<void> => {
    for (;;) {
      const batch = report.takeUnwritten(QUERIES_MAX)
      if (batch === undefined) return
      const isWritten = await database.use(async (store) => {
        await addSearches(store, batch, clock())
        return true
      })
      if (isWritten === undefined) {
        report.giveBack(batch)
        return
      }
      await new Promise(setImmediate)
    }
  }
  const write = (): Promise<void> => {
    running ??= writeAll().finally(() => {
      running = undefined
    })
    return running
  }
  let cancel = () => {}
  const writeLater = () => {
    cancel = schedule(async () => {
      await write()
      writeLater()
    }, LIMITS.searchesWrittenMs)
  }
  writeLater()
  return {
    read: async () => {
      await write()
      const here = report.read()
      if (!database.isThere()) return here
      const month = await database.use(({ sql }) => readSearches(sql, clock()))
      return month === undefined ? here : { ...month, kept: here.kept }
    },
    close: async () => {
      cancel()
      await Promise.race([write(), Bun.sleep(CLOSE_MS_MAX)])
      await database.close()
    },
  }
}

/** The store of the service, or one that is opened when it is used; it may be away. */
function createDatabase({ databaseUrl, shared, log }: KeptReportPorts) {
  let own: Store | undefined
  let isFailing = false
  const open = async (): Promise<Store> => {
    const store = shared ?? own
    if (store !== undefined) return store
    const opened = await openStore(databaseUrl)
    if (!opened.ok) throw new StoreUnavailable(opened.error)
    own = opened.value
    return own
  }
  const note = (error: unknown) => {
    if (!(error instanceof StoreUnavailable)) logIncident(log, 'search_report_failed', error)
    // What the service shares has an outage of its own to tell.
    else if (shared === undefined && !isFailing) {
      log.warn('search_report_unkept', { reason: error.message })
    }
  }
  return {
    /** Undefined while it cannot be used. */
    use: async <Value>(work: (store: Store) => Promise<Value>): Promise<Value | undefined> => {
      try {
        const value = await work(await open())
        isFailing = false
        return value
      } catch (error) {
        note(error)
        isFailing = true
        return undefined
      }
    },
    /** What is counted here alone is the report while it fails. */
    isThere: () =>
      !isFailing && (shared !== undefined || own !== undefined || existsStore(databaseUrl)),
    close: async () => await own?.close(),
  }
}

/** A file that is not there is made by the first search, and not by somebody who looks. */
function existsStore(databaseUrl: string): boolean {
  const path = sqlitePath(databaseUrl)
  return path === undefined || existsSync(path)
}
