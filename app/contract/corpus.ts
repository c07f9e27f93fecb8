import { type Static, Type } from '@sinclair/typebox'
import { DATE_PATTERN, NoticeSchema, PageRecordSchema } from './page.ts'
import { RedirectRulesSchema } from './redirects.ts'
import { CapabilityStatusSchema } from './statuses.ts'

/** Version and build instant of the corpus (contract 2, corpus status record). */
export const CorpusStatusSchema = Type.Object(
  {
    version: Type.String({ minLength: 1, description: 'Corpus (product) version.' }),
    generated: Type.String({
      format: 'date-time',
      description: 'Instant of the build, RFC 3339 in UTC with seconds.',
    }),
    pages: Type.Integer({ minimum: 0, description: 'Count of pages in the corpus.' }),
  },
  { $id: 'CorpusStatus' },
)
export type CorpusStatus = Static<typeof CorpusStatusSchema>

/** A capability with the ids of the pages that describe it. */
export const CapabilitySchema = Type.Object(
  {
    id: Type.String({ description: 'Stable capability id.' }),
    title: Type.String({ description: 'Name of the capability.' }),
    description: Type.String({ description: 'What the capability does.' }),
    status: CapabilityStatusSchema,
    pages: Type.Array(Type.String(), { description: 'Ids of the pages that describe it.' }),
    notice: NoticeSchema,
  },
  { $id: 'Capability' },
)
export type Capability = Static<typeof CapabilitySchema>

/** A user-visible change: one file of the changelog, one entry of the Atom feed. */
export const ChangeSchema = Type.Object(
  {
    id: Type.String({ description: 'Stable id of the change.' }),
    date: Type.String({
      format: 'date',
      pattern: DATE_PATTERN,
      description: 'Date of the change.',
    }),
    title: Type.String({ description: 'The change in one line.' }),
    summary: Type.String({ description: 'What changed for a reader, as Markdown.' }),
    url: Type.String({ format: 'uri', description: 'Where to read on.' }),
    capability: Type.Optional(Type.String({ description: 'Id of the capability that changed.' })),
    status: Type.Optional(CapabilityStatusSchema),
  },
  { $id: 'Change' },
)
export type Change = Static<typeof ChangeSchema>

/** One generated file: path below the base address and below the build folder alike. */
export const ManifestFileSchema = Type.Object({
  path: Type.String({ minLength: 1, description: 'Path without a leading slash.' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Type.Integer({ minimum: 0 }),
})
export type ManifestFile = Static<typeof ManifestFileSchema>

/** The public manifest, renamed into place last (shapes: build folder). */
export const ManifestSchema = Type.Object({
  version: Type.String({ minLength: 1 }),
  generated: Type.String({ format: 'date-time' }),
  base_url: Type.String({ format: 'uri' }),
  build: Type.String({ pattern: '^[0-9a-f]{16,64}$' }),
  files: Type.Array(ManifestFileSchema),
  pages: Type.Array(PageRecordSchema),
  /** Where old paths lead; sister sites read it, and a site without them does not say it. */
  ...RedirectRulesSchema.properties,
})
export type Manifest = Static<typeof ManifestSchema>
