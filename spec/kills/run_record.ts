/** A note whose write was acknowledged, with the answer that every repeat must return. */
export type Note = {
  readonly text: string
  readonly word: string
  readonly key: string | undefined
  readonly answer: string
}

/** A code whose redemption was acknowledged. */
export type Redemption = {
  readonly clientId: string
  readonly code: string
  readonly verifier: string
  readonly access: string
  readonly refresh: string
  /** A client keeps using its refresh token. */
  readonly inUse: boolean
  /** Used again afterwards on purpose: its tokens are dead. */
  replayed: boolean
}

export type Refresh = { readonly used: string; readonly next: string; readonly access: string }

/** Everything that the service acknowledged, and everything that broke a promise. */
export type RunRecord = {
  readonly notes: Map<string, Note>
  /** Approvals whose call was acknowledged as held, and the job that each would cancel. */
  readonly held: Map<string, string>
  /** Approvals whose decision was acknowledged as applied. */
  readonly applied: Set<string>
  readonly redeemed: Redemption[]
  readonly refreshed: Refresh[]
  readonly violations: Set<string>
  readonly figures: Figures
  /** Argument digests of the notes, as in the audit: each inspection needs thousands. */
  readonly digests: Map<string, string>
}

export type Figures = {
  kills: number
  killsWhileStarting: number
  killsAtAnswer: number
  /** Answers lost to a kill: the client knows nothing and asks again. */
  answersLost: number
  /** Acknowledged writes that were sent again under their key. */
  repeats: number
  /** Writes that a repeat found applied: the kill hit between the change and its answer. */
  foundApplied: number
  /** Codes and refresh tokens used up by a call whose answer was lost. */
  usedUpUnanswered: number
  codesReplayed: number
  checks: number
  restartMsMax: number
}

/** Whether work of each kind was acknowledged: a write, an approval, a redemption, a refresh. */
export function hasEachKind({ notes, applied, redeemed, refreshed }: RunRecord): boolean {
  return notes.size > 0 && applied.size > 0 && redeemed.length > 0 && refreshed.length > 0
}

export function createRunRecord(): RunRecord {
  return {
    notes: new Map(),
    held: new Map(),
    applied: new Set(),
    redeemed: [],
    refreshed: [],
    violations: new Set(),
    digests: new Map(),
    figures: {
      kills: 0,
      killsWhileStarting: 0,
      killsAtAnswer: 0,
      answersLost: 0,
      repeats: 0,
      foundApplied: 0,
      usedUpUnanswered: 0,
      codesReplayed: 0,
      checks: 0,
      restartMsMax: 0,
    },
  }
}
