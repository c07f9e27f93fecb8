import type { Capability } from '../../contract/corpus.ts'
import type { Limits } from '../../contract/limits.ts'
import {
  CAPABILITY_STATUSES,
  type PageFilter,
  type PageRecord,
  type SearchRecord,
} from '../../contract/page.ts'
import type { PublicRefusal } from '../../contract/public_error.ts'
import type { Result } from '../../contract/result.ts'
import type { CallOutcome } from '../../telemetry/observer.ts'
import type { AskedSearch } from '../../telemetry/search_report.ts'
import type { Snapshot } from '../_public_docs.ts'

/** Parameters of the query that passed the check of their schema. */
export type Values = ReadonlyMap<string, string | number>

export type HttpCall = {
  readonly snapshot: Snapshot
  readonly values: Values
  /** The segment of the path for `{id}`, still percent-encoded. */
  readonly segment: string
  readonly limits: Limits
}

/** An answer as JSON; a search adds headers about the words that it could not take as typed. */
type JsonBody = {
  readonly json: string
  readonly headers?: Readonly<Record<string, string>>
  readonly asked?: AskedSearch | undefined
  /** How the call ended, where it did not find what it asked for. */
  readonly outcome?: CallOutcome | undefined
}
export type HttpOutcome = Result<JsonBody, PublicRefusal>

/** An operation as a route of the HTTP API: its answer has the shape that the contract gives it. */
export type HttpModule = {
  readonly run: (call: HttpCall) => HttpOutcome | Promise<HttpOutcome>
  /** Whether answers are worth keeping for those who ask again. */
  readonly isKept?: true
  /** A call for the OpenAPI description. */
  readonly example: (corpus: ExampleCorpus) => ExampleCall
}

/** A call with values for its parameters, and the response of the service to it. */
export type ExampleCall = {
  readonly parameters: Readonly<Record<string, string | number>>
  /** Absent where it would be too long for the description. */
  readonly answer?: unknown
}

export type ExamplePage = {
  readonly record: PageRecord
  readonly characters: number
  readonly headings: () => readonly string[]
  readonly markdown: () => string
}

/** A corpus that is being built, as far as examples need it. */
export type ExampleCorpus = {
  readonly version: string
  readonly generated: string
  readonly capabilities: readonly Capability[]
  readonly pages: readonly ExamplePage[]
  /** A query and a page that it finds. */
  readonly sample: () => { readonly page: ExamplePage; readonly text: string } | undefined
  readonly search: (query: string, limit: number, filter: PageFilter) => readonly SearchRecord[]
}

export function readFilter(values: Values): PageFilter {
  const status = CAPABILITY_STATUSES.find((known) => known === values.get('status'))
  return { kind: readText(values, 'kind'), status }
}

export function readText(values: Values, name: string): string | undefined {
  const value = values.get(name)
  return typeof value === 'string' ? value : undefined
}

export function readInteger(values: Values, name: string): number | undefined {
  const value = values.get(name)
  return typeof value === 'number' ? value : undefined
}
