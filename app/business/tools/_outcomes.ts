// Every outcome of a call, as the audit keeps it. Outcomes decide whether a change is kept, so they
// are closed unions: a renamed or a new one does not compile until each switch handles it.

export type DomainCallOutcome =
  | 'records'
  | 'applied'
  | 'inactive'
  | 'not_found'
  | 'denied'
  | 'invalid'
  | 'conflict'
  | 'unavailable'
  | 'unknown'
  | 'too_large'
  /** A record of another business, or of a type that reaches none: never shown. */
  | 'reach_violation'

/** Outcomes of a write once it was executed or held. */
export type WriteOutcome = DomainCallOutcome | 'held' | 'too_many_held'

/** Outcomes of a call that ended before the domain was asked. */
type EarlyOutcome =
  | 'scope_missing'
  | 'arguments_refused'
  | 'type_without_reach'
  | 'key_refused'
  | 'key_conflict'
  | 'in_progress'
  | 'repeated'
  | 'audit_unavailable'

export type CallOutcome = WriteOutcome | EarlyOutcome

export type AuditOutcome =
  | CallOutcome
  | 'intended'
  | 'dropped'
  | 'rolled_back'
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'failed'

/**
 * What an outcome says about the change: it is final, nobody knows whether it was made, or it left
 * its business and must not stay.
 */
const CLASSES = {
  reach_violation: 'violation',
  unknown: 'unknown',
  records: 'final',
  applied: 'final',
  held: 'final',
  inactive: 'final',
  not_found: 'final',
  denied: 'final',
  invalid: 'final',
  conflict: 'final',
  unavailable: 'final',
  too_large: 'final',
  too_many_held: 'final',
} as const satisfies Record<WriteOutcome, 'final' | 'unknown' | 'violation'>

export function classifyWrite(outcome: WriteOutcome): 'final' | 'unknown' | 'violation' {
  return CLASSES[outcome]
}
