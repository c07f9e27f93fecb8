import type { GrantFacts } from './authority.ts'
import type { HttpBinding } from './business_http.ts'
import type { JsonObject } from './json_rpc.ts'

/** What a domain operation learns about its caller: from the grant only, never from arguments. */
export type DomainContext = GrantFacts & { readonly requestId: string }

/** A record as it leaves the domain; `type` names the rule by which it must reach the business. */
export type DomainRecord = {
  readonly type: string
  readonly id: string
  /** The business that the record reaches, as the domain resolved it; checked again by us. */
  readonly businessId: string
  readonly fields: JsonObject
}

export type FoundRecords = { readonly records: readonly DomainRecord[]; readonly more: boolean }

/** What a change that was made answers. */
export type AppliedChange = {
  readonly result: JsonObject
  readonly records: readonly DomainRecord[]
}

export type DomainCall = {
  readonly operation: string
  /** What the tool is declared to do: an operation of the other kind is `denied`. */
  readonly kind: 'read' | 'write'
  readonly args: JsonObject
  /** Where it is an operation of the product's own HTTP API. */
  readonly http?: HttpBinding
  /** Record types that the answer may hold; each of them has a rule by which it reaches. */
  readonly records: readonly string[]
  /** Names one write: the same key twice is the same write. */
  readonly idempotencyKey?: string
  /** Set when a person approved this call: it is not held a second time. */
  readonly approvalId?: string
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  readonly deadline: number
}

/** Everything that a domain operation can answer. What is not known to us is `unavailable`. */
export type DomainOutcome =
  | ({ readonly outcome: 'records' } & FoundRecords)
  | ({ readonly outcome: 'applied' } & AppliedChange)
  | { readonly outcome: 'held'; readonly reason: string }
  | { readonly outcome: 'inactive' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'denied' }
  | { readonly outcome: 'invalid'; readonly field: string; readonly message: string }
  | { readonly outcome: 'conflict'; readonly message: string }
  /** `foreignRecord`: the answer held a record that it must not hold, which is to be audited. */
  | { readonly outcome: 'unavailable'; readonly foreignRecord?: true }
  /**
   * The call went out and no answer that can be trusted came back, so a write may have been
   * applied: never to be sent again without the same key. A read takes it for `unavailable`.
   */
  | { readonly outcome: 'unknown'; readonly foreignRecord?: true }

/**
 * The record that a write would change, or add another one to: its name for people, that the
 * business has no such record, or that the domain cannot say.
 */
export type DomainTarget = { readonly name: string } | 'absent' | 'unknown'

export type DomainDescription = {
  readonly operations: readonly string[]
  readonly recordTypes: readonly string[]
}

/** Where a business stands for a user right now; both are asked for at every call. */
export type StandingState = 'active' | 'inactive' | 'unavailable'
