import { DAY_MS, LIMITS } from '../../contract/limits.ts'
import {
  REPORTED_MAX,
  type ReportedQuery,
  SEARCH_RATINGS,
  type SearchBatch,
  type SearchRating,
  type SearchReportContent,
} from '../../contract/search_report.ts'
import type { Sql, Store } from './port.ts'

/** Adds what one process counted, and removes what is older than a month. */
export async function addSearches(
  store: Store,
  { totals, queries }: SearchBatch,
  nowMs: number,
): Promise<void> {
  const day = Math.floor(nowMs / DAY_MS)
  await store.transaction(async (sql) => {
    // The row of the day comes first: replicas then wait for each other, and never in a circle.
    await sql.run(
      `INSERT INTO search_total (day, searches, weak, empty, withheld) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (day) DO UPDATE SET searches = search_total.searches + excluded.searches,
        weak = search_total.weak + excluded.weak, empty = search_total.empty + excluded.empty,
        withheld = search_total.withheld + excluded.withheld`,
      day,
      totals.searches,
      totals.weak,
      totals.empty,
      totals.withheld,
    )
    const known = await sql.one('SELECT count(*) AS count FROM search_query WHERE day = ?', day)
    let remaining = LIMITS.searchesPerDayMax - Number(known?.count)
    for (const query of queries) {
      if (await addToKnown(sql, day, query)) continue
      if (remaining > 0) await insert(sql, day, query)
      remaining -= 1
    }
    for (const table of ['search_total', 'search_query']) {
      await sql.run(`DELETE FROM ${table} WHERE day <= ?`, day - LIMITS.searchDaysKept)
    }
  })
}

type CountedQuery = SearchBatch['queries'][number]

async function addToKnown(sql: Sql, day: number, { query, asked, rating }: CountedQuery) {
  const update = 'UPDATE search_query SET asked = asked + ?, rating = ? WHERE day = ? AND query = ?'
  return (await sql.run(update, asked, SEARCH_RATINGS.indexOf(rating), day, query)) > 0
}

async function insert(sql: Sql, day: number, { query, asked, rating }: CountedQuery) {
  const text = 'INSERT INTO search_query (day, query, asked, rating) VALUES (?, ?, ?, ?)'
  await sql.run(text, day, query, asked, SEARCH_RATINGS.indexOf(rating))
}

/** The report of a month, without what only a process knows; undefined before anything is there. */
export async function readSearches(
  sql: Sql,
  nowMs: number,
): Promise<Omit<SearchReportContent, 'kept'> | undefined> {
  const after = Math.floor(nowMs / DAY_MS) - LIMITS.searchDaysKept
  const sums = ['searches', 'weak', 'empty', 'withheld']
    .map((name) => `CAST(SUM(${name}) AS BIGINT) AS ${name}`)
    .join(', ')
  const first = `SELECT MIN(day) AS first, ${sums} FROM search_total WHERE day > ?`
  const total = await sql.one(first, after)
  if (total === undefined || total.first === null) return undefined
  return {
    from: 'store',
    since: new Date(Number(total.first) * DAY_MS).toISOString(),
    searches: Number(total.searches),
    weak: Number(total.weak),
    empty: Number(total.empty),
    withheld: Number(total.withheld),
    top: await readList(sql, after),
    top_weak: await readList(sql, after, 'weak'),
    top_empty: await readList(sql, after, 'empty'),
  }
}

/** A query is in a list by its last answer: that of the last day on which it was asked. */
async function readList(sql: Sql, after: number, rating?: SearchRating): Promise<ReportedQuery[]> {
  const counts = SEARCH_RATINGS.length
  const rows = await sql.all(
    `SELECT query, asked FROM (
        SELECT query, CAST(SUM(asked) AS BIGINT) AS asked,
          MAX(day * ${counts} + rating) % ${counts} AS rating
        FROM search_query WHERE day > ? GROUP BY query) AS month
      WHERE rating >= ? AND rating <= ? ORDER BY asked DESC, query LIMIT ${REPORTED_MAX}`,
    after,
    rating === undefined ? 0 : SEARCH_RATINGS.indexOf(rating),
    rating === undefined ? counts : SEARCH_RATINGS.indexOf(rating),
  )
  return rows.map(({ query, asked }) => ({ query: String(query), asked: Number(asked) }))
}
