/**
 * When grants were last used, until the sweeper writes it down: an authorised call writes nothing.
 * Holds at most the grants that were used since the last sweep.
 */
export type Uses = {
  note(grantId: string, at: number): void
  lastUse(grantId: string): number | undefined
  /** The next few that are not written yet. */
  listPending(rowsMax: number): readonly (readonly [grantId: string, at: number])[]
  /** Forgets one, unless it was used again meanwhile. */
  forget(grantId: string, at: number): void
}

export function createUses(): Uses {
  const uses = new Map<string, number>()
  return {
    note: (grantId, at) => {
      uses.set(grantId, at)
    },
    lastUse: (grantId) => uses.get(grantId),
    listPending: (rowsMax) => [...uses].slice(0, rowsMax),
    forget: (grantId, at) => {
      if (uses.get(grantId) === at) uses.delete(grantId)
    },
  }
}
