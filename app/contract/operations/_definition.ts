import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { CACHE_SHORT } from '../http_headers.ts'
import type { PublicErrorReason } from '../public_error.ts'
import { closed } from '../registry_words.ts'

/** The limits that a route states; a deployment chooses them. */
export type RouteLimits = { readonly searchLimitDefault: number; readonly searchLimitMax: number }

/** An operation as a route of the public HTTP API (contract 4.2). */
export type HttpRoute = {
  /** Path below the prefix unless the registry has another, which a fixed one cannot. */
  readonly path: string
  readonly isPathFixed: boolean
  readonly parameters: (limits: RouteLimits) => TObject
  /** Where the parameters stand: a page is named by its path alone. */
  readonly place: 'query' | 'path'
  /** What it answers with 200, and that in words. */
  readonly answer: (limits: RouteLimits) => TSchema
  readonly says: string
  /** How long a client may keep an answer without asking again (our choice). */
  readonly cache: string
  /** Refusals besides those of every route. */
  readonly refusals: readonly PublicErrorReason[]
  /** Whether headers say which words could not be taken as typed. */
  readonly hasMatchHeaders: boolean
}

/** An operation as everybody may know it. */
type OperationContract<Input extends TProperties, Output extends TProperties, Http> = {
  /** Arguments of the MCP tool: a closed object. */
  readonly input: TObject<Input>
  /** What the list of tools says of an argument, where its name does not. */
  readonly hints: Readonly<Record<string, string>>
  /** What the tool returns, besides version and build instant of the corpus. */
  readonly output: TObject<Output>
  /** What a data part of an A2A message may give a skill that is bound to the operation. */
  readonly skill: TObject | TObject<Input>
  readonly http: Http
  /** The name of the tool, where the contract fixes it. */
  readonly toolName: string | undefined
}

type Definition<Input, Output, Http> = {
  readonly input: Input
  readonly hints?: Readonly<Record<string, string>>
  readonly output: Output
  /** Undefined where a skill takes the arguments of the tool. */
  readonly skill: TObject | undefined
  /** Undefined without a route of the HTTP API. */
  readonly http: Http
  readonly toolName?: string
}

export function defineOperation<
  Input extends TProperties,
  Output extends TProperties,
  Http extends HttpRoute | undefined,
>(definition: Definition<Input, Output, Http>): OperationContract<Input, Output, Http> {
  const { hints = {}, output, skill, http, toolName } = definition
  const input = Type.Object(definition.input, closed)
  return { input, hints, output: Type.Object(output), skill: skill ?? input, http, toolName }
}

/** A route without parameters, kept for a short while, that refuses nothing of its own. */
export function defineRoute(
  route: Pick<HttpRoute, 'path' | 'answer' | 'says'> & Partial<HttpRoute>,
): HttpRoute {
  return {
    isPathFixed: false,
    parameters: () => Type.Object({}),
    place: 'query',
    cache: CACHE_SHORT,
    refusals: [],
    hasMatchHeaders: false,
    ...route,
  }
}
