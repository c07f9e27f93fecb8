import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { parseJsonPointer } from '../contract/json_pointer.ts'
import { listed, type Problem, problemAt, quoted } from '../contract/problem.ts'
import { findNearest } from './nearest_word.ts'
import type { YamlPath, YamlSource } from './yaml.ts'

const COUNTS: readonly ValueErrorType[] = [
  ValueErrorType.ArrayMinItems,
  ValueErrorType.ArrayMaxItems,
]

/**
 * Where a YAML value does not fit its schema, in words for its author. Lists at the pointers in
 * `uncounted` are counted by somebody who can say which entry is missing.
 */
export function findSchemaProblems(
  schema: TSchema,
  source: YamlSource,
  uncounted: readonly string[] = [],
): readonly Problem[] {
  const errors = [...Value.Errors(schema, source.value)].filter(
    ({ type, path }) => !(COUNTS.includes(type) && uncounted.includes(path)),
  )
  const unknown = errors
    .filter(({ type }) => type === ValueErrorType.ObjectAdditionalProperties)
    .map((error) => describeUnknownKey(error, source))
  // A key with a slip in it would otherwise be told twice: as unknown, and as absent.
  const told = new Set(unknown.map(({ meant }) => meant))
  const problems = unknown.map(({ problem }) => problem)
  for (const error of errors) {
    if (error.type === ValueErrorType.ObjectAdditionalProperties || told.has(error.path)) continue
    told.add(error.path)
    problems.push(describeError(error, source))
  }
  return problems
}

/** Path of a TypeBox error: a JSON Pointer (RFC 6901) whose numbers are places in a list. */
function pathOf(pointer: string): YamlPath {
  return parseJsonPointer(pointer).map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part))
}

function describeUnknownKey(
  error: ValueError,
  source: YamlSource,
): { readonly problem: Problem; readonly meant: string } {
  const path = pathOf(error.path)
  const name = String(path.at(-1))
  const known = Object.keys(error.schema.properties ?? {})
  const meant = findNearest(name, known)
  const fix =
    meant === undefined
      ? `remove it; the keys here are ${listed(known)}`
      : `write ${quoted(meant)}, or remove it`
  const problem = problemAt(source.locateKey(path), `the key ${quoted(name)} is unknown`, fix)
  return { problem, meant: `${error.path.slice(0, error.path.lastIndexOf('/'))}/${meant}` }
}

function describeError(error: ValueError, source: YamlSource): Problem {
  const path = pathOf(error.path)
  const name = nameValue(path)
  const { schema, value } = error
  if (error.type === ValueErrorType.ObjectRequiredProperty) {
    return problemAt(source.locateValue(path.slice(0, -1)), `${name} is absent`, 'add it')
  }
  const place = source.locateValue(path)
  switch (error.type) {
    case ValueErrorType.String:
      return describeNotText(source, path, name, value)
    case ValueErrorType.StringMinLength:
      return problemAt(place, `${name} is empty`, 'write it')
    case ValueErrorType.StringMaxLength:
      return problemAt(
        place,
        `${name} has ${String(value).length} characters, more than ${schema.maxLength}`,
        'shorten it',
      )
    case ValueErrorType.Union:
    case ValueErrorType.Literal:
      if (!hasChoices(schema)) break
      return describeNotAChoice(source, path, name, value, listChoices(schema))
    case ValueErrorType.ArrayMinItems:
    case ValueErrorType.ArrayMaxItems:
      return describeWrongCount(source, path, name, value, schema)
  }
  return problemAt(place, `${name} is ${showValue(value)}`, `write ${describeForm(schema)}`)
}

function nameValue(path: YamlPath): string {
  const last = path.at(-1)
  if (last === undefined) return 'the file'
  if (typeof last === 'string') return quoted(last)
  if (path.length === 1) return `entry ${last + 1}`
  return `entry ${last + 1} of ${quoted(String(path.at(-2)))}`
}

/** YAML reads `1.10` and `yes` as it likes: an author who means text must say so. */
export function describeNotText(
  source: YamlSource,
  path: YamlPath,
  name: string,
  value: unknown,
): Problem {
  const place = source.locateValue(path)
  if (value === null) return problemAt(place, `${name} is empty`, 'write it')
  if (typeof value === 'object') {
    return problemAt(place, `${name} is ${showValue(value)}, not text`, 'write text')
  }
  const written = source.readScalarSource(path) ?? String(value)
  return problemAt(
    place,
    `${name} is the ${typeof value} ${written}, not text`,
    `put it in quotes: '${written}'`,
  )
}

function describeNotAChoice(
  source: YamlSource,
  path: YamlPath,
  name: string,
  value: unknown,
  choices: readonly string[],
): Problem {
  const meant = typeof value === 'string' ? findNearest(value, choices) : undefined
  const all = choices.length === 1 ? `write ${choices[0]}` : `write one of ${listed(choices)}`
  const fix = meant === undefined ? all : `write ${quoted(meant)}`
  return problemAt(source.locateValue(path), `${name} is ${showValue(value)}`, fix)
}

function describeWrongCount(
  source: YamlSource,
  path: YamlPath,
  name: string,
  value: unknown,
  schema: TSchema,
): Problem {
  const count = Array.isArray(value) ? value.length : 0
  const [least, most] = [Number(schema.minItems ?? 0), Number(schema.maxItems)]
  const wanted = least === most ? `${least}` : `${least} or more`
  const fix = count < least ? `add ${least - count}` : `remove ${count - most}`
  const entries = count === 1 ? 'entry' : 'entries'
  return problemAt(source.locateKey(path), `${name} has ${count} ${entries}, not ${wanted}`, fix)
}

/** A choice between maps has no names to list; its description says what they look like. */
function hasChoices(schema: TSchema): boolean {
  const variants: readonly TSchema[] = schema.anyOf ?? [schema]
  return variants.every((variant) => variant.const !== undefined)
}

function listChoices(schema: TSchema): readonly string[] {
  const variants: readonly TSchema[] = schema.anyOf ?? [schema]
  return variants.map((variant) => String(variant.const))
}

function showValue(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a map'
  return typeof value === 'string' ? quoted(value) : `the ${typeof value} ${value}`
}

/** What a schema asks for. `description` says it better than a pattern, where there is one. */
function describeForm(schema: TSchema): string {
  if (typeof schema.description === 'string') return schema.description
  switch (schema.type) {
    case 'integer':
      return describeInteger(schema.minimum, schema.maximum)
    case 'boolean':
      return 'true or false'
    case 'array':
      return 'a list'
    case 'object':
      return `a map with ${listed(Object.keys(schema.properties ?? {}))}`
    default:
      return `text that matches ${schema.pattern}`
  }
}

function describeInteger(least: unknown, most: unknown): string {
  if (most === undefined) return `a whole number, ${least} or more`
  return `a whole number from ${least} to ${most}`
}
