import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { fitsSchema, withoutNulls } from '../../contract/arguments.ts'
import { isJsonObject, type JsonObject, quoteInput } from '../../contract/json_rpc.ts'
import { mapOperations, OPERATIONS } from '../../contract/operations/mod.ts'
import { withNormalQuery } from '../../contract/query.ts'
import type { SkillEntry } from '../../contract/registry.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { memberOf } from './_fields.ts'
import type { Inquiry } from './_message.ts'
import { type A2aRefusal, refuseParams, type Violation } from './_refusal.ts'

/** A skill that a client names, with its input, if it gives any. */
export type SkillChoice = { readonly skill: SkillEntry; readonly input: JsonObject | undefined }

/**
 * The skill that a message names, undefined if it leaves the choice to us: a data part comes first,
 * then the metadata of the message, then that of the call.
 */
export function chooseSkill(
  inquiry: Inquiry,
  snapshot: Snapshot,
): Result<SkillChoice | undefined, A2aRefusal> {
  const objects = inquiry.data.filter(isJsonObject)
  for (const part of objects) {
    const id = memberOf(part, 'skillId') ?? memberOf(part, 'skill')
    if (id === undefined) continue
    const input = memberOf(part, 'input') ?? memberOf(part, 'parameters') ?? {}
    return findChoice(id, input, 'message.parts', snapshot)
  }
  for (const metadata of inquiry.metadata) {
    const id = memberOf(metadata, 'skillId')
    if (id !== undefined) return findChoice(id, objects[0], 'metadata.skillId', snapshot)
  }
  return ok(undefined)
}

function findChoice(
  id: unknown,
  input: unknown,
  field: string,
  { registry }: Snapshot,
): Result<SkillChoice, A2aRefusal> {
  const skill = registry.skills.find((entry) => entry.id === id)
  if (skill === undefined) {
    const ids = registry.skills.map((entry) => entry.id).join(', ')
    const name = typeof id === 'string' ? `the unknown skill "${quoteInput(id)}"` : 'no skill id'
    return refuseParams([{ field, description: `has ${name}; choose from: ${ids}` }])
  }
  if (input === undefined) return ok({ skill, input: undefined })
  if (!isJsonObject(input))
    return refuseParams([{ field: 'input', description: 'is not an object' }])
  const { properties } = OPERATIONS[skill.operation].skill
  const normal = withNormalQuery(withoutNulls(input, (name) => Object.hasOwn(properties, name)))
  const violations = checkInput(skill, normal)
  if (violations.length > 0) return refuseParams(violations)
  // An empty input leaves the question to the text of the message.
  return ok({ skill, input: Object.keys(normal).length === 0 ? undefined : normal })
}

const CHECKERS = mapOperations((name) => TypeCompiler.Compile<TSchema>(OPERATIONS[name].skill))

const VIOLATIONS_MAX = 5

function checkInput({ id, operation }: SkillEntry, input: JsonObject): readonly Violation[] {
  const checker = CHECKERS[operation]
  if (fitsSchema(checker, input)) return []
  const names = Object.keys(OPERATIONS[operation].skill.properties)
  const takes = names.length === 0 ? 'nothing' : names.join(', ')
  const fields = [...new Set([...checker.Errors(input)].map((error) => error.path.slice(1)))]
  return fields.slice(0, VIOLATIONS_MAX).map((field) => ({
    field: field === '' ? 'input' : `input.${quoteInput(field)}`,
    description: `does not fit skill "${id}", which takes ${takes}`,
  }))
}
