import type { TObject, TSchema } from '@sinclair/typebox'
import { withoutNulls } from '../../contract/arguments.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { withNormalQuery } from '../../contract/query.ts'
import type { Registry } from '../../contract/registry.ts'
import { err, ok, type Result } from '../../contract/result.ts'

type Aliases = Registry['argument_aliases']

/**
 * Reads arguments as models send them: null is absence, an argument may have another name that the
 * registry knows, and what can be meant in one way alone is taken so. All else stays as it is, for
 * the schema to refuse. The error says which two names contradict each other.
 */
export function readToolArguments(
  given: unknown,
  { properties }: TObject,
  aliases: Aliases,
): Result<unknown, string> {
  if (!isJsonObject(given)) return ok(given)
  const isKnown = (name: string) => Object.hasOwn(properties, name)
  const plain = withoutNulls(given, isKnown)
  // Most calls are as the schema has it.
  if (!Object.entries(plain).some(([name, value]) => needsReading(properties[name], value))) {
    return ok(withNormalQuery(plain))
  }
  const named = resolveAliases(plain, isKnown, aliases)
  if (!named.ok) return named
  return ok(withNormalQuery(splitPages(readValues(named.value, properties), properties)))
}

function needsReading(schema: TSchema | undefined, value: unknown): boolean {
  switch (schema?.type) {
    case undefined:
      return schema === undefined
    case 'integer':
      return typeof value !== 'number'
    case 'array':
      return true
    default:
      return typeof value !== 'string'
  }
}

function resolveAliases(
  given: JsonObject,
  isKnown: (name: string) => boolean,
  aliases: Aliases = {},
): Result<JsonObject, string> {
  const meanings = new Map(
    Object.entries(aliases).flatMap(([meant, names = []]) =>
      isKnown(meant) ? names.map((name) => [name, meant] as const) : [],
    ),
  )
  const read = new Map<string, { readonly name: string; readonly value: unknown }>()
  for (const [name, value] of Object.entries(given)) {
    const meant = isKnown(name) ? name : (meanings.get(name) ?? name)
    if (meant !== name && value === null) continue
    const other = read.get(meant)
    if (other !== undefined && JSON.stringify(other.value) !== JSON.stringify(value)) {
      return err(`arguments "${other.name}" and "${name}" mean the same and differ`)
    }
    read.set(meant, { name, value })
  }
  return ok(Object.fromEntries([...read].map(([meant, { value }]) => [meant, value])))
}

function readValues(given: JsonObject, properties: TObject['properties']): JsonObject {
  const entries = Object.entries(given).flatMap(([name, value]) => {
    const schema = properties[name]
    const read = schema === undefined ? value : readValue(schema, value)
    return read === undefined ? [] : [[name, read] as const]
  })
  return Object.fromEntries(entries)
}

const INTEGER = /^\s*\d{1,9}\s*$/

/** Undefined for absence: some models write the word null for it. */
function readValue({ type }: TSchema, value: unknown): unknown {
  if (type === 'integer' || type === 'array') {
    if (value === 'null' || (Array.isArray(value) && value.length === 0)) return undefined
  }
  if (type === 'integer') {
    return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value
  }
  if (type === 'array') return typeof value === 'string' ? splitList(value) : value
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

/** Ids and addresses have no commas; a title with one has to come in a list. */
function splitList(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

/** Several pages may come as a list where one is meant, or as further ones without a first. */
function splitPages(given: JsonObject, properties: TObject['properties']): JsonObject {
  if (properties.more_ids === undefined) return given
  const { id, more_ids: more = [], ...rest } = given
  if (!Array.isArray(more)) return given
  const all = [...(Array.isArray(id) ? id : id === undefined ? [] : [id]), ...more]
  const [first, ...others] = all
  return {
    ...rest,
    ...(first === undefined ? {} : { id: first }),
    ...(others.length === 0 ? {} : { more_ids: others }),
  }
}
