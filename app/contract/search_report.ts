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

/** Totals, and the queries that were asked often; nothing says who asked. */
export const SearchReportSchema = Type.Object({
  /** When the process began to count. */
  since: Type.String(),
  searches: count,
  weak: count,
  empty: count,
  /** Searches whose text is not kept: long ones, and what may be private. */
  withheld: count,
  /** How many different texts are in memory. */
  kept: count,
  top: queries,
  top_weak: queries,
  top_empty: queries,
})
export type SearchReportContent = Readonly<Static<typeof SearchReportSchema>>
