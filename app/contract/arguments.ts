import type { Static, TSchema } from '@sinclair/typebox'
import type { TypeCheck } from '@sinclair/typebox/compiler'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { isJsonObject, type JsonObject } from './json_rpc.ts'

/**
 * Whether arguments fit the schema. JSON Schema counts characters (2020-12 validation, 6.3.1), but
 * the checker counts UTF-16 units, so strings that it finds too long are counted again.
 */
export function fitsSchema<Input extends TSchema>(
  checker: TypeCheck<Input>,
  args: unknown,
): args is Static<Input> {
  if (checker.Check(args)) return true
  let excused = 0
  for (const error of checker.Errors(args)) {
    if (!isShortEnough(error)) return false
    excused += 1
  }
  return excused > 0
}

/** Whether the checker refuses a string for its UTF-16 units that has few enough characters. */
export function isShortEnough({ type, value, schema }: ValueError): boolean {
  if (type !== ValueErrorType.StringMaxLength || typeof value !== 'string') return false
  return hasAtMost(value, schema.maxLength)
}

/** Whether a text has at most this many characters, which are code points. */
export function hasAtMost(text: string, most: number): boolean {
  return text.length <= most || (text.length <= most * 2 && [...text].length <= most)
}

/**
 * The arguments without those of `names` that are null, which is absence: strict function-calling
 * layers send it for every optional argument (shapes: operations).
 */
export function withoutNulls(args: JsonObject, names: (name: string) => boolean): JsonObject {
  const entries = Object.entries(args)
  const kept = entries.filter(([name, value]) => value !== null || !names(name))
  return kept.length === entries.length ? args : Object.fromEntries(kept)
}

/** A JSON Schema of arguments that says so: each optional one may be null as well. */
export function withNullableOptions(schema: JsonObject): JsonObject {
  const { properties, required } = schema
  if (!isJsonObject(properties)) return schema
  const needed = Array.isArray(required) ? required : []
  const entries = Object.entries(properties).map(([name, property]) => {
    return [name, needed.includes(name) ? property : makeNullable(property)]
  })
  return { ...schema, properties: Object.fromEntries(entries) }
}

/**
 * The one spelling that every converter of schemas keeps: a list of types, and null among choices,
 * are turned into something else or refused by some (spec/decisions/one_call.md).
 */
function makeNullable(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema
  const { type, anyOf, description, default: usual, ...rest } = schema
  if (Array.isArray(type) && type.includes('null')) return schema
  const choices = Array.isArray(anyOf)
    ? anyOf
    : [{ ...(type === undefined ? {} : { type }), ...rest }]
  return {
    anyOf: [...choices, { type: 'null' }],
    ...(description === undefined ? {} : { description }),
    ...(usual === undefined ? {} : { default: usual }),
  }
}

/** Bounds and forms that our refusals name: a model reads a card often, and breaks few of them. */
const BOUNDS = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
  'format',
])

/** A JSON Schema without bounds, for the list of tools: calls are checked against the whole. */
export function omitBounds(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => omitBounds(each))
  if (!isJsonObject(schema)) return schema
  const kept = Object.entries(schema).filter(([name]) => isMap || !BOUNDS.has(name))
  return Object.fromEntries(
    kept.map(([name, member]) => [name, omitBounds(member, !isMap && name === 'properties')]),
  )
}
