import { RegistrySchema } from '../../../contract/registry.ts'
import { FrontMatterSchema } from './_front_matter_schema.ts'
import { BOUND_LISTS } from './_inheritance.ts'
import { FolderSchema } from './folders.ts'
import { makeDefaultRegistry } from './registry.ts'

/** Folder of a corpus with the schemas of its files, which editors read. */
export const SCHEMAS_FOLDER = '.schemas'

type EditorSchema = { readonly name: string; readonly text: string }

type JsonSchema = { readonly [key: string]: unknown }

/**
 * What a build checks, for editors: in a registry, everything that is inherited may be left out. No
 * editor needs the network for them.
 */
export function writeEditorSchemas(): readonly EditorSchema[] {
  const inherited = makeDefaultRegistry({}, 'https://docs.example')
  return [
    write('registry', 'Registry of a corpus', loosen(toJson(RegistrySchema), inherited, '')),
    write('folder', 'Order and tabs of a folder of pages', toJson(FolderSchema)),
    write('front_matter', 'Front matter of a page', toJson(FrontMatterSchema)),
  ]
}

function write(stem: string, title: string, schema: JsonSchema): EditorSchema {
  const whole = { $schema: 'http://json-schema.org/draft-07/schema#', title, ...schema }
  return { name: `${stem}.json`, text: `${JSON.stringify(whole, undefined, 1)}\n` }
}

/** The schema of a source whose author leaves out what it inherits. */
function loosen(schema: JsonSchema, inherited: unknown, at: string): JsonSchema {
  if (typeof inherited !== 'object' || inherited === null) return schema
  const loose = loosenMembers(schema, inherited, at)
  // A block below which every line is a comment says nothing.
  return at === '' ? loose : { ...loose, type: [loose.type, 'null'] }
}

function loosenMembers(schema: JsonSchema, inherited: object, at: string): JsonSchema {
  const binding = BOUND_LISTS[at]
  if (binding !== undefined && isMap(schema.items)) {
    const { minItems, ...list } = schema
    return { ...list, items: { ...schema.items, required: [binding] } }
  }
  const { properties, required = [], ...rest } = schema
  if (!isMap(inherited) || !isMap(properties) || !Array.isArray(required)) return schema
  const members = Object.entries(properties).map(([key, member]) => {
    const below = at === '' ? key : `${at}.${key}`
    return [key, isMap(member) ? loosen(member, inherited[key], below) : member]
  })
  const needed = required.filter((key) => !Object.hasOwn(inherited, key))
  return {
    ...rest,
    properties: Object.fromEntries(members),
    ...(needed.length === 0 ? {} : { required: needed }),
  }
}

/** A schema without what only TypeBox reads. */
function toJson(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema))
}

function isMap(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
