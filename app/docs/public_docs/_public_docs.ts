import type { Coding, Heading } from '../../contract/build.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import type { Capability, Change, CorpusStatus, ManifestFile } from '../../contract/corpus.ts'
import type { Descriptions } from '../../contract/descriptions.ts'
import type { ExampleWorkspace } from '../../contract/example.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Limits } from '../../contract/limits.ts'
import type { HttpOperation, Operation } from '../../contract/operations/mod.ts'
import type { PageFilter, PageRecord, SearchRecord } from '../../contract/page.ts'
import type { PublicRefusal } from '../../contract/public_error.ts'
import type { NormalQuery } from '../../contract/query.ts'
import type { Registry } from '../../contract/registry.ts'
import type { Result } from '../../contract/result.ts'
import type { SearchMatch } from '../../contract/search_match.ts'
import type { Skill } from '../../contract/skills.ts'
import type { AskedSearch, SearchRating } from '../../foundation/telemetry/search_report.ts'

/**
 * Records as values, and as a JSON array of the same. Both are created on access: an interface that
 * writes JSON never pays for objects, and none pays for both.
 */
export type RecordList<Item> = {
  readonly records: readonly Item[]
  readonly json: string
}

/** Ranked records; `degraded` when bodies could not be searched. Empty when nothing was found. */
type SearchAnswer = RecordList<SearchRecord> &
  SearchMatch & {
    readonly degraded: boolean
    /** The same as the outcome, in the words of the operator's report. */
    readonly rating: SearchRating
  }

/** Takes a search that a client asked for. */
export type CountSearch = (asked: AskedSearch) => void

/** A list in corpus order; `after` is the id to continue from, absent at the end. */
type PagesAnswer = RecordList<PageRecord> & { readonly after?: string }

type PageAnswer = {
  readonly record: PageRecord
  /** Body of the page with absolute links and without front matter. */
  readonly markdown: string
  readonly headings: readonly Heading[]
}

type CapabilityAnswer = {
  readonly capability: Capability
  readonly records: readonly PageRecord[]
}

/** Reads the bytes of one particular snapshot. */
type ReadBytes = () => Promise<Result<Uint8Array<ArrayBuffer>, PublicRefusal>>

/** A compressed form of a file. */
export type StoredForm = {
  readonly coding: Coding
  /** Tells it from every other form of any file, as a digest of its own does. */
  readonly sha256: string
  readonly read: ReadBytes
}

/** A generated file that may be served, with what an interface needs for its headers. */
export type StoredFile = ManifestFile & {
  readonly modifiedMs: number
  readonly read: ReadBytes
  readonly forms: readonly StoredForm[]
}

/** Where an old address leads now. */
type MovedAddress = {
  /** The whole address, with an anchor where there is one. */
  readonly url: string
  /** The page there; absent for a file, or an address elsewhere. */
  readonly record: PageRecord | undefined
}

/**
 * How many pages a search gives: a number that somebody asked for, or as many as are worth reading,
 * at most so many.
 */
export type SearchLimit = number | { readonly atMost: number }

/**
 * One immutable build, held in memory. A request is answered from a single snapshot, so version,
 * record and body cannot disagree.
 */
export type Snapshot = {
  readonly build: string
  /**
   * Folder of the build on this machine, which the asset server of `static_files` reads; '' where
   * the pages are in memory.
   */
  readonly folder: string
  readonly baseUrl: string
  readonly registry: Registry
  /** HTTP operations that are described and allowlisted (contract 1, rule 4). */
  readonly published: ReadonlySet<HttpOperation>
  readonly modifiedMs: number
  /** The limits that the descriptions of this build state. */
  readonly limits: Limits
  /** Private tools and reach rules; absent in a corpus without `business.yaml`. */
  readonly business: BusinessRegistry | undefined
  /** Instructions for agents, as files that are served. */
  readonly skills: readonly Skill[]
  /** Initial data of the embedded example workspace; absent in a corpus without one. */
  readonly example: ExampleWorkspace | undefined

  search(query: NormalQuery, limit: SearchLimit, filter?: PageFilter): SearchAnswer
  /** Counts a search that a client asked for; absent where the operator wants no report. */
  readonly countSearch: CountSearch | undefined
  page(id: string): Promise<Result<PageAnswer, PublicRefusal>>
  pages(limit: number, filter?: PageFilter, after?: string): Result<PagesAnswer, PublicRefusal>
  capability(id: string): Result<CapabilityAnswer, PublicRefusal>
  capabilities(): readonly Capability[]
  status(): CorpusStatus
  changes(): readonly Change[]
  /** One entry of the published descriptions, whole. */
  describe(kind: keyof Descriptions, id: string): Result<JsonObject, PublicRefusal>
  /** Every id that an operation takes, for the operations that look up one of few. */
  readonly choices: Readonly<Partial<Record<Operation, readonly string[]>>>

  /** A served file by its path without a leading slash; absent for an unknown path. */
  file(path: string): StoredFile | undefined
  /** The record of the page at this path ('' is the front page); absent for an unknown path. */
  recordAt(path: string): PageRecord | undefined
  /** Where the address of this path leads, at which nothing is any more; absent for any other. */
  movedTo(path: string): MovedAddress | undefined
  /** The record of the page at one of our addresses, old or new; absent for another. */
  recordAtAddress(address: string): PageRecord | undefined
}

/** The only module that knows the corpus (contract 1, rule 1). */
export type PublicDocs = {
  /**
   * The snapshot to answer from: a pointer that is swapped off the request path, within a second of
   * a changed manifest. Call this once per request and keep the value.
   */
  current(): Snapshot
  /** Why the build that the manifest names is not served; absent if it is. */
  refusal(): string | undefined
  /** Checks the manifest now and loads a changed one; concurrent calls share one load. */
  look(): Promise<void>
  /** Stops following the manifest. */
  close(): void
}
