import {
  type TInteger,
  type TObject,
  type TSchema,
  type TString,
  TypeGuard,
} from '@sinclair/typebox'
import { hasAtMost } from '../../contract/arguments.ts'
import { describePattern } from '../../contract/page.ts'
import { decodePercent } from '../../contract/percent_encoding.ts'
import { normalizeQuery } from '../../contract/query.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Values } from '../../docs/public_docs/operations/mod.ts'

/** A parameter of an operation and its reader; a pattern is compiled once. */
export type Parameter = Reader & { readonly name: string; readonly required: boolean }

type Reader = {
  /** What the message about a wrong value says: `an integer from 1 to 50`. */
  readonly expected: string
  /** Parses a value; absent when the text is invalid. */
  readonly read: (text: string) => string | number | undefined
}

/** Derives strict readers from the schema that also describes the operation to clients. */
export function deriveParameters(schema: TObject): readonly Parameter[] {
  const required = new Set<string>(schema.required ?? [])
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    required: required.has(name),
    ...createReader(property),
  }))
}

/**
 * Reads the query strictly: an unknown parameter is ignored; a known one that is repeated, empty,
 * malformed or out of bounds is refused (shapes: operations). Reports every problem.
 */
export function readParameters(
  query: string,
  parameters: readonly Parameter[],
): Result<Values, string> {
  const given = splitQuery(query)
  const values = new Map<string, string | number>()
  const problems: string[] = []
  for (const parameter of parameters) {
    const read = readOne(parameter, given.get(parameter.name))
    if (!read.ok) problems.push(`Cannot read parameter "${parameter.name}": ${read.error}`)
    else if (read.value !== undefined) values.set(parameter.name, read.value)
  }
  return problems.length === 0 ? ok(values) : err(problems.join('; '))
}

function readOne(
  parameter: Parameter,
  given: readonly string[] = [],
): Result<string | number | undefined, string> {
  const [raw, ...more] = given
  if (raw === undefined) return parameter.required ? err('it is absent') : ok(undefined)
  if (more.length > 0) return err('it is repeated')
  const text = decodeForm(raw)
  if (text === undefined) return err('it is not percent-encoded UTF-8')
  if (text.trim() === '') return err('it is empty')
  const value = parameter.read(text)
  return value === undefined ? err(`it is not ${parameter.expected}`) : ok(value)
}

/** Raw values by decoded name. A name that cannot be decoded is unknown, and ignored. */
function splitQuery(query: string): ReadonlyMap<string, readonly string[]> {
  const pairs = new Map<string, string[]>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decodeForm(equals < 0 ? part : part.slice(0, equals))
    if (name === undefined) continue
    const raw = equals < 0 ? '' : part.slice(equals + 1)
    const known = pairs.get(name)
    if (known === undefined) pairs.set(name, [raw])
    else known.push(raw)
  }
  return pairs
}

function decodeForm(raw: string): string | undefined {
  return decodePercent(raw.includes('+') ? raw.replaceAll('+', ' ') : raw)
}

function createReader(schema: TSchema): Reader {
  if (TypeGuard.IsInteger(schema)) return createIntegerReader(schema)
  if (TypeGuard.IsString(schema)) {
    return schema.pattern === undefined || schema.maxLength !== undefined
      ? createTextReader(schema)
      : createPatternReader(schema.pattern)
  }
  if (TypeGuard.IsUnion(schema)) {
    return createChoiceReader(schema.anyOf.map((choice) => String(choice.const)))
  }
  throw new Error(`Cannot read parameters of kind "${String(schema.type)}": none is known`)
}

/** Decimal digits only: `1.5`, `+1`, ` 1`, `1e1` and `0x10` are not integers here. */
const DIGITS = /^[0-9]{1,9}$/

function createIntegerReader(schema: TInteger): Reader {
  const { minimum = 0, maximum = 999_999_999 } = schema
  return {
    expected: `an integer from ${minimum} to ${maximum}`,
    read: (text) => {
      if (!DIGITS.test(text)) return undefined
      const value = Number(text)
      return value >= minimum && value <= maximum ? value : undefined
    },
  }
}

function createTextReader(schema: TString): Reader {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  return {
    expected: `a text of ${minLength} to ${maxLength} characters`,
    read: (text) => {
      const normal = normalizeQuery(text)
      return normal.length >= minLength && hasAtMost(normal, maxLength) ? normal : undefined
    },
  }
}

function createPatternReader(pattern: string): Reader {
  const expression = new RegExp(pattern)
  return {
    expected: describePattern(pattern),
    read: (text) => (expression.test(text) ? text : undefined),
  }
}

function createChoiceReader(choices: readonly string[]): Reader {
  const known = new Set(choices)
  return {
    expected: `one of ${choices.join(', ')}`,
    read: (text) => (known.has(text) ? text : undefined),
  }
}
