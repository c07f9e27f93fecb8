import { hasAtMost } from '../contract/arguments.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { type Limits, QUERY_CHARACTERS_MAX } from '../contract/limits.ts'
import type { PageRecord, SearchRecord } from '../contract/page.ts'
import { normalizeQuery } from '../contract/query.ts'
import { ok, type Result } from '../contract/result.ts'
import type { Snapshot } from '../public_docs/mod.ts'
import type { NamedPage } from './_mentions.ts'
import { type A2aRefusal, refuseParams } from './_refusal.ts'

/** What a skill is asked: the words of the message, or the input of a data part. */
export type Question = {
  readonly text: string
  readonly input: JsonObject
  /** A page whose id or address is in the text. */
  readonly page: NamedPage | undefined
  readonly snapshot: Snapshot
  readonly limits: Limits
}

/** The answer of a skill, before it is a message. */
export type SkillAnswer = {
  /** Complete without the data: titles, statuses in words and absolute addresses. */
  readonly text: string
  readonly data: JsonObject
  /** The pages that the answer is based on, best first. */
  readonly citations: readonly (PageRecord | SearchRecord)[]
}

export type SkillOutcome = Result<SkillAnswer, A2aRefusal>

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
export function readQuery(question: Question): Result<string, A2aRefusal> {
  const query = readTextInput(question, 'query') ?? normalizeQuery(question.text)
  if (hasAtMost(query, QUERY_CHARACTERS_MAX)) return ok(query)
  const description = `has more than ${QUERY_CHARACTERS_MAX} characters, the most of a query`
  return refuseParams([{ field: 'message.parts', description }])
}
