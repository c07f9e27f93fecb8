import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { CapabilitySchema, ChangeSchema, CorpusStatusSchema } from './corpus.ts'
import { type Operation, TOOL_INPUTS } from './operations.ts'
import { PageRecordSchema } from './page.ts'

/** The four hints of every public tool (contract 4.1). */
export const PUBLIC_TOOL_ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const

const corpus = { corpus: Type.Pick(CorpusStatusSchema, ['version', 'generated']) }

/** `notice` says in words that a `not_yet` page describes something that is not built. */
const notice = Type.Optional(
  Type.String({ description: 'Present on a not_yet page: says that the feature is not built.' }),
)
const NoticedRecord = Type.Composite([PageRecordSchema, Type.Object({ notice })])

const OUTPUTS: Readonly<Record<Operation, TObject>> = {
  search: Type.Object({
    ...corpus,
    outcome: Type.Union([Type.Literal('found'), Type.Literal('nothing_found')]),
    degraded: Type.Boolean({
      description: 'True when only titles and descriptions were searched.',
    }),
    results: Type.Array(NoticedRecord),
  }),
  page: Type.Object({
    ...corpus,
    page: NoticedRecord,
    markdown: Type.String(),
    truncated: Type.Boolean(),
    sections: Type.Array(Type.String(), { description: 'Anchors of the sections of the page.' }),
    next_section: Type.Optional(Type.String({ description: 'Section to ask for next.' })),
  }),
  pages: Type.Object({
    ...corpus,
    pages: Type.Array(NoticedRecord),
    after: Type.Optional(Type.String()),
  }),
  capability: Type.Object({
    ...corpus,
    capability: CapabilitySchema,
    pages: Type.Array(NoticedRecord),
  }),
  capabilities: Type.Object({ ...corpus, capabilities: Type.Array(CapabilitySchema) }),
  status: Type.Object({ ...corpus, pages: Type.Integer({ minimum: 0 }) }),
  changes: Type.Object({ ...corpus, changes: Type.Array(ChangeSchema) }),
  operation: Type.Object({ ...corpus, operation: Type.Object({}) }),
  workflow: Type.Object({ ...corpus, workflow: Type.Object({}) }),
  event: Type.Object({ ...corpus, event: Type.Object({}) }),
}

/** Input and output schema of a public tool. Names and wording come from the registry. */
export function toolSchemas(operation: Operation): { input: TObject; output: TSchema } {
  return { input: TOOL_INPUTS[operation], output: OUTPUTS[operation] }
}
