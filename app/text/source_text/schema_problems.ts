import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { parseJsonPointer } from '../../contract/json_text.ts'
import { listNames, type Place, type Problem, problemAt, quote } from '../../contract/problem.ts'
import { findNearest } from './nearest_word.ts'
import type { YamlPath, YamlSource } from './yaml.ts'
import type { YamlFile } from './yaml_file.ts'

const COUNTS: readonly ValueErrorType[] = [
  ValueErrorType.ArrayMinItems,
  ValueErrorType.ArrayMaxItems,
]

/**
 * Where a YAML value breaks its schema, in words for its author. The caller checks the length of
 * the lists at the pointers in `uncounted`, because it can say which entry is missing.
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
  // A misspelt key would otherwise be reported twice: as unknown, and as absent.
  const reported = new Set(unknown.map(({ meant }) => meant))
  const problems = unknown.map(({ problem }) => problem)
  for (const error of errors) {
    if (error.type === ValueErrorType.ObjectAdditionalProperties || reported.has(error.path))
      continue
    reported.add(error.path)
    problems.push(describeError(error, source))
  }
  return problems
}

/** Path of a TypeBox error: a JSON Pointer (RFC 6901) whose numbers are list positions. */
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
      ? `remove it; the keys here are ${listNames(known)}`
      : `write ${quote(meant)}, or remove it`
  const problem = problemAt(source.locateKey(path), `the key ${quote(name)} is unknown`, fix)
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
  const hidden = source.readHiddenText(path)
  if (hidden !== undefined) return describeHidden(place, name, hidden)
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
  if (typeof last === 'string') return quote(last)
  if (path.length === 1) return `entry ${last + 1}`
  return `entry ${last + 1} of ${quote(String(path.at(-2)))}`
}

/** YAML reads `1.10` and `yes` as other types, so text like that needs quotes. */
export function describeNotText(
  source: YamlSource,
  path: YamlPath,
  name: string,
  value: unknown,
): Problem {
  const place = source.locateValue(path)
  const hidden = source.readHiddenText(path)
  if (hidden !== undefined) return describeHidden(place, name, hidden)
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

/** A colour without quotes is a comment, which no author of one expects. */
function describeHidden(place: Place, name: string, hidden: string): Problem {
  const what = `${name} is empty, because "#" begins a comment`
  return problemAt(place, what, `if the comment is meant, put it in quotes: '${hidden}'`)
}

function describeNotAChoice(
  source: YamlSource,
  path: YamlPath,
  name: string,
  value: unknown,
  choices: readonly string[],
): Problem {
  const meant = typeof value === 'string' ? findNearest(value, choices) : undefined
  const all = choices.length === 1 ? `write ${choices[0]}` : `write one of ${listNames(choices)}`
  const fix = meant === undefined ? all : `write ${quote(meant)}`
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
  const bound = count < least ? `${least} or more` : `${most} or fewer`
  const wanted = least === most ? `${least}` : bound
  const fix = count < least ? `add ${least - count}` : `remove ${count - most}`
  const entries = count === 1 ? 'entry' : 'entries'
  return problemAt(source.locateKey(path), `${name} has ${count} ${entries}, not ${wanted}`, fix)
}

/** A choice between maps has no values to list; its description says what is allowed. */
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
  return typeof value === 'string' ? quote(value) : `the ${typeof value} ${value}`
}

/** What a schema expects. A `description` is clearer than a pattern. */
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
      return `a map with ${listNames(Object.keys(schema.properties ?? {}))}`
    default:
      return `text that matches ${schema.pattern}`
  }
}

function describeInteger(least: unknown, most: unknown): string {
  if (most === undefined) return `a whole number, ${least} or more`
  return `a whole number from ${least} to ${most}`
}

/** Adds to the problems of a file what its schema has against its content. */
export function validateYaml(
  file: YamlFile,
  schema: TSchema,
  uncounted: readonly string[] = [],
): YamlFile {
  const { source, problems } = file
  if (source === undefined) return file
  return { ...file, problems: [...problems, ...findSchemaProblems(schema, source, uncounted)] }
}
