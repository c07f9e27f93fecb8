// What a model reads when a call is refused. No message holds text of a record, and one message
// covers everything that a caller must not be able to tell apart: an unknown record and one of
// another business, an archived business and an ended membership (contract 1, rule 9, and 5,
// rule 3).

/** The business or the record is out of reach; nobody learns which of them, or why. */
export function formatNotAvailable(tool: string): string {
  return `Cannot call "${tool}": what it asks for is not available to this connection`
}

/** The store, the audit or the domain services do not answer. */
export function formatOutOfService(tool: string): string {
  return `Cannot call "${tool}": business tools are temporarily unavailable; try again later`
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

export function formatConflict(tool: string): string {
  return `Cannot call "${tool}": the record's current state does not allow it; read it, then decide`
}

export function formatTooLarge(tool: string): string {
  return `Cannot answer "${tool}": one record exceeds the size limit of an answer; ask for less`
}

export function formatKeyMissing(tool: string): string {
  return `Cannot call "${tool}": it needs an idempotency key in "_meta", one for each change`
}

export function formatKeyNotAccepted(tool: string): string {
  return `Cannot call "${tool}": it accepts no idempotency key; calling it twice is safe`
}

export function formatKeyMalformed(tool: string): string {
  return `Cannot call "${tool}": its idempotency key is not 1 to 64 letters, digits, "_" or "-"`
}

export function formatKeyConflict(tool: string): string {
  return `Cannot call "${tool}": its idempotency key was used with other arguments; use a new one`
}

export function formatKeyInUse(tool: string): string {
  return `Cannot call "${tool}": the same call is in progress; wait, then call again with its key`
}

export function formatTooManyHeld(tool: string): string {
  return `Cannot call "${tool}": too many calls are waiting for approval; have a person decide them`
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
