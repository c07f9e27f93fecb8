import { type TSchema, Type } from '@sinclair/typebox'
import { CapabilitySchema, CorpusStatusSchema } from '../../../contract/corpus.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { CapabilityListSchema } from '../../../contract/operations/capabilities.ts'
import { PageListSchema } from '../../../contract/operations/pages.ts'
import {
  PAGE_ID_PATTERN,
  PageRecordSchema,
  PageSchema,
  SearchRecordSchema,
  SearchSectionSchema,
} from '../../../contract/page.ts'
import { PublicErrorSchema } from '../../../contract/public_error.ts'
import { CAPABILITY_STATUSES, CapabilityStatusSchema, factsOf } from '../../../contract/statuses.ts'

type ComponentKind = 'schemas' | 'parameters' | 'headers' | 'responses'
type NamedSchema = { readonly name: string; readonly schema: TSchema; readonly description: string }

/** Named schemas: a generated client gets one type for each. */
const NAMED: readonly NamedSchema[] = [
  {
    name: 'PageRecord',
    schema: PageRecordSchema,
    description: 'A page without its body.',
  },
  {
    name: 'SearchRecord',
    schema: SearchRecordSchema,
    description:
      'A page without its body, with the section and the passage that match the query best.',
  },
  {
    name: 'SearchSection',
    schema: SearchSectionSchema,
    description:
      'The section of a page that matches a query best; absent if no section stands out.',
  },
  { name: 'Page', schema: PageSchema, description: 'A page with its body.' },
  { name: 'PageList', schema: PageListSchema, description: 'One part of the list of pages.' },
  {
    name: 'CorpusStatus',
    schema: CorpusStatusSchema,
    description: 'Markers by which a client checks whether its copy is current.',
  },
  {
    name: 'Capability',
    schema: CapabilitySchema,
    description: 'Something that the documented product can do, or cannot do yet.',
  },
  { name: 'CapabilityList', schema: CapabilityListSchema, description: 'All capabilities.' },
  {
    name: 'CapabilityStatus',
    schema: CapabilityStatusSchema,
    description: `Whether a feature can be used: ${explainStatuses()}.`,
  },
  { name: 'ApiError', schema: PublicErrorSchema, description: 'The body of every refusal.' },
]

function explainStatuses(): string {
  return CAPABILITY_STATUSES.map((status) => {
    const { inSchema } = factsOf(status).explained
    return inSchema === '' ? `\`${status}\`` : `\`${status}\`, ${inSchema}`
  }).join('; ')
}

export function makeReference(kind: ComponentKind, name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Every named schema; that of the error lists the codes of this deployment. */
export function describeSchemas(codes: readonly string[]): Readonly<Record<string, JsonObject>> {
  const entries = NAMED.map(({ name, schema, description }) => {
    const published = schema === PublicErrorSchema ? makeErrorSchema(codes) : schema
    return [name, openIds({ ...expandSchema(toPlainSchema(published)), description })] as const
  })
  return Object.fromEntries(entries)
}

/** The schema of a response; named schemas become references. */
export function publishSchema(schema: TSchema): JsonObject {
  return openIds(publishInput(schema))
}

/** The schema of an input, with the bounds that the service enforces. */
export function publishInput(schema: TSchema): JsonObject {
  return referOrExpand(toPlainSchema(schema))
}

/** Clients must not pin to the shape of an id (contract 9.7), so no response promises one. */
function openIds(schema: JsonObject): JsonObject {
  const { pattern, ...rest } = schema
  const isId = pattern === PAGE_ID_PATTERN
  const members = Object.entries(isId ? { ...rest, minLength: 1 } : schema)
  return Object.fromEntries(
    members.map(([key, member]) => [key, isJsonObject(member) ? openIds(member) : member]),
  )
}

// Drops TypeBox symbols and absent members; plain JSON Schema 2020-12 remains.
function toPlainSchema(schema: TSchema): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(schema))
  if (!isJsonObject(value)) throw new Error('Cannot publish a schema: it is not an object')
  return value
}

const nameOf = new Map(NAMED.map(({ name, schema }) => [JSON.stringify(schema), name]))

function referOrExpand(schema: JsonObject): JsonObject {
  const name = nameOf.get(JSON.stringify(schema))
  return name === undefined ? expandSchema(schema) : makeReference('schemas', name)
}

function expandSchema({ $id: _id, anyOf, type, description, ...schema }: JsonObject): JsonObject {
  const literals = listLiterals(anyOf)
  const members = Object.entries(schema).map(([key, member]) => [key, expandMember(key, member)])
  return {
    ...(literals === undefined ? { type } : { type: 'string', enum: literals }),
    ...(description === undefined ? {} : { description }),
    ...Object.fromEntries(members),
  }
}

function expandMember(key: string, member: unknown): unknown {
  if (!isJsonObject(member)) return member
  if (key !== 'properties') return referOrExpand(member)
  const properties = Object.entries(member).map(([name, property]) => [
    name,
    isJsonObject(property) ? referOrExpand(property) : property,
  ])
  return Object.fromEntries(properties)
}

function listLiterals(anyOf: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(anyOf)) return undefined
  return anyOf.map((choice) => {
    if (isJsonObject(choice) && 'const' in choice) return choice.const
    throw new Error(`Cannot publish a choice: ${JSON.stringify(choice)} is not a literal`)
  })
}

/** Codes are an open set: examples, because an enumeration would break older clients. */
function makeErrorSchema(codes: readonly string[]): TSchema {
  const { code, message } = PublicErrorSchema.properties.error.properties
  const members = { code: Type.String({ ...code, examples: codes }), message }
  // Generators make a type of it, and would choose a name.
  return Type.Object({ error: Type.Object(members, { title: 'ApiErrorDetail' }) })
}
