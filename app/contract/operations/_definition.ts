import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { CACHE_SHORT } from '../http_headers.ts'
import type { PublicErrorReason } from '../public_error.ts'
import { closed } from '../registry_words.ts'

/** The limits that a route states; a deployment chooses them. */
type RouteLimits = { readonly searchLimitDefault: number; readonly searchLimitMax: number }

/** An operation as a route of the public HTTP API (contract 4.2). */
export type HttpRoute = {
  /** Path below the prefix, unless the registry has another. */
  readonly path: string
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
  /** What the tool returns, besides version and build instant of the corpus. */
  readonly output: TObject<Output>
  /** What a data part of an A2A message may give a skill that is bound to the operation. */
  readonly skill: TObject | TObject<Input>
  readonly http: Http
}

type Definition<Input, Output, Http> = {
  readonly input: Input
  readonly output: Output
  /** Undefined where a skill takes the arguments of the tool. */
  readonly skill: TObject | undefined
  /** Undefined without a route of the HTTP API. */
  readonly http: Http
}

export function defineOperation<
  Input extends TProperties,
  Output extends TProperties,
  Http extends HttpRoute | undefined,
>(definition: Definition<Input, Output, Http>): OperationContract<Input, Output, Http> {
  const { output, skill, http } = definition
  const input = Type.Object(definition.input, closed)
  return { input, output: Type.Object(output), skill: skill ?? input, http }
}

/** A route without parameters, kept for a short while, that refuses nothing of its own. */
export function defineRoute(
  route: Pick<HttpRoute, 'path' | 'answer' | 'says'> & Partial<HttpRoute>,
): HttpRoute {
  return {
    parameters: () => Type.Object({}),
    place: 'query',
    cache: CACHE_SHORT,
    refusals: [],
    hasMatchHeaders: false,
    ...route,
  }
}
