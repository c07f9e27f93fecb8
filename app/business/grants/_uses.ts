/**
 * When grants were last used. It stays in memory until the sweep saves it, so that an authorised
 * call writes nothing. Holds only grants used since the last sweep.
 */
export type Uses = {
  note(grantId: string, at: number): void
  lastUse(grantId: string): number | undefined
  /** The next few that are not saved yet. */
  listPending(rowsMax: number): readonly (readonly [grantId: string, at: number])[]
  /** Forgets a use that was saved, unless the grant was used again since. */
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
