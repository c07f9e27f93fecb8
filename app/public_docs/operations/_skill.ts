import { hasAtMost } from '../../contract/arguments.ts'
import type { Capability } from '../../contract/corpus.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { type Limits, QUERY_CHARACTERS_MAX } from '../../contract/limits.ts'
import type { PageRecord, SearchRecord } from '../../contract/page.ts'
import { normalizeQuery } from '../../contract/query.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Snapshot } from '../_public_docs.ts'

/** What a skill is asked: the words of the message, or the input of a data part. */
export type Question = {
  readonly text: string
  readonly input: JsonObject
  readonly snapshot: Snapshot
  readonly limits: Limits
  readonly understanding: Understanding
}

/** What the agent understands of words. */
export type Understanding = {
  /** The page that they clearly mean. */
  readonly findPage: (text: string) => Promise<PageRecord | undefined>
  /** The capabilities that they name best. */
  readonly findCapabilities: (text: string) => readonly Capability[]
  /** Whether they have a subject, beside what asks for a skill. */
  readonly hasTopic: (text: string) => boolean
}

/** The answer of a skill, before it is a message. */
export type SkillAnswer = {
  /** Complete without the data: titles, statuses in words and absolute addresses. */
  readonly text: string
  readonly data: JsonObject
  /** The pages that the answer is based on, best first. */
  readonly citations: readonly (PageRecord | SearchRecord)[]
}

/** One wrong member of the parameters, as google.rpc.BadRequest names it. */
export type Violation = { readonly field: string; readonly description: string }

export type SkillRefusal =
  | { readonly reason: 'params_invalid'; readonly violations: readonly Violation[] }
  | { readonly reason: 'unavailable'; readonly message: string }

export type SkillOutcome = Result<SkillAnswer, SkillRefusal>

export function refuseParams(violations: readonly Violation[]): Result<never, SkillRefusal> {
  return err({ reason: 'params_invalid', violations })
}

/** A text member of the input; the schema of the skill says which members it has. */
export function readTextInput(question: Question, name: string): string | undefined {
  const value = question.input[name]
  return typeof value === 'string' ? value : undefined
}

export function readCountInput(question: Question, name: string): number | undefined {
  const value = question.input[name]
  return typeof value === 'number' ? value : undefined
}

/** The words to look for: `query` of the input, else the text; a longer text is no query. */
export function readQuery(question: Question): Result<string, SkillRefusal> {
  const query = readTextInput(question, 'query') ?? normalizeQuery(question.text)
  if (hasAtMost(query, QUERY_CHARACTERS_MAX)) return ok(query)
  const description = `has more than ${QUERY_CHARACTERS_MAX} characters, the most of a query`
  return refuseParams([{ field: 'message.parts', description }])
}
