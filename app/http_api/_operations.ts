import { ID_CHARACTERS_MAX, LIST_RECORDS_MAX } from '../contract/limits.ts'
import { writeMatchHeaders } from '../contract/match_headers.ts'
import type { PageFilter } from '../contract/page.ts'
import { decodePercent } from '../contract/percent_encoding.ts'
import type { PublicRefusal } from '../contract/public_error.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { readStatus } from '../contract/statuses.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import type { CallOutcome } from '../telemetry/observer.ts'
import type { AskedSearch } from '../telemetry/search_report.ts'
import type { Values } from './_parameters.ts'
import type { RouteMatch, RouteTable } from './_routes.ts'

/** An answer as JSON; a search adds headers about the words that it could not take as typed. */
type JsonBody = {
  readonly json: string
  readonly headers?: Readonly<Record<string, string>>
  readonly asked?: AskedSearch | undefined
  /** How the call ended, where it did not find what it asked for. */
  readonly outcome?: CallOutcome | undefined
}
type Json = Result<JsonBody, PublicRefusal>

/** Runs an operation of `public_docs` and writes its answer as JSON. */
export async function runOperation(
  snapshot: Snapshot,
  table: RouteTable,
  match: RouteMatch,
  values: Values,
): Promise<Json> {
  switch (match.route.operation) {
    case 'search':
      return ok(runSearch(snapshot, table, values))
    case 'status':
      return ok({ json: JSON.stringify(snapshot.status()) })
    case 'pages':
      return listPages(snapshot, values)
    case 'page':
      return await readPage(snapshot, match.id)
    case 'capabilities':
      return ok({ json: JSON.stringify({ capabilities: snapshot.capabilities() }) })
  }
}

function runSearch(snapshot: Snapshot, table: RouteTable, values: Values): JsonBody {
  const limit = readInteger(values, 'limit') ?? { atMost: table.limits.searchLimitDefault }
  const query = readText(values, 'q') ?? ''
  const filter = readFilter(values)
  const answer = snapshot.search(query, limit, filter)
  // What a filter leaves out says nothing about the words of the query.
  const isWhole = filter.kind === undefined && filter.status === undefined
  const asked =
    isWhole && snapshot.countSearch !== undefined ? { query, rating: answer.rate() } : undefined
  const { json, degraded } = answer
  const outcome = json === '[]' ? 'nothing' : degraded ? 'degraded' : 'found'
  return { json, headers: writeMatchHeaders(answer), asked, outcome }
}

function listPages(snapshot: Snapshot, values: Values): Json {
  const limit = readInteger(values, 'limit') ?? LIST_RECORDS_MAX
  const answer = snapshot.pages(limit, readFilter(values), readText(values, 'after'))
  if (!answer.ok) return answer
  const { json, after } = answer.value
  const next = after === undefined ? '' : `,"after":${JSON.stringify(after)}`
  return ok({ json: `{"pages":${json}${next}}` })
}

/** Ids are opaque: a malformed one and an unknown one get the same refusal (contract 2). */
async function readPage(snapshot: Snapshot, segment: string): Promise<Json> {
  const id = decodePercent(segment)
  if (id === undefined) {
    const message = 'Cannot read the page id: it is not percent-encoded UTF-8'
    return err({ reason: 'invalid_parameter', message })
  }
  if (id.length > ID_CHARACTERS_MAX) {
    return err({ reason: 'not_found', message: 'Cannot find the page: it does not exist' })
  }
  const answer = await snapshot.page(id)
  if (!answer.ok) return answer
  const { record, markdown } = answer.value
  return ok({ json: JSON.stringify({ ...record, markdown }) })
}

function readFilter(values: Values): PageFilter {
  const status = readStatus(values.get('status'))
  return { kind: readText(values, 'kind'), status }
}

function readText(values: Values, name: string): string | undefined {
  const value = values.get(name)
  return typeof value === 'string' ? value : undefined
}

function readInteger(values: Values, name: string): number | undefined {
  const value = values.get(name)
  return typeof value === 'number' ? value : undefined
}
