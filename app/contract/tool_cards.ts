import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { withNullableOptions } from './arguments.ts'
import { CapabilitySchema, ChangeSchema, CorpusStatusSchema } from './corpus.ts'
import {
  EventDescriptionSchema,
  OperationDescriptionSchema,
  WorkflowDescriptionSchema,
} from './descriptions.ts'
import { isJsonObject, type JsonObject } from './json_rpc.ts'
import { type Operation, TOOL_INPUTS } from './operations.ts'
import { PageRecordSchema, SearchRecordSchema } from './page.ts'
import { closed } from './registry_words.ts'

/** The four hints of every public tool (contract 4.1). */
export const PUBLIC_TOOL_ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

/** Every result carries version and build instant of the corpus, as in every `docs-data` file. */
const corpus = Type.Pick(CorpusStatusSchema, ['version', 'generated']).properties

const note = Type.Optional(
  Type.String({ description: 'What is missing from this result, and how to get it.' }),
)

const text = Type.String()

const OUTPUTS: Readonly<Record<Operation, TObject>> = {
  search: Type.Object({
    ...corpus,
    outcome: Type.Union([Type.Literal('found'), Type.Literal('nothing_found')]),
    degraded: Type.Boolean({
      description: 'True when page bodies could not be searched: a page may have been missed.',
    }),
    results: Type.Array(SearchRecordSchema, { description: 'Best first.' }),
    unmatched: Type.Optional(
      Type.Array(text, { description: 'Words of the query that no page holds, in any form.' }),
    ),
    corrected: Type.Optional(
      Type.Record(text, text, {
        description:
          'Words and phrases of the query that were taken for others: misspelled, or synonyms.',
      }),
    ),
    note,
  }),
  page: Type.Object({
    ...corpus,
    page: PageRecordSchema,
    markdown: text,
    truncated: Type.Boolean({ description: 'True when the text was cut to the token budget.' }),
    sections: Type.Array(text, { description: 'Anchors of all sections, in order.' }),
    next_section: Type.Optional(Type.String({ description: 'The section to ask for next.' })),
    note,
  }),
  pages: Type.Object({
    ...corpus,
    pages: Type.Array(PageRecordSchema),
    after: Type.Optional(Type.String({ description: 'Pass it on to get the next pages.' })),
  }),
  capability: Type.Object({
    ...corpus,
    capability: CapabilitySchema,
    pages: Type.Array(PageRecordSchema),
  }),
  capabilities: Type.Object({ ...corpus, capabilities: Type.Array(CapabilitySchema) }),
  status: Type.Object({ ...corpus, pages: Type.Integer({ minimum: 0 }) }),
  changes: Type.Object({ ...corpus, changes: Type.Array(ChangeSchema) }),
  operation: Type.Object({ ...corpus, operation: OperationDescriptionSchema }),
  workflow: Type.Object({ ...corpus, workflow: WorkflowDescriptionSchema }),
  event: Type.Object({ ...corpus, event: EventDescriptionSchema }),
}

/** Input and output schema of a public tool, as plain JSON Schema 2020-12. */
type ToolSchemas = { readonly input: JsonObject; readonly output: JsonObject }

/** More ids than these are no help in an input schema, and every client reads it. */
const CHOICES_MAX = 50

/**
 * Schemas of a public tool. Names and wording of the tool itself come from the registry; `choices`
 * are the ids that its one argument takes, where they are few.
 */
export function toolSchemas(operation: Operation, choices: readonly string[] = []): ToolSchemas {
  const input: TObject = TOOL_INPUTS[operation]
  const listed = choices.length > 0 && choices.length <= CHOICES_MAX
  return {
    input: withNullableOptions(
      plainSchema(listed ? narrow(input, choices) : input, 'with_descriptions'),
    ),
    output: plainSchema(OUTPUTS[operation], 'lean'),
  }
}

/** Every argument takes one of these ids alone. */
function narrow(input: TObject, choices: readonly string[]): TObject {
  const properties = Object.entries<TSchema>(input.properties).map(
    ([name, { description = '' }]) => {
      return [name, Type.Unsafe({ type: 'string', description, enum: choices })] as const
    },
  )
  return Type.Object(Object.fromEntries(properties), closed)
}

/** The OpenAPI document describes the record fields; a model reads these cards often. */
const RECORD_FIELDS = new Set(
  [PageRecordSchema, CapabilitySchema, ChangeSchema, CorpusStatusSchema].flatMap((schema) =>
    Object.values<TSchema>(schema.properties).map((field) => field.description),
  ),
)

/**
 * Turns a TypeBox schema into what a client can hold beside others: no `$id`, which would clash
 * between tools, a union of literals as `enum`, and `required` on every object even when it is
 * empty (contract 4.1, `tools/list` result shape).
 */
function plainSchema(schema: TSchema, form: 'with_descriptions' | 'lean'): JsonObject {
  const plain = plainValue(JSON.parse(JSON.stringify(schema)), form)
  if (!isJsonObject(plain)) return {}
  const { type, properties, required = [], ...rest } = plain
  return { type, properties, required, ...rest }
}

function plainValue(value: unknown, form: 'with_descriptions' | 'lean'): unknown {
  if (Array.isArray(value)) return value.map((item) => plainValue(item, form))
  if (!isJsonObject(value)) return value
  const literals = literalsOf(value.anyOf)
  const entries = Object.entries(literals === undefined ? value : { ...value, ...literals })
  const kept = entries.filter(([key, member]) => {
    if (key === '$id' || (key === 'anyOf' && literals !== undefined)) return false
    if (form !== 'lean') return true
    return key !== 'pattern' && !(key === 'description' && RECORD_FIELDS.has(String(member)))
  })
  return Object.fromEntries(kept.map(([key, member]) => [key, plainValue(member, form)]))
}

function literalsOf(anyOf: unknown): { type: 'string'; enum: readonly unknown[] } | undefined {
  if (!Array.isArray(anyOf)) return undefined
  const values = anyOf.map((item) => (isJsonObject(item) ? item.const : undefined))
  return values.every((value) => typeof value === 'string')
    ? { type: 'string', enum: values }
    : undefined
}
