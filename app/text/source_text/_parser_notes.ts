import type { Env } from 'markdown-it'
import { type Budget, createBudget } from './budget.ts'
import type { Definition } from './link_targets.ts'
import type { Edit } from './source_positions.ts'

/** Something in a body that its author should change; `line` counts from 0. */
export type Fault = {
  readonly line: number
  readonly what: string
  readonly fix: string
  /** Address of the picture that the fault is about, which has a place of its own. */
  readonly href?: string
  /** A warning does not stop a build. */
  readonly severity: 'problem' | 'warning'
}

/** What our rules note while the parser runs, beside its tokens. */
type ParserNotes = {
  readonly definitions: Definition[]
  /** What makes plain Markdown of our additions; an outer block comes before those in it. */
  readonly edits: Edit[]
  readonly faults: Fault[]
  /** Whether the body has a block of math, so that a dollar may start a formula. */
  hasMath: boolean
  /** What is left to find the ends of labels. */
  readonly labels: Budget
  /** The text in which that ended. */
  cutText: string | undefined
}

/** Characters that are read to pair the brackets of a page: over twice the largest page. */
const LABEL_CHARACTERS_MAX = 5_000_000

const NOTES = Symbol('notes')

export function createEnv(): { readonly env: Env; readonly notes: ParserNotes } {
  const notes: ParserNotes = {
    ...{ definitions: [], edits: [], faults: [], hasMath: false },
    ...{ labels: createBudget(LABEL_CHARACTERS_MAX), cutText: undefined },
  }
  return { env: { [NOTES]: notes }, notes }
}

/** The notes of the run that a rule belongs to. */
export function notesOf(env: Env): ParserNotes {
  // Only `createEnv()` sets this member, and every run has an environment of its making.
  return env[NOTES] as ParserNotes
}
