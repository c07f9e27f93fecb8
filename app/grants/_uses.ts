/**
 * When grants were last used, until the sweeper writes it down: an authorised call writes nothing.
 * Holds at most the grants that were used since the last sweep.
 */
export type Uses = {
  note(grantId: string, at: number): void
  at(grantId: string): number | undefined
  /** The next few that are not written yet. */
  pending(rowsMax: number): readonly (readonly [grantId: string, at: number])[]
  /** Forgets one, unless it was used again meanwhile. */
  written(grantId: string, at: number): void
}

export function usesOfGrants(): Uses {
  const uses = new Map<string, number>()
  return {
    note: (grantId, at) => {
      uses.set(grantId, at)
    },
    at: (grantId) => uses.get(grantId),
    pending: (rowsMax) => [...uses].slice(0, rowsMax),
    written: (grantId, at) => {
      if (uses.get(grantId) === at) uses.delete(grantId)
    },
  }
}
