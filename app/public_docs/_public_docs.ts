import type { Coding, Heading } from '../contract/build.ts'
import type { BusinessRegistry } from '../contract/business.ts'
import type { Capability, Change, CorpusStatus, ManifestFile } from '../contract/corpus.ts'
import type { ExampleWorkspace } from '../contract/example.ts'
import type { Limits } from '../contract/limits.ts'
import type { HttpOperation } from '../contract/operations.ts'
import type { PageFilter, PageRecord, SearchRecord } from '../contract/page.ts'
import type { PublicRefusal } from '../contract/public_error.ts'
import type {
  EventsEntry,
  HttpOperationEntry,
  Registry,
  WorkflowEntry,
} from '../contract/registry.ts'
import type { Result } from '../contract/result.ts'

/**
 * Records as values and as a JSON array of the same. Both are made when they are asked for: a
 * window that writes JSON never pays for objects, and none pays for both.
 */
export type RecordList<Item> = {
  readonly records: readonly Item[]
  readonly json: string
}

/** Ranked records; `degraded` when bodies could not be searched. Empty means nothing was found. */
export type SearchAnswer = RecordList<SearchRecord> & { readonly degraded: boolean }

/** A list in corpus order; `after` is the id to go on from, absent at the end. */
export type PagesAnswer = RecordList<PageRecord> & { readonly after?: string }

export type PageAnswer = {
  readonly record: PageRecord
  /** Body of the page; links are absolute, no front matter. */
  readonly markdown: string
  readonly headings: readonly Heading[]
}

export type CapabilityAnswer = {
  readonly capability: Capability
  readonly records: readonly PageRecord[]
}

export type OperationAnswer = HttpOperationEntry & { readonly url: string }
export type EventAnswer = EventsEntry['types'][number] & Omit<EventsEntry, 'types'>

/** Reads the bytes of exactly one snapshot. */
export type ReadBytes = () => Promise<Result<Uint8Array<ArrayBuffer>, PublicRefusal>>

/** A compressed form of a file, with a digest of its own. */
export type StoredForm = {
  readonly coding: Coding
  readonly sha256: string
  readonly bytes: number
  readonly read: ReadBytes
}

/** A generated file that may be served, with what a window needs for its headers. */
export type StoredFile = ManifestFile & {
  readonly modifiedMs: number
  readonly read: ReadBytes
  readonly forms: readonly StoredForm[]
}

/**
 * One immutable build, held in memory. Every answer of one request comes from one snapshot, so
 * version, record and body cannot disagree.
 */
export type Snapshot = {
  readonly build: string
  /** Folder of the build on this machine; the asset server of the manifests window reads it. */
  readonly folder: string
  readonly baseUrl: string
  readonly registry: Registry
  /** HTTP operations that are described and allowlisted (contract 1, rule 4). */
  readonly published: ReadonlySet<HttpOperation>
  readonly modifiedMs: number
  /** The limits that the descriptions of this build name. */
  readonly limits: Limits
  /** Private tools and reach rules; absent in a corpus without `business.yaml`. */
  readonly business: BusinessRegistry | undefined
  /** What the embedded example workspace begins with; absent in a corpus without one. */
  readonly example: ExampleWorkspace | undefined

  search(query: string, limit: number, filter?: PageFilter): SearchAnswer
  page(id: string): Promise<Result<PageAnswer, PublicRefusal>>
  pages(limit: number, filter?: PageFilter, after?: string): Result<PagesAnswer, PublicRefusal>
  capability(id: string): Result<CapabilityAnswer, PublicRefusal>
  capabilities(): readonly Capability[]
  status(): CorpusStatus
  changes(): readonly Change[]
  operation(id: string): Result<OperationAnswer, PublicRefusal>
  workflow(id: string): Result<WorkflowEntry, PublicRefusal>
  event(type: string): Result<EventAnswer, PublicRefusal>

  /** A served file by its path without leading slash; absent when the build has none there. */
  file(path: string): StoredFile | undefined
  /** The record of the page at this path ('' is the front page); absent when there is none. */
  recordAt(path: string): PageRecord | undefined
}

/** The library: the only room that knows the corpus (contract 1, rule 1). */
export type PublicDocs = {
  /**
   * The snapshot to answer from: a pointer, swapped off the request path within a second of a
   * changed manifest. Call it once per request and keep the value.
   */
  current(): Snapshot
  /** Looks at the manifest now and takes a changed one; concurrent calls share one load. */
  look(): Promise<void>
  /** Stops following the manifest. */
  close(): void
}
