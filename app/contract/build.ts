import { type Static, Type } from '@sinclair/typebox'
import { BusinessRegistrySchema } from './business.ts'
import {
  CapabilitySchema,
  ChangeSchema,
  type ManifestFile,
  ManifestFileSchema,
  ManifestSchema,
} from './corpus.ts'
import { DescriptionsSchema } from './descriptions.ts'
import { ExampleWorkspaceSchema } from './example.ts'
import { LimitsSchema } from './limits.ts'
import type { PageRecord } from './page.ts'
import { RedirectRulesSchema } from './redirects.ts'
import { RegistrySchema } from './registry.ts'
import { SkillSchema } from './skills.ts'

/** The public manifest: its name below the folder of builds and below the base address alike. */
export const MANIFEST_FILE = 'docs-manifest.json'

/** The page of every missing path. It has no address, so the manifest does not list it. */
export const NOT_FOUND_FILE = '404.html'

/**
 * What a build leaves for `public_docs` inside `builds/<hash>/`, beside the served files.
 * Nothing under this folder is ever served.
 */
export const PRIVATE_FOLDER = 'private'

/** `private/service.json`: registry, limits, capabilities and changes. */
export const SERVICE_FILE = `${PRIVATE_FOLDER}/service.json`

/** `private/records.bin`: a table of all page records, in the order of the manifest's pages. */
export const RECORDS_FILE = `${PRIVATE_FOLDER}/records.bin`

/** `private/headings.bin`: the headings of each page as JSON; the records say where. */
export const HEADINGS_FILE = `${PRIVATE_FOLDER}/headings.bin`

/** `private/search.bin`: the search index. */
export const SEARCH_FILE = `${PRIVATE_FOLDER}/search.bin`

/** `private/files.json`: digest and size of the private files above; the build hash covers it. */
export const PRIVATE_FILES_FILE = `${PRIVATE_FOLDER}/files.json`

/** `private/served.bin`: a table of all served files, with the place of their compressed forms. */
export const SERVED_FILE = `${PRIVATE_FOLDER}/served.bin`

/** `private/packed.bin`: the compressed forms of served files, one behind the other. */
export const PACKED_FILE = `${PRIVATE_FOLDER}/packed.bin`

/**
 * `private/seal.json`: what is known once a build has its name: the digests of its manifest, of
 * `private/files.json` and of the two files that are made from served files.
 */
export const SEAL_FILE = `${PRIVATE_FOLDER}/seal.json`

/** Content codings that static files are stored in (RFC 9110 section 8.4.1), best first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** A compressed form of a served file: a range of `private/packed.bin`. */
export type PackedForm = Readonly<Omit<ManifestFile, 'path'>> & {
  readonly coding: Coding
  readonly at: number
}

/** A served file with its compressed forms. */
export type ServedFile = Readonly<ManifestFile> & {
  readonly forms: readonly PackedForm[]
  /** True where its compressed forms are all that is kept, so that no file is at its path. */
  readonly isPacked?: boolean
}

/** A heading of a page: `line` counts from 0 in the body, `anchor` is the id in the HTML page. */
export const HeadingSchema = Type.Object({
  level: Type.Integer({ minimum: 1, maximum: 6 }),
  text: Type.String(),
  anchor: Type.String(),
  line: Type.Integer({ minimum: 0 }),
  /** Other anchors that lead into the section; absent where there are none. */
  anchors: Type.Optional(Type.Array(Type.String())),
})
export type Heading = Static<typeof HeadingSchema>

/** A page of a build: the body stays in the twin until it is asked for. */
export type StoredPage = {
  readonly record: PageRecord
  /** Path of the twin below the build folder. */
  readonly twin: string
  /** Bytes of front matter and header in the twin before the body begins. */
  readonly bodyOffset: number
  readonly headings: readonly Heading[]
}

export const ServiceFileSchema = Type.Object({
  format: Type.Literal(4),
  base_url: Type.String({ format: 'uri' }),
  registry: RegistrySchema,
  /** The limits in force at the build: the descriptions name them. */
  limits: LimitsSchema,
  /** Operations that are described and allowlisted: the only ones with a route. */
  published: Type.Array(Type.String()),
  capabilities: Type.Array(CapabilitySchema),
  changes: Type.Array(ChangeSchema),
  descriptions: DescriptionsSchema,
  ...RedirectRulesSchema.properties,
  /** Skills, whose files are served; a build of an earlier version has none. */
  skills: Type.Optional(Type.Array(SkillSchema)),
  /** The private tools, where the corpus has a `business.yaml`. */
  business: Type.Optional(BusinessRegistrySchema),
  /** The example workspace, where the corpus has an `example_workspace.yaml`. */
  example: Type.Optional(ExampleWorkspaceSchema),
})
export type ServiceFile = Static<typeof ServiceFileSchema>

/** `private/files.json`: the private files that are part of the build's name. */
export const PrivateFilesSchema = Type.Object({ files: Type.Array(ManifestFileSchema) })

export const SealSchema = Type.Object({
  format: Type.Literal(1),
  ...Type.Pick(ManifestSchema, ['version', 'generated', 'base_url', 'build']).properties,
  /** SHA-256 of the manifest as the build wrote it. */
  manifest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** `private/files.json`, `private/served.bin` and `private/packed.bin`. */
  files: Type.Array(ManifestFileSchema),
})
export type Seal = Static<typeof SealSchema>

/** A call that a page sends for its reader, who may change it first. */
export type SentRequest = {
  readonly method: string
  readonly url: string
  /** `Name: value`. */
  readonly headers: readonly string[]
  readonly body?: string
}
