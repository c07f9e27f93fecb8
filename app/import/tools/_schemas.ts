import type { JsonObject } from '../../contract/json_rpc.ts'
import { quote } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import {
  type Fields,
  isFields,
  readFields,
  readList,
  readText,
} from '../../docs/api_reference/values.ts'
import { type Case, note } from './_case.ts'
import { judgeMember } from './_members.ts'
import { DEPTH_MAX, mergeParts, type Position, readWords, TOO_MUCH } from './_schema_parts.ts'
import { cutText } from './_words.ts'

/**
 * A schema in the part of JSON Schema that private tools may use: one type for each value, closed
 * objects, nothing that refers. The error says what cannot be expressed.
 */
export function convertSchema(
  here: Case,
  schema: unknown,
  at: Position,
): Result<JsonObject, string> {
  const { value, path } = here.resolver.resolve(schema)
  if (path !== '' && at.open.includes(path)) return err('refers to itself')
  if (at.depth > DEPTH_MAX) return err('is nested too deep')
  if (!here.budget.take(1)) return err(TOO_MUCH)
  const inside = { ...at, open: path === '' ? at.open : [...at.open, path] }
  const merged = mergeParts(here, value, inside)
  if (!merged.ok) return merged
  const type = readType(merged.value)
  if (type === undefined) return err('has no single type')
  const description = describe(merged.value)
  const rules = convertByType(here, type, merged.value, inside)
  if (!rules.ok) return rules
  return ok({ type, ...(description === '' ? {} : { description }), ...rules.value })
}

const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const
type Type = (typeof TYPES)[number]

function readType(value: Fields): Type | undefined {
  const given = [value.type].flat().filter((each) => each !== 'null')
  if (given.length === 1) return TYPES.find((type) => type === given[0])
  if (given.some((each) => each !== undefined)) return undefined
  if (isFields(value.properties)) return 'object'
  return readWords(value).length > 0 ? 'string' : undefined
}

function convertByType(
  here: Case,
  type: Type,
  value: Fields,
  at: Position,
): Result<JsonObject, string> {
  switch (type) {
    case 'object':
      return convertObject(here, value, at)
    case 'array':
      return convertList(here, value, at)
    case 'string':
      return ok({ ...pickWords(value), ...pick(value, ['minLength', 'maxLength']) })
    case 'integer':
    case 'number':
      return ok({ ...pickNumbers(value, type), ...readBounds(value, type) })
    case 'boolean':
      return ok({})
  }
}

function pickWords(value: Fields): JsonObject {
  const words = readWords({ ...value, enum: readList(value.enum).filter((each) => each !== null) })
  return words.length === 0 ? {} : { enum: [...new Set(words)] }
}

function pickNumbers({ enum: given }: Fields, type: 'integer' | 'number'): JsonObject {
  const fits = type === 'integer' ? Number.isInteger : Number.isFinite
  const numbers = readList(given).filter((each) => fits(each))
  return numbers.length === 0 ? {} : { enum: [...new Set(numbers)] }
}

/** Exclusive bounds are flags in 3.0 and numbers in 3.1; a fraction keeps the bound itself. */
function readBounds(value: Fields, type: 'integer' | 'number'): JsonObject {
  const step = type === 'integer' ? 1 : 0
  const toBound = (inclusive: unknown, exclusive: unknown, sign: number): number | undefined => {
    if (typeof exclusive === 'number') return exclusive + sign * step
    if (typeof inclusive !== 'number') return undefined
    return exclusive === true ? inclusive + sign * step : inclusive
  }
  const minimum = toBound(value.minimum, value.exclusiveMinimum, 1)
  const maximum = toBound(value.maximum, value.exclusiveMaximum, -1)
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  }
}

/** Counts that a schema gives. */
function pick(value: Fields, keys: readonly string[]): JsonObject {
  const given = keys.filter((key) => Number.isInteger(value[key]) && Number(value[key]) >= 0)
  return Object.fromEntries(given.map((key) => [key, value[key]]))
}

function describe(value: Fields): string {
  const format = readText(value.format)
  const text = cutText(readText(value.description), 300)
  return format === '' ? text : `${text}${text === '' ? '' : ' '}Format: ${format}.`
}

/** Names that an argument may have at any depth. */
const MEMBER_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** An object whose members are all listed; those that cannot be expressed are left out. */
function convertObject(here: Case, value: Fields, at: Position): Result<JsonObject, string> {
  const { properties: given } = value
  if (!isFields(given)) return err('accepts members of any name')
  const needed = readList(value.required)
  const properties: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(given)) {
    const isRequired = needed.includes(name)
    const verdict = judgeMember(here, name, schema, { isRequired, isNested: true, where: 'body' })
    if (verdict.as !== 'argument') continue
    const converted = convertMember(here, name, schema, at)
    if (converted.ok) properties[name] = converted.value
    else if (isRequired) return err(`has a member ${quote(name)} that ${converted.error}`)
    else note(here, `the member ${quote(name)} is left out, because it ${converted.error}`)
  }
  const required = needed.filter((name) => Object.hasOwn(properties, String(name)))
  return ok({ properties, required: [...new Set(required)], additionalProperties: false })
}

function convertMember(
  here: Case,
  name: string,
  schema: unknown,
  at: Position,
): Result<JsonObject, string> {
  if (!MEMBER_NAME.test(name)) return err('has a name that no argument can have')
  return convertSchema(here, schema, { ...at, depth: at.depth + 1 })
}

function convertList(here: Case, value: Fields, at: Position): Result<JsonObject, string> {
  const items = convertSchema(here, readFields(value.items), { ...at, depth: at.depth + 1 })
  if (!items.ok) return err(`has items each of which ${items.error}`)
  return ok({ items: items.value, ...pick(value, ['minItems', 'maxItems']) })
}
