import type { JsonObject } from '../../contract/json_rpc.ts'
import type { McpRefusal } from './_refusal.ts'

/** What a fixture knows about its call. */
export type FixtureCall = {
  readonly params: JsonObject
  /** Capabilities that the client declared in this request. */
  readonly capabilities: JsonObject
  /** Only the current revision has rounds and required capabilities. */
  readonly isModern: boolean
}

/** What a fixture answers, before it has the shape of a revision. */
export type FixtureAnswer =
  | {
      readonly kind: 'result'
      readonly result: JsonObject
      readonly ttlMs?: number
      /** Sent before the result, in an event stream. */
      readonly notifications?: readonly JsonObject[]
    }
  | { readonly kind: 'refusal'; readonly refusal: McpRefusal }
  | { readonly kind: 'capability_missing'; readonly required: JsonObject }

export function refuseCall(message: string): FixtureAnswer {
  return { kind: 'refusal', refusal: { reason: 'params_invalid', message } }
}
