import { type Static, Type } from '@sinclair/typebox'

/** Where the admin port shows which searches clients asked for. */
export const SEARCH_REPORT_PATH = '/search-report'

const ReportedQuerySchema = Type.Object({
  query: Type.String(),
  asked: Type.Integer({ minimum: 1 }),
})
export type ReportedQuery = Readonly<Static<typeof ReportedQuerySchema>>

const queries = Type.Array(ReportedQuerySchema)
const count = Type.Integer({ minimum: 0 })

/** How well a search was answered: its outcome (`search_match.ts`). */
export const SEARCH_RATINGS = ['found', 'weak', 'empty'] as const
export type SearchRating = (typeof SEARCH_RATINGS)[number]

/** Totals, and the queries that were asked often; nothing says who asked. */
export const SearchReportSchema = Type.Object({
  /** `store`: of all replicas together, for a month; `memory`: of this process alone. */
  from: Type.Union([Type.Literal('store'), Type.Literal('memory')]),
  /** When counting began. */
  since: Type.String(),
  searches: count,
  weak: count,
  empty: count,
  /** Searches whose text is not kept: long ones, and what may be private. */
  withheld: count,
  /** How many different texts this process has in memory. */
  kept: count,
  top: queries,
  top_weak: queries,
  top_empty: queries,
})
export type SearchReportContent = Readonly<Static<typeof SearchReportSchema>>

/** A query is reported from so many askings on, in so many minutes, and in lists of this length. */
export const REPORTED_ASKED_MIN = 3
export const REPORTED_MINUTES_MIN = 2
export const REPORTED_MAX = 50

type SearchTotals = Pick<SearchReportContent, 'searches' | 'weak' | 'empty' | 'withheld'>

/** What a process counted and has not written yet: only queries that a report may show. */
export type SearchBatch = {
  readonly totals: SearchTotals
  readonly queries: readonly (ReportedQuery & { readonly rating: SearchRating })[]
}
