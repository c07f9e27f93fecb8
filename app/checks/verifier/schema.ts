import { Validator } from '@cfworker/json-schema'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { isRegularExpression } from '../../contract/registry_words.ts'
import { membersAt, resolveReference } from './json.ts'

/** Says where a value violates a schema; absent when it is valid. */
export type SchemaValidator = (schema: unknown, value: unknown) => string | undefined

/** Validates with schemas that may refer to the `components` of their document. */
export function createSchemaValidator(document: JsonObject): SchemaValidator {
  const validators = new Map<string, Validator>()
  const unusable = findUnusablePattern(document.components)
  return (schema, value) => {
    if (!isJsonObject(schema)) return undefined
    const pattern = unusable ?? findUnusablePattern(schema)
    if (pattern !== undefined) return `a schema that verify cannot use: pattern ${pattern}`
    // The document comes from the service: a schema may refer to itself or be invalid.
    try {
      const key = JSON.stringify(schema)
      const known = validators.get(key)
      const validator = known ?? new Validator(addComponents(schema, document), '2020-12')
      if (known === undefined) validators.set(key, validator)
      const { valid, errors } = validator.validate(value)
      const last = errors.at(-1)
      if (!valid) return last === undefined ? 'invalid' : `${last.instanceLocation}: ${last.error}`
    } catch (error) {
      return `a schema that verify cannot use: ${error instanceof Error ? error.message : error}`
    }
    const extra = findUndeclared(document, schema, value)
    return extra === undefined ? undefined : `${extra}: the schema does not name this member`
  }
}

/** References start at the root of a document, so the schema needs the same components there. */
function addComponents(schema: JsonObject, { components }: JsonObject): JsonObject {
  return { allOf: [schema], components: components ?? {} }
}

/** A repetition in a repeated group can take years on a short text. */
const NESTED = /[+*}]\)*\)[+*{]|\\\d/

/** The first pattern of a schema that is invalid or not safe to run. */
function findUnusablePattern(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return findFirstUnusable(schema)
  const own = isJsonObject(schema) ? schema.pattern : undefined
  if (typeof own === 'string' && (NESTED.test(own) || !isRegularExpression(own)))
    return own.slice(0, 80)
  return isJsonObject(schema) ? findFirstUnusable(Object.values(schema)) : undefined
}

function findFirstUnusable(members: readonly unknown[]): string | undefined {
  for (const member of members) {
    const found = findUnusablePattern(member)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Where a value has a member that its schema does not name. Clients must accept such members
 * (contract 7), but here they mean that the description and the service differ.
 */
function findUndeclared(document: JsonObject, schema: unknown, value: unknown): string | undefined {
  const parts = partsOf(document, schema)
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items
    for (const [index, item] of value.entries()) {
      const found = items === undefined ? undefined : findUndeclared(document, items, item)
      if (found !== undefined) return `#/${index}${found.slice(1)}`
    }
  }
  const named = new Map(parts.flatMap((part) => membersAt(part, 'properties')))
  const isOpen = parts.some((part) => OPEN.some((word) => word in part && part[word] !== false))
  if (!isJsonObject(value) || named.size === 0 || isOpen) return undefined
  for (const [name, member] of Object.entries(value)) {
    const known = named.get(name)
    if (known === undefined) return `#/${name}`
    const found = findUndeclared(document, known, member)
    if (found !== undefined) return `#/${name}${found.slice(1)}`
  }
  return undefined
}

/** Keywords by which a schema allows members that it does not name. */
const OPEN = ['additionalProperties', 'patternProperties', 'anyOf', 'oneOf']

function partsOf(document: JsonObject, schema: unknown, depth = 0): readonly JsonObject[] {
  const own = resolveReference(document, schema)
  if (!isJsonObject(own) || depth > 8) return []
  const all = Array.isArray(own.allOf) ? own.allOf : []
  return [own, ...all.flatMap((part) => partsOf(document, part, depth + 1))]
}
