/** A note whose write was acknowledged, with the answer that every repeat must give again. */
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
  /** A client goes on with its refresh token. */
  readonly inUse: boolean
  /** Shown again by us afterwards: its tokens are dead. */
  replayed: boolean
}

export type Refresh = { readonly used: string; readonly next: string; readonly access: string }

/** All that the service acknowledged, and all that went against a promise. */
export type RunRecord = {
  readonly notes: Map<string, Note>
  /** Approvals whose call was acknowledged as held, and the job that it would cancel. */
  readonly held: Map<string, string>
  /** Approvals whose decision was acknowledged as applied. */
  readonly applied: Set<string>
  readonly redeemed: Redemption[]
  readonly refreshed: Refresh[]
  readonly violations: Set<string>
  readonly figures: Figures
  /** Digests of notes' arguments, as the audit has them: each look needs thousands. */
  readonly digests: Map<string, string>
}

export type Figures = {
  kills: number
  killsWhileStarting: number
  killsAtAnswer: number
  /** Answers that a kill took away: the client knows nothing and asks again. */
  answersLost: number
  /** Acknowledged writes that were sent again under their key. */
  repeats: number
  /** Writes that a repeat found applied: the kill came between the change and its answer. */
  foundApplied: number
  /** Codes and refresh tokens that were used up by a call whose answer was lost. */
  usedUpUnanswered: number
  codesReplayed: number
  checks: number
  restartMsMax: number
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
