import { existsSync } from 'node:fs'
import type { SearchReportContent } from '../contract/search_report.ts'
import { openStore } from '../store/open.ts'
import { type Store, StoreUnavailable } from '../store/port.ts'
import { addSearches, readSearches } from '../store/search_counts.ts'
import type { SearchReport } from '../telemetry/search_report.ts'
import { scheduleLoosely } from './_part.ts'
import type { Runtime } from './_runtime.ts'
import { sqlitePath } from './_sqlite_path.ts'

/** What a process that is killed loses at most. */
const WRITE_EVERY_MS = 30_000

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
  const { report, databaseUrl, shared, log, clock, schedule = scheduleLoosely } = ports
  let own: Store | undefined
  let isFailing = false
  let running: Promise<void> | undefined
  const use = async (): Promise<Store> => {
    const store = shared ?? own
    if (store !== undefined) return store
    const opened = await openStore(databaseUrl)
    if (!opened.ok) throw new StoreUnavailable(opened.error)
    own = opened.value
    return own
  }
  const fail = (error: unknown) => {
    // What the service shares has an outage of its own to tell.
    if (shared === undefined && !isFailing)
      log.warn('search_report_unkept', { reason: String(error) })
    isFailing = true
  }
  const writeAll = async (): Promise<void> => {
    for (;;) {
      const batch = report.takeUnwritten(QUERIES_MAX)
      if (batch === undefined) return
      try {
        await addSearches(await use(), batch, clock())
        isFailing = false
      } catch (error) {
        report.giveBack(batch)
        fail(error)
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
    }, WRITE_EVERY_MS)
  }
  writeLater()
  return {
    read: async () => {
      await write()
      const here = report.read()
      const isOpen = shared !== undefined || own !== undefined
      if (isFailing || (!isOpen && !existsStore(databaseUrl))) return here
      const month = await readMonth(use, clock()).catch(fail)
      return month === undefined ? here : { ...month, kept: here.kept }
    },
    close: async () => {
      cancel()
      await Promise.race([write(), Bun.sleep(CLOSE_MS_MAX)])
      await own?.close()
    },
  }
}

/** A file that is not there is made by the first search, and not by somebody who looks. */
function existsStore(databaseUrl: string): boolean {
  const path = sqlitePath(databaseUrl)
  return path === undefined || existsSync(path)
}

async function readMonth(use: () => Promise<Store>, nowMs: number) {
  return await readSearches((await use()).sql, nowMs)
}
