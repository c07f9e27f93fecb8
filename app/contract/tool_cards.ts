import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { withNullableOptions } from './arguments.ts'
import { CapabilitySchema, ChangeSchema, CorpusStatusSchema } from './corpus.ts'
import type { JsonObject } from './json_rpc.ts'
import { type Operation, TOOL_INPUTS } from './operations.ts'
import { PageRecordSchema, SearchRecordSchema } from './page.ts'

/** The four hints of every public tool (contract 4.1). */
export const PUBLIC_TOOL_ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Every result carries version and build instant of the corpus, as in every `docs-data` file. */
const corpus = Type.Pick(CorpusStatusSchema, ['version', 'generated']).properties

const text = Type.String()
const note = Type.Optional(text)
const described = Type.Object({})

/** A further page of the page tool, or why it cannot be read. */
type FurtherPage = Static<typeof PageTextSchema> | { readonly id: string; readonly problem: string }

/** What the page tool says of each page. */
const PageTextSchema = Type.Object({
  page: PageRecordSchema,
  markdown: text,
  truncated: Type.Boolean(),
  sections: Type.Array(text),
  next_section: Type.Optional(text),
  note,
})

const OUTPUTS = {
  search: Type.Object({
    outcome: Type.Union([Type.Literal('found'), Type.Literal('nothing_found')]),
    degraded: Type.Boolean(),
    results: Type.Array(SearchRecordSchema),
    unmatched: Type.Optional(Type.Array(text)),
    corrected: Type.Optional(Type.Unsafe<Readonly<Record<string, string>>>(described)),
    note,
  }),
  page: Type.Object({
    ...PageTextSchema.properties,
    more: Type.Optional(Type.Array(Type.Unsafe<FurtherPage>(described))),
  }),
  pages: Type.Object({ pages: Type.Array(PageRecordSchema), after: Type.Optional(text) }),
  capability: Type.Object({ capability: CapabilitySchema, pages: Type.Array(PageRecordSchema) }),
  capabilities: Type.Object({ capabilities: Type.Array(CapabilitySchema) }),
  status: Type.Object({ pages: Type.Integer({ minimum: 0 }) }),
  changes: Type.Object({
    changes: Type.Array(ChangeSchema),
    total: Type.Integer({ minimum: 0 }),
  }),
  operation: Type.Object({ operation: described }),
  workflow: Type.Object({ workflow: described }),
  event: Type.Object({ event: described }),
} as const satisfies Record<Operation, TObject>

/** What each public tool returns, besides version and build instant of the corpus. */
export type ToolContents = {
  readonly [Name in Operation]: ReadonlyValue<Static<(typeof OUTPUTS)[Name]>>
}

/** Nobody changes a value of a snapshot. */
type ReadonlyValue<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyValue<Item>[]
  : { readonly [Name in keyof Value]: ReadonlyValue<Value[Name]> }

/** Input and output schema of a public tool, as plain JSON Schema 2020-12. */
type ToolSchemas = { readonly input: JsonObject; readonly output: JsonObject }

/** What the name of an argument does not say by itself. */
const HINTS: Readonly<Partial<Record<Operation, Readonly<Record<string, string>>>>> = {
  page: { id: 'Id, address or title' },
}

/**
 * Schemas of a public tool, as short as they can be: a client holds them beside many others, and a
 * model reads them at every turn. What they leave out (bounds, choices, descriptions), a refusal
 * names. Names and wording of the tool itself come from the registry.
 */
export function toolSchemas(operation: Operation): ToolSchemas {
  const input = TOOL_INPUTS[operation]
  const properties = Object.entries<TSchema>(input.properties).map(([name, schema]) => {
    return [name, toArgument(schema, HINTS[operation]?.[name])]
  })
  return {
    input: withNullableOptions({
      type: 'object',
      properties: Object.fromEntries(properties),
      required: input.required ?? [],
      additionalProperties: false,
    }),
    output: toOutput(Type.Object({ ...corpus, ...OUTPUTS[operation].properties })),
  }
}

function toArgument(
  { type = 'string', items, default: usual }: TSchema,
  hint?: string,
): JsonObject {
  return {
    type,
    ...(items === undefined ? {} : { items: { type: items.type } }),
    ...(usual === undefined || type === 'string' ? {} : { default: usual }),
    ...(hint === undefined ? {} : { description: hint }),
  }
}

/**
 * Turns a TypeBox schema into what a client can hold beside others: no `$id`, which would clash
 * between tools, a union of literals as `enum`, no bounds and no prose: the OpenAPI document
 * describes the fields of records.
 */
function toOutput(schema: TSchema): JsonObject {
  const { type, properties, required, items, anyOf } = schema
  if (Array.isArray(anyOf)) return { type: 'string', enum: anyOf.map((item) => item.const) }
  if (type === 'array') return { type, items: toOutput(items) }
  const names = Object.entries<TSchema>(properties ?? {})
  if (type !== 'object' || names.length === 0) return { type }
  const members = names.map(([name, member]) => [name, toOutput(member)])
  return { type, properties: Object.fromEntries(members), required }
}
