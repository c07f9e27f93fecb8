import { afterEach, expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../app/foundation/store/open.ts'
import { type Store, StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { addSearches, readSearches } from '../../../app/foundation/store/search_counts.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import {
  createSearchReport,
  type SearchRating,
} from '../../../app/foundation/telemetry/search_report.ts'
import { keepReport } from '../../../app/service/admin/kept_report.ts'
import { verifies } from '../../requirements/verifies.ts'
import { POSTGRES, sharedPostgres } from '../../support/postgres.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const START = Date.parse('2026-11-22T10:00:00Z')

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function makeFile(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-report-'))
  stops.push(() => rm(home, { recursive: true, force: true }))
  return `sqlite:${join(home, 'data/store.sqlite')}`
}

async function open(url: string): Promise<Store> {
  const opened = await openStore(url)
  if (!opened.ok) throw new Error(opened.error)
  stops.push(() => opened.value.close())
  return opened.value
}

/** A replica with a clock of its own, whose timers run when a test says so. */
function startReplica(databaseUrl: string, shared?: Store) {
  let nowMs = START
  const timers: (() => void)[] = []
  const lines: string[] = []
  const report = createSearchReport(() => nowMs)
  const kept = keepReport({
    report,
    databaseUrl,
    shared,
    log: createLog(
      'warn',
      (line) => lines.push(line),
      () => nowMs,
    ),
    clock: () => nowMs,
    schedule: (run) => {
      timers.push(run)
      return () => {}
    },
  })
  const ask = (query: string, times: number, rating: SearchRating = 'found') => {
    for (let each = 0; each < times; each += 1) {
      report.count({ query, rating })
      nowMs += MINUTE
    }
  }
  const write = async () => {
    timers.shift()?.()
    while (timers.length === 0) await Bun.sleep(1)
  }
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { ask, write, wait, kept, lines }
}

for (const [name, makeUrl, needs] of [
  ['SQLite', makeFile, []],
  ['PostgreSQL', async () => await (await sharedPostgres()).database(), [POSTGRES]],
] as const) {
  verifies(
    ['report.kept', 'report.nobody_named'],
    `two replicas on ${name} share a report, which a restart keeps for a month`,
    async () => {
      const url = await makeUrl()
      const [one, two] = [startReplica(url), startReplica(url)]
      one.ask('backup', 4, 'empty')
      one.ask('only twice', 2)
      two.ask('backup', 3, 'weak')
      two.ask('jane@example.org', 9)
      await one.write()
      await two.write()
      two.ask('backup', 1, 'found')
      const content = await two.kept.read()
      expect(content).toMatchObject({
        from: 'store',
        since: '2026-11-22T00:00:00.000Z',
        ...{ searches: 19, weak: 3, empty: 4, withheld: 9 },
        ...{ top: [{ query: 'backup', asked: 8 }], top_weak: [], top_empty: [] },
      })
      const rows = await (await open(url)).sql.all('SELECT query FROM search_query')
      expect(rows).toEqual([{ query: 'backup' }])
      await one.kept.close()
      await two.kept.close()
      const later = startReplica(url)
      expect(await later.kept.read()).toEqual({ ...content, kept: 0 })
      later.wait(31 * DAY)
      later.ask('other', 3)
      expect((await later.kept.read()).top).toEqual([{ query: 'other', asked: 3 }])
      await later.kept.close()
    },
    { needs },
  )
}

verifies(
  'report.kept',
  'while the database is away a process counts alone, and writes all of it afterwards',
  async () => {
    const store = await open(await makeFile())
    let isAway = true
    const transaction: Store['transaction'] = async (work) => {
      if (isAway) throw new StoreUnavailable('it is away')
      return await store.transaction(work)
    }
    const replica = startReplica('sqlite:unused', { ...store, transaction })
    replica.ask('backup', 3)
    await replica.write()
    replica.ask('backup', 2)
    expect(await replica.kept.read()).toMatchObject({
      ...{ from: 'memory', searches: 5, top: [{ query: 'backup', asked: 5 }] },
    })
    isAway = false
    const expected = { from: 'store', searches: 5, top: [{ query: 'backup', asked: 5 }] }
    expect(await replica.kept.read()).toMatchObject(expected)
    expect(await replica.kept.read()).toMatchObject(expected)
    // The service tells of its store itself.
    expect(replica.lines).toEqual([])
  },
)

verifies(
  'report.kept',
  'a file that cannot be made is one line, and nobody makes it to look',
  async () => {
    const url = await makeFile()
    const replica = startReplica(url)
    expect((await replica.kept.read()).from).toBe('memory')
    expect(existsSync(url.slice('sqlite:'.length))).toBe(false)
    const refused = startReplica('sqlite:/dev/null/store.sqlite')
    refused.ask('backup', 3)
    await refused.write()
    await refused.write()
    expect(refused.lines.map((line) => JSON.parse(line).event)).toEqual(['search_report_unkept'])
    expect((await refused.kept.read()).top).toEqual([{ query: 'backup', asked: 3 }])
  },
)

verifies(
  'report.kept',
  'a day has 500 queries of all replicas, and goes on counting those',
  async () => {
    const store = await open(await makeFile())
    const totals = { searches: 0, weak: 0, empty: 0, withheld: 0 }
    const listQueries = (from: number) =>
      Array.from({ length: 400 }, (_, at) => ({
        query: `word ${from + at}`,
        asked: 3,
        rating: 'found' as const,
      }))
    await addSearches(store, { totals, queries: listQueries(0) }, START)
    await addSearches(store, { totals, queries: listQueries(300) }, START)
    const row = await store.sql.one(
      'SELECT count(*) AS rows_, sum(asked) AS asked FROM search_query',
    )
    expect(row).toEqual({ rows_: 500, asked: 3 * 600 })
    expect((await readSearches(store.sql, START))?.top[0]).toEqual({ query: 'word 300', asked: 6 })
  },
)
