import { hasAtMost } from '../../../contract/arguments.ts'
import type { Capability } from '../../../contract/corpus.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import { LIMITS, type Limits } from '../../../contract/limits.ts'
import type {
  HttpOperation,
  Operation,
  OperationArguments,
  OperationContent,
} from '../../../contract/operations/mod.ts'
import type { PageFilter, PageRecord, SearchRecord } from '../../../contract/page.ts'
import type { PublicRefusal } from '../../../contract/public_error.ts'
import { type NormalQuery, normalizeQuery } from '../../../contract/query.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { readStatus } from '../../../contract/statuses.ts'
import type { CallOutcome } from '../../../foundation/telemetry/observer.ts'
import type { AskedSearch } from '../../../foundation/telemetry/search_report.ts'
import type { Snapshot } from '../_public_docs.ts'

/**
 * What an operation answers from. It has no grant and no header, so an attached token cannot
 * change what a public tool does (contract 1, rule 5).
 */
export type OperationPorts = { readonly snapshot: Snapshot; readonly searchLimit: number }

/** A content, or a sentence that says what is wrong and how a model can fix the call. */
export type Answer<Content> = Result<Content, string>

/**
 * What a skill needs a text for, which decides how much a text asks for it: `anything` is searched
 * for; a `page` or a `capability` has to be named; the `corpus` is no subject; an `entry` may be.
 */
type Subject = 'anything' | 'page' | 'capability' | 'corpus' | 'entry'

/** An operation over a snapshot, and how its content is said. */
export type OperationModule<Name extends Operation> = {
  readonly run: (
    args: OperationArguments<Name>,
    ports: OperationPorts,
  ) => Answer<OperationContent<Name>> | Promise<Answer<OperationContent<Name>>>
  /** The content as lines of Markdown: see _markdown.ts. */
  readonly toMarkdown: (content: OperationContent<Name>) => readonly string[]
  /** The answer of a skill that is bound to the operation. */
  readonly answer: (question: Question) => SkillOutcome | Promise<SkillOutcome>
  readonly subject: Subject
} & (Name extends HttpOperation ? { readonly http: HttpModule } : object)

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
type HttpModule = {
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
  const status = readStatus(values.get('status'))
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

/** What a skill is asked: the words of the message, or the input of a data part. */
export type Question = {
  readonly text: string
  readonly input: JsonObject
  readonly snapshot: Snapshot
  readonly limits: Limits
  readonly understanding: Understanding
}

/** What the agent understands of words. */
export type Understanding = {
  /** The page that they clearly mean. */
  readonly findPage: (text: string) => Promise<PageRecord | undefined>
  /** The capabilities that they name best. */
  readonly findCapabilities: (text: string) => readonly Capability[]
  /** Whether they have a subject, beside what asks for a skill. */
  readonly hasTopic: (text: string) => boolean
}

/** The answer of a skill, before it is a message. */
export type SkillAnswer = {
  /** Complete without the data: titles, statuses in words and absolute addresses. */
  readonly text: string
  readonly data: JsonObject
  /** The pages that the answer is based on, best first. */
  readonly citations: readonly (PageRecord | SearchRecord)[]
}

/** One wrong member of the parameters, as google.rpc.BadRequest names it. */
export type Violation = { readonly field: string; readonly description: string }

export type SkillRefusal =
  | { readonly reason: 'params_invalid'; readonly violations: readonly Violation[] }
  | { readonly reason: 'unavailable'; readonly message: string }

export type SkillOutcome = Result<SkillAnswer, SkillRefusal>

export function refuseParams(violations: readonly Violation[]): Result<never, SkillRefusal> {
  return err({ reason: 'params_invalid', violations })
}

/**
 * The query among values, of the HTTP API or of a skill: both read it by `normalizeQuery` before
 * they check it.
 */
export function takeQuery(value: unknown): NormalQuery | undefined {
  // No value of these maps that is a query was read in another way.
  return typeof value === 'string' ? (value as NormalQuery) : undefined
}

/** A text member of the input; the schema of the skill says which members it has. */
export function readTextInput(question: Question, name: string): string | undefined {
  const value = question.input[name]
  return typeof value === 'string' ? value : undefined
}

export function readCountInput(question: Question, name: string): number | undefined {
  const value = question.input[name]
  return typeof value === 'number' ? value : undefined
}

/** The words to look for: `query` of the input, else the text; a longer text is no query. */
export function readQuery(question: Question): Result<NormalQuery, SkillRefusal> {
  const query = takeQuery(question.input.query) ?? normalizeQuery(question.text)
  if (hasAtMost(query, LIMITS.queryCharactersMax)) return ok(query)
  const description = `has more than ${LIMITS.queryCharactersMax} characters, the most of a query`
  return refuseParams([{ field: 'message.parts', description }])
}
