import { Validator } from '@cfworker/json-schema'
import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { membersAt, resolved } from './json.ts'

/** Says where a value breaks a schema of a document; absent when it fits. */
export type SchemaCheck = (schema: unknown, value: unknown) => string | undefined

/** Checks values with schemas that may point into `components` of their document. */
export function schemaCheck(document: JsonObject): SchemaCheck {
  const validators = new Map<string, Validator>()
  const unusable = unusablePattern(document.components)
  return (schema, value) => {
    if (!isJsonObject(schema)) return undefined
    const pattern = unusable ?? unusablePattern(schema)
    if (pattern !== undefined) return `a schema that verify cannot use: pattern ${pattern}`
    // The document comes from the service: a schema may lead to itself or be none at all.
    try {
      const key = JSON.stringify(schema)
      const known = validators.get(key)
      const validator = known ?? new Validator(withComponents(schema, document), '2020-12')
      if (known === undefined) validators.set(key, validator)
      const { valid, errors } = validator.validate(value)
      const last = errors.at(-1)
      if (!valid) return last === undefined ? 'misfit' : `${last.instanceLocation}: ${last.error}`
    } catch (error) {
      return `a schema that verify cannot use: ${error instanceof Error ? error.message : error}`
    }
    const extra = undeclared(document, schema, value)
    return extra === undefined ? undefined : `${extra}: no member that the schema names`
  }
}

/** A reference is read from the root of a document, so the schema stands in a document alike. */
function withComponents(schema: JsonObject, { components }: JsonObject): JsonObject {
  return { allOf: [schema], components: components ?? {} }
}

/** A repetition inside a repeated group can run for years on a short text. */
const NESTED = /[+*}]\)*\)[+*{]|\\\d/

/** The first pattern of a schema that is none, or that is not safe to run. */
function unusablePattern(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return first(schema)
  const own = isJsonObject(schema) ? schema.pattern : undefined
  if (typeof own === 'string' && (NESTED.test(own) || !isPattern(own))) return own.slice(0, 80)
  return isJsonObject(schema) ? first(Object.values(schema)) : undefined
}

function first(members: readonly unknown[]): string | undefined {
  for (const member of members) {
    const found = unusablePattern(member)
    if (found !== undefined) return found
  }
  return undefined
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/**
 * Where a value has a member that its schema does not name. Clients must bear such members
 * (contract 7); a description that does not know them is out of step with its service.
 */
function undeclared(document: JsonObject, schema: unknown, value: unknown): string | undefined {
  const parts = partsOf(document, schema)
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items
    for (const [index, item] of value.entries()) {
      const found = items === undefined ? undefined : undeclared(document, items, item)
      if (found !== undefined) return `#/${index}${found.slice(1)}`
    }
  }
  const named = new Map(parts.flatMap((part) => membersAt(part, 'properties')))
  const isOpen = parts.some((part) => OPEN.some((word) => word in part && part[word] !== false))
  if (!isJsonObject(value) || named.size === 0 || isOpen) return undefined
  for (const [name, member] of Object.entries(value)) {
    const known = named.get(name)
    if (known === undefined) return `#/${name}`
    const found = undeclared(document, known, member)
    if (found !== undefined) return `#/${name}${found.slice(1)}`
  }
  return undefined
}

/** Words with which a schema says that it does not name all members. */
const OPEN = ['additionalProperties', 'patternProperties', 'anyOf', 'oneOf']

/** A schema and all that it is made of. */
function partsOf(document: JsonObject, schema: unknown, depth = 0): readonly JsonObject[] {
  const own = resolved(document, schema)
  if (!isJsonObject(own) || depth > 8) return []
  const all = Array.isArray(own.allOf) ? own.allOf : []
  return [own, ...all.flatMap((part) => partsOf(document, part, depth + 1))]
}
