import type { TObject, TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { isShortEnough } from '../../contract/arguments.ts'
import { quoteInput } from '../../contract/json_rpc.ts'
import { describePattern } from '../../contract/page.ts'

const PROBLEMS_MAX = 5

/** Says which arguments are wrong and which the tool takes, so that a model can fix the call. */
export function describeProblems(
  tool: string,
  input: TObject,
  errors: Iterable<ValueError>,
): string {
  const byPath = new Map<string, string>()
  for (const error of errors) {
    if (isShortEnough(error)) continue
    if (!byPath.has(error.path)) byPath.set(error.path, describeProblem(error))
    if (byPath.size === PROBLEMS_MAX) break
  }
  const problems = [...byPath.values()].join(', ')
  return `Cannot call "${tool}": ${problems}; ${describeExpected(input)}`
}

function describeProblem(error: ValueError): string {
  if (error.path === '') return 'the arguments are not an object'
  const name = `argument "${quoteInput(error.path.slice(1))}"`
  if (error.type === ValueErrorType.ObjectRequiredProperty) return `${name} is absent`
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return `${name} is unknown`
  return `${name} is not ${describeType(error.schema)}`
}

function describeExpected(input: TObject): string {
  const entries = Object.entries<TSchema>(input.properties)
  if (entries.length === 0) return 'it takes no arguments'
  const needed = new Set(input.required ?? [])
  const listed = entries.map(([name, schema]) => {
    return `${name} (${describeType(schema)}, ${needed.has(name) ? 'required' : 'optional'})`
  })
  return `it takes ${listed.join('; ')}`
}

function describeType(schema: TSchema): string {
  const { type, anyOf, minimum, maximum, minLength, maxLength, pattern } = schema
  if (Array.isArray(anyOf)) return `one of ${anyOf.map((item) => String(item.const)).join(', ')}`
  if (type === 'array') return `a list of up to ${schema.maxItems} strings`
  if (type === 'integer') return `an integer from ${minimum} to ${maximum}`
  if (maxLength !== undefined) return `a string of ${minLength} to ${maxLength} characters`
  if (pattern !== undefined) return describePattern(String(pattern))
  return 'a non-empty string'
}
