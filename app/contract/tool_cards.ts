import { type TSchema, Type } from '@sinclair/typebox'
import { withNullableOptions } from './arguments.ts'
import { CorpusStatusSchema } from './corpus.ts'
import type { JsonObject } from './json_rpc.ts'
import { OPERATIONS, type Operation } from './operations/mod.ts'

/** The four hints of every public tool (contract 4.1). */
export const PUBLIC_TOOL_ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Every result carries version and build instant of the corpus, as in every `docs-data` file. */
const corpus = Type.Pick(CorpusStatusSchema, ['version', 'generated']).properties

/** Input and output schema of a public tool, as plain JSON Schema 2020-12. */
type ToolSchemas = { readonly input: JsonObject; readonly output: JsonObject }

/**
 * Schemas of a public tool, as short as they can be: a client holds them beside many others, and a
 * model reads them at every turn. What they leave out (bounds, choices, descriptions), a refusal
 * names. Names and wording of the tool itself come from the registry.
 */
export function toolSchemas(operation: Operation): ToolSchemas {
  const { input, output } = OPERATIONS[operation]
  const properties = Object.entries<TSchema>(input.properties).map(([name, schema]) => {
    return [name, toArgument(schema)]
  })
  return {
    input: withNullableOptions({
      type: 'object',
      properties: Object.fromEntries(properties),
      required: input.required ?? [],
      additionalProperties: false,
    }),
    output: toOutput(Type.Object({ ...corpus, ...output.properties })),
  }
}

/** A result has records, and a record has members. */
const DEPTH_MAX = 1

function toArgument({ type = 'string', items, default: usual, hint }: TSchema): JsonObject {
  return {
    type,
    ...(items === undefined ? {} : { items: { type: items.type } }),
    ...(usual === undefined || type === 'string' ? {} : { default: usual }),
    ...(hint === undefined ? {} : { description: hint }),
  }
}

/**
 * Turns a TypeBox schema into what a client can hold beside others: no `$id`, which would clash
 * between tools, a union of literals as `enum`, no bounds, no prose, and an object of a record by
 * its type alone: the OpenAPI document describes the fields of records.
 */
function toOutput(schema: TSchema, depth = 0): JsonObject {
  const { type, properties, required, items, anyOf } = schema
  if (Array.isArray(anyOf)) return { type: 'string', enum: anyOf.map((item) => item.const) }
  if (type === 'array') return { type, items: toOutput(items, depth) }
  const names = Object.entries<TSchema>(properties ?? {})
  if (type !== 'object' || names.length === 0 || depth > DEPTH_MAX) return { type }
  const members = names.map(([name, member]) => [name, toOutput(member, depth + 1)])
  return { type, properties: Object.fromEntries(members), required }
}
