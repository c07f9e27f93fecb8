import { type Static, Type } from '@sinclair/typebox'
import { CapabilitySchema, ChangeSchema, ManifestFileSchema } from './corpus.ts'
import { PageRecordSchema } from './page.ts'
import { RegistrySchema } from './registry.ts'

/**
 * What the press leaves for the library inside `builds/<hash>/`, beside the served files.
 * Nothing under this folder is ever served.
 */
export const PRIVATE_FOLDER = 'private'

/** `private/service.json`: all that the service needs before it reads a single page. */
export const SERVICE_FILE = `${PRIVATE_FOLDER}/service.json`

/** `private/search.json`: plain text of each page body, in the order of the manifest's pages. */
export const SEARCH_FILE = `${PRIVATE_FOLDER}/search.json`

/** `private/files.json`: digest and size of the other private files; the build hash covers it. */
export const PRIVATE_FILES_FILE = `${PRIVATE_FOLDER}/files.json`

/** A heading of a page: `line` counts from 0 in the body, `anchor` is the id in the HTML page. */
export const HeadingSchema = Type.Object({
  level: Type.Integer({ minimum: 1, maximum: 6 }),
  text: Type.String(),
  anchor: Type.String(),
  line: Type.Integer({ minimum: 0 }),
})
export type Heading = Static<typeof HeadingSchema>

/** A page as the library holds it: the body stays in the twin until somebody asks. */
export const StoredPageSchema = Type.Object({
  record: PageRecordSchema,
  capability: Type.String(),
  /** Path of the twin below the build folder. */
  twin: Type.String(),
  /** Bytes of front matter and header in the twin before the body begins. */
  bodyOffset: Type.Integer({ minimum: 0 }),
  headings: Type.Array(HeadingSchema),
})
export type StoredPage = Static<typeof StoredPageSchema>

export const ServiceFileSchema = Type.Object({
  format: Type.Literal(1),
  registry: RegistrySchema,
  /** Operations that are described and allowlisted: the only ones with a route. */
  published: Type.Array(Type.String()),
  capabilities: Type.Array(CapabilitySchema),
  changes: Type.Array(ChangeSchema),
  pages: Type.Array(StoredPageSchema),
})
export type ServiceFile = Static<typeof ServiceFileSchema>

export const SearchFileSchema = Type.Object({
  format: Type.Literal(1),
  bodies: Type.Array(Type.String()),
})
export type SearchFile = Static<typeof SearchFileSchema>

/** `private/files.json`: every other private file of the build. */
export const PrivateFilesSchema = Type.Object({ files: Type.Array(ManifestFileSchema) })
export type PrivateFiles = Static<typeof PrivateFilesSchema>
