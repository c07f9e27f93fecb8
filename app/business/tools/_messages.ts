import { META_IDEMPOTENCY_KEY } from '../../contract/business.ts'

// What a model reads when a call is refused. No message holds text of a record, and one message
// covers everything that a caller must not be able to tell apart: an unknown record and one of
// another business, an archived business and an ended membership (contract 1, rule 9, and 5,
// rule 3).

const STATES = {
  /** The business or the record is out of reach; nobody learns which of them, or why. */
  not_available: 'what it asks for is not available to this connection',
  /** The store, the audit or the domain services do not answer. */
  out_of_service: 'business tools are temporarily unavailable; try again later',
  conflict: "the record's current state does not allow it; read it, then decide",
  key_missing: 'it needs an idempotency key in "_meta", one for each change',
  key_not_accepted: 'it accepts no idempotency key; calling it twice is safe',
  key_malformed: `"${META_IDEMPOTENCY_KEY}" is not 1 to 64 letters, digits, "_" or "-"`,
  key_conflict: 'its idempotency key was used with other arguments; use a new one',
  key_in_use: 'the same call is in progress; wait, then call again with its key',
  too_many_held: 'too many calls are waiting for approval; have a person decide them',
} as const

export function formatRefusal(tool: string, state: keyof typeof STATES): string {
  return `Cannot call "${tool}": ${STATES[state]}`
}

/** A write went out, and no answer came back that can be trusted. */
export function formatOutcomeUnknown(tool: string, hasKey: boolean): string {
  const fix = hasKey
    ? 'call again with the same idempotency key'
    : 'read the record before calling again'
  const state = 'no answer came back, so it may have changed something'
  return `Cannot tell what "${tool}" did: ${state}; ${fix}`
}

export function formatArgumentRefused(tool: string, argument: string | undefined): string {
  const which = argument === undefined ? 'an argument' : `argument "${argument}"`
  return `Cannot call "${tool}": the service rejected ${which}`
}

export function formatTooLarge(tool: string): string {
  return `Cannot answer "${tool}": one record exceeds the size limit of an answer; ask for less`
}

/** How a held call ended without being applied. */
const ENDS = {
  gone: 'no longer exists',
  failed: 'failed',
  rejected: 'was rejected',
  expired: 'has expired',
  cancelled: 'was cancelled',
} as const

export function formatNotApproved(tool: string, end: keyof typeof ENDS): string {
  return `Cannot call "${tool}" under this idempotency key: the held call ${ENDS[end]}`
}
