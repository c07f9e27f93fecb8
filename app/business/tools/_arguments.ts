import { type OutputUnit, Validator } from '@cfworker/json-schema'
import { withoutNulls } from '../../contract/arguments.ts'
import type { BusinessTool } from '../../contract/business.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { cleanText } from './_cleaning.ts'

/** Deeper than any registry schema reads (its schemas are at most 8 levels deep). */
const DEPTH_MAX = 16
/** The validator visits every value, however many are wrong: a body full of them takes long. */
const VALUES_MAX = 4096
const PROBLEMS_MAX = 8
const NAME_CHARACTERS_MAX = 64

/** Keys that would reach into the prototypes of objects. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const validators = new WeakMap<BusinessTool, Validator>()
/** Tools whose schema is known to accept an empty object, which never changes. */
const toolsWithoutRequired = new WeakSet<BusinessTool>()

/**
 * Reads the arguments of a call, or says in one sentence what is wrong with them. Values are never
 * repeated: they may hold the text of a record.
 */
export function readArguments(tool: BusinessTool, given: unknown): Result<JsonObject, string> {
  const refuse = (problem: string) => err(`Cannot call "${tool.name}": ${problem}`)
  // Depth and keys first: the validator recurses.
  const shape = findShapeProblem(given)
  if (shape !== undefined) return refuse(shape)
  if (!isJsonObject(given)) return refuse('the arguments are not an object')
  const args = withoutNulls(given, (name) => isOptional(tool, name))
  if (toolsWithoutRequired.has(tool) && isEmpty(args)) return ok(args)
  const { valid, errors } = validatorOf(tool).validate(args)
  if (valid) {
    if (isEmpty(args)) toolsWithoutRequired.add(tool)
    return ok(args)
  }
  const problems = [...new Set(errors.flatMap(describeProblem))]
  const more = problems.length > PROBLEMS_MAX ? ', and more' : ''
  const named = problems.slice(0, PROBLEMS_MAX).join(', ')
  const described = (named || 'the arguments do not match the schema') + more
  return refuse(`${described}; ${describeExpected(tool)}`)
}

/** Whether null means that an argument is absent; a schema may give null a meaning of its own. */
function isOptional(tool: BusinessTool, name: string): boolean {
  const { properties, required } = membersOf(tool)
  if (!properties.includes(name) || required.includes(name)) return false
  const alone = { ...tool.input_schema, required: [] }
  return !new Validator(alone, '2020-12', false).validate({ [name]: null }).valid
}

function describeExpected(tool: BusinessTool): string {
  const { properties, required } = membersOf(tool)
  if (properties.length === 0) return 'it takes no arguments'
  const listed = properties.map((name) => {
    return `${name} (${required.includes(name) ? 'required' : 'optional'})`
  })
  return `it takes ${listed.join(', ')}`
}

function membersOf({ input_schema: schema }: BusinessTool) {
  const { properties, required } = schema
  return {
    properties: isJsonObject(properties) ? Object.keys(properties) : [],
    required: Array.isArray(required) ? required : [],
  }
}

function isEmpty(args: JsonObject): boolean {
  return Object.keys(args).length === 0
}

function validatorOf(tool: BusinessTool): Validator {
  const known = validators.get(tool)
  if (known !== undefined) return known
  const made = new Validator(tool.input_schema, '2020-12', false)
  validators.set(tool, made)
  return made
}

/** Walks without recursion: a deep value must not end the process. */
function findShapeProblem(args: unknown): string | undefined {
  let seen = 0
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: args, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && !isText(value))
      return 'a text holds characters that cannot be stored'
    if (typeof value !== 'object' || value === null) continue
    if (depth > DEPTH_MAX) return `arguments are nested more than ${DEPTH_MAX} levels deep`
    seen += Array.isArray(value) ? value.length : Object.keys(value).length
    if (seen > VALUES_MAX) return `arguments hold more than ${VALUES_MAX} values`
    for (const [key, member] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(key)) return `argument "${key}" is not allowed`
      open.push({ value: member, depth: depth + 1 })
    }
  }
  return undefined
}

/** No lone surrogates and no control characters but breaks: not every database stores those. */
function isText(value: string): boolean {
  return value.isWellFormed() && !CONTROLS.test(value)
}

/** Keywords that only report that a keyword below them failed. */
const OUTER_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'if',
  'dependentSchemas',
])

function describeProblem(unit: OutputUnit): readonly string[] {
  const { keyword, instanceLocation } = unit
  if (OUTER_KEYWORDS.has(keyword)) return []
  const name = parseLocation(instanceLocation)
  switch (keyword) {
    // The library names the missing member at the end of its own message.
    case 'required':
      return [`${formatName(name, findLastQuoted(unit.error))} is absent`]
    // Reported for the object, and once more as "false" for the member itself.
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return []
    case 'false':
      return [`${formatName(name)} is unknown`]
    case 'type':
      return [`${formatName(name)} has a type that the schema does not allow`]
    case 'enum':
    case 'const':
      return [`${formatName(name)} is not one of the allowed values`]
    default:
      return [`${formatName(name)} violates "${keyword}" in the schema`]
  }
}

function formatName(at: readonly string[], member?: string): string {
  const path = member === undefined ? at : [...at, member]
  if (path.length === 0) return 'the arguments as a whole'
  return `argument "${cleanText(path.join('.'), NAME_CHARACTERS_MAX)}"`
}

function findLastQuoted(sentence: string): string | undefined {
  return /"([^"]*)"\.?$/.exec(sentence)?.[1]
}

/** Location of a member: `#/a/b`, percent-encoded as in an address (RFC 6901 section 6). */
function parseLocation(location: string): readonly string[] {
  return location.split('/').slice(1).map(decodePart)
}

function decodePart(part: string): string {
  return decodePercentLeniently(part).replaceAll('~1', '/').replaceAll('~0', '~')
}
