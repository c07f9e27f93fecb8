import type { GrantFacts } from './authority.ts'
import type { JsonObject } from './json_rpc.ts'

/** What a domain operation is told of its caller: from the grant only, never from arguments. */
export type DomainContext = GrantFacts & { readonly requestId: string }

/** A record as it leaves the domain; `type` names the rule by which it must reach the business. */
export type DomainRecord = {
  readonly type: string
  readonly id: string
  /** The business that the record reaches, as the domain resolved it; checked again by us. */
  readonly businessId: string
  readonly fields: JsonObject
}

export type DomainCall = {
  readonly operation: string
  readonly args: JsonObject
  /** Names one write: the same key twice is the same write. */
  readonly idempotencyKey?: string
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  readonly deadline: number
}

/** Everything that a domain operation can answer. What is unknown is `unavailable`. */
export type DomainOutcome =
  | { readonly outcome: 'records'; readonly records: readonly DomainRecord[]; readonly more: boolean }
  | { readonly outcome: 'applied'; readonly result: JsonObject; readonly records: readonly DomainRecord[] }
  | { readonly outcome: 'held'; readonly reason: string }
  | { readonly outcome: 'inactive' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'denied' }
  | { readonly outcome: 'invalid'; readonly field: string; readonly message: string }
  | { readonly outcome: 'conflict'; readonly message: string }
  | { readonly outcome: 'unavailable' }

export type DomainDescription = {
  readonly operations: readonly string[]
  readonly recordTypes: readonly string[]
}

/** Where a business stands for a user right now; both are asked for at every call. */
export type StandingState = 'active' | 'inactive' | 'unavailable'
