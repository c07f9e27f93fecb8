// What a model is told when a call is refused. None of these sentences holds text of a record, and
// one sentence answers all that a caller must not be able to tell apart: an unknown record and one
// of another business, an archived business and an ended membership (contract 1, rule 9, and 5,
// rule 3).

/** The business or the record is not within reach; nobody learns which of them, or why. */
export function notAvailable(tool: string): string {
  return `Cannot call "${tool}": what it asks for is not available to this connection`
}

/** The store, the audit or the domain services do not answer. */
export function outOfOrder(tool: string): string {
  return `Cannot call "${tool}": business tools are out of order now; try again later`
}

/** A write went out and no answer came back that can be trusted. */
export function outcomeUnknown(tool: string, hasKey: boolean): string {
  const fix = hasKey
    ? 'call again with the same idempotency key'
    : 'read the record before calling again'
  const state = 'no answer came back, so it may have changed something'
  return `Cannot tell what "${tool}" did: ${state}; ${fix}`
}

export function argumentRefused(tool: string, argument: string | undefined): string {
  const which = argument === undefined ? 'an argument' : `argument "${argument}"`
  return `Cannot call "${tool}": the service does not take ${which} as it is`
}

export function inConflict(tool: string): string {
  return `Cannot call "${tool}": the record does not allow it as it is now; read it and decide anew`
}

export function tooLarge(tool: string): string {
  return `Cannot answer "${tool}": one record is larger than an answer may be; ask for less`
}

export function keyMissing(tool: string): string {
  return `Cannot call "${tool}": it needs an idempotency key in "_meta", one for each change`
}

export function keyNotTaken(tool: string): string {
  return `Cannot call "${tool}": it takes no idempotency key; calling it twice is safe`
}

export function keyUnreadable(tool: string): string {
  return `Cannot call "${tool}": its idempotency key is not 1 to 64 letters, digits, _ and -`
}

export function keyUsed(tool: string): string {
  return `Cannot call "${tool}": its idempotency key was used with other arguments; take a new one`
}

export function keyInUse(tool: string): string {
  return `Cannot call "${tool}": the same call is in progress; wait, then call again with its key`
}

export function tooManyHeld(tool: string): string {
  return `Cannot call "${tool}": too many calls wait for approval; have a person decide those first`
}

export function notApproved(tool: string, state: string): string {
  return `Cannot call "${tool}" under this idempotency key: the call that was held is ${state}`
}
