import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import {
  HEADINGS_FILE,
  type Heading,
  HeadingSchema,
  type ServiceFile,
} from '../../contract/build.ts'
import { HTTP_OPERATIONS } from '../../contract/operations/mod.ts'
import type { PageFilter, PageRecord } from '../../contract/page.ts'
import type { PublicRefusal } from '../../contract/public_error.ts'
import { type NormalQuery, normalizeQuery } from '../../contract/query.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { SearchIndex } from '../search/mod.ts'
import type { LoadedBuild } from './_load.ts'
import { readPageAddress } from './_page_addresses.ts'
import { createPagePaths, type PagePaths } from './_page_paths.ts'
import type { CountSearch, SearchLimit, Snapshot } from './_public_docs.ts'
import { createRecordList, createSearchList, omitFarHits } from './_record_lists.ts'
import type { RecordTable } from './_records.ts'
import { createFileLookup, readRange, refuseUnreadable } from './_stored_files.ts'

/** What of the service file a snapshot answers with. */
type ServiceFacts = Pick<
  ServiceFile,
  | 'registry'
  | 'limits'
  | 'capabilities'
  | 'changes'
  | 'descriptions'
  | 'redirects'
  | 'redirect_folders'
  | 'business'
  | 'example'
  | 'skills'
> & { readonly published: readonly string[] }

/** The records of all pages, in the order of the search index. */
type PageRecords = Pick<RecordTable, 'count' | 'json' | 'record' | 'withId' | 'atPath' | 'accepts'>

/** What a snapshot answers from: a build on the disk, or pages in memory. */
type SnapshotSource = Pick<Snapshot, 'build' | 'folder' | 'baseUrl' | 'modifiedMs' | 'file'> & {
  readonly version: string
  readonly generated: string
  readonly service: ServiceFacts
  readonly records: PageRecords
  readonly index: Pick<SearchIndex, 'search'>
  readonly countSearch?: CountSearch | undefined
  readonly readPage: (at: number) => ReturnType<Snapshot['page']>
}

/** What an id or an address misses: it is taken as a whole. */
const ALL_MATCHED = {
  isWeak: false,
  apart: [],
  unmatched: [],
  corrected: new Map<string, string>(),
}

export type SnapshotPorts = {
  readonly countSearch?: CountSearch | undefined
  /** Called when a file of the build cannot be read, or has other bytes. */
  readonly onUnreadable?: () => void
}

/** Creates the immutable value that every interface answers from. */
export function createSnapshot(build: LoadedBuild, ports: SnapshotPorts): Snapshot {
  const { countSearch, onUnreadable = () => {} } = ports
  const file = createFileLookup(build, onUnreadable)
  const readPageAt = async (at: number) => {
    const page = await readPage(build, file, at)
    if (!page.ok) onUnreadable()
    return page
  }
  return composeSnapshot({ ...build, file, readPage: readPageAt, countSearch })
}

/** The same over whatever holds the pages. */
export function composeSnapshot(source: SnapshotSource): Snapshot {
  const { service, records } = source
  const published = new Set(HTTP_OPERATIONS.filter((name) => service.published.includes(name)))
  const capabilities = new Map(service.capabilities.map((entry) => [entry.id, entry]))
  const status = { version: source.version, generated: source.generated, pages: records.count }
  const recordOf = (at: number): PageRecord | undefined => (at < 0 ? undefined : records.record(at))
  const paths = createPagePaths({ ...source, rules: service })
  let choices: Snapshot['choices'] | undefined

  return {
    build: source.build,
    folder: source.folder,
    baseUrl: source.baseUrl,
    registry: service.registry,
    published,
    modifiedMs: source.modifiedMs,
    limits: service.limits,
    business: service.business,
    example: service.example,
    skills: service.skills ?? [],
    search: (query, limit, filter) => search(source, paths, query, { limit, filter }),
    countSearch: source.countSearch,
    page: async (id) => {
      const at = records.withId(id)
      return at < 0 ? refuseUnknown('page', id) : await source.readPage(at)
    },
    pages: (limit, filter, after) => listPages(records, limit, filter, after),
    capability: (id) => {
      const capability = capabilities.get(id)
      if (capability === undefined) return refuseUnknown('capability', id)
      const pages = capability.pages.flatMap((page) => recordOf(records.withId(page)) ?? [])
      return ok({ capability, records: pages })
    },
    capabilities: () => service.capabilities,
    status: () => status,
    changes: () => service.changes,
    describe: (kind, id) => {
      const entries = service.descriptions[kind]
      const entry = Object.hasOwn(entries, id) ? entries[id] : undefined
      return entry === undefined ? refuseUnknown(kind, id) : ok(entry)
    },
    // Pages in memory describe their operations only when somebody asks.
    get choices() {
      choices ??= listChoices(service)
      return choices
    },
    file: source.file,
    recordAt: (path) => recordOf(records.atPath(path)),
    movedTo: (path) => {
      const old = paths.oldPath(path)
      return old === undefined ? undefined : { url: old.url, record: recordOf(old.at) }
    },
    recordAtAddress: (text) => {
      const address = readPageAddress(text, source.baseUrl)
      return address === undefined ? undefined : recordOf(paths.atPath(address.path))
    },
  }
}

type SearchBounds = { readonly limit: SearchLimit; readonly filter: PageFilter | undefined }

function search(
  { records, index, baseUrl }: SnapshotSource,
  paths: PagePaths,
  query: NormalQuery,
  { limit, filter }: SearchBounds,
): ReturnType<Snapshot['search']> {
  const named = findNamedPage(query, paths, baseUrl)
  const isOpen = typeof limit !== 'number'
  const most = isOpen ? limit.atMost : limit
  const found = index.search(named?.words ?? query, most, filter, named?.at)
  const hits = isOpen ? omitFarHits(found.hits) : found.hits
  const isNamed = named !== undefined && hits[0]?.page === named.at
  const { isWeak, apart, unmatched, corrected } = isNamed ? ALL_MATCHED : found
  const match = { degraded: false, apart, unmatched, corrected }
  const detail = isOpen ? 'close' : 'all'
  if (hits.length === 0) {
    return createSearchList(records, hits, detail, {
      ...match,
      outcome: 'nothing_found',
      rating: 'empty',
    })
  }
  const outcome = isWeak ? 'weak' : 'found'
  return createSearchList(records, hits, detail, { ...match, outcome, rating: outcome })
}

function listChoices({ capabilities, descriptions }: ServiceFacts): Snapshot['choices'] {
  return {
    capability: capabilities.map(({ id }) => id),
    operation: Object.keys(descriptions.operation),
    workflow: Object.keys(descriptions.workflow),
    event: Object.keys(descriptions.event),
  }
}

function refuseUnknown(what: string, id: string): Result<never, PublicRefusal> {
  return err({ reason: 'not_found', message: `Cannot find ${what} "${id}": it does not exist` })
}

function listPages(
  records: PageRecords,
  limit: number,
  filter: PageFilter = {},
  after?: string,
): ReturnType<Snapshot['pages']> {
  const from = after === undefined ? 0 : records.withId(after) + 1
  if (after !== undefined && from === 0) {
    const message = `Cannot continue after "${after}": it is not a page`
    return err({ reason: 'invalid_parameter', message })
  }
  const listed: number[] = []
  let at = from
  for (; at < records.count && listed.length < limit; at += 1) {
    if (records.accepts(at, filter)) listed.push(at)
  }
  while (at < records.count && !records.accepts(at, filter)) at += 1
  const last = listed.at(-1)
  const more = at < records.count && last !== undefined
  return ok(createRecordList(records, listed, more ? { after: records.record(last).id } : {}))
}

const HeadingsSchema = Type.Array(HeadingSchema)

async function readPage(
  { folder, records }: LoadedBuild,
  findFile: Snapshot['file'],
  at: number,
): ReturnType<Snapshot['page']> {
  const record = records.record(at)
  const twin = records.twin(at)
  const [whole, headings] = await Promise.all([
    findFile(twin)?.read(),
    readRange(join(folder, HEADINGS_FILE), records.headings(at)),
  ])
  const isKnown = headings !== undefined && records.hasHeadings(at, headings)
  const known = isKnown ? parseHeadings(headings) : undefined
  if (whole?.ok !== true || known === undefined) return err(refuseUnreadable(record.id))
  const body = whole.value.subarray(records.bodyOffset(at))
  return ok({ record, markdown: new TextDecoder().decode(body), headings: known })
}

function parseHeadings(bytes: Uint8Array): readonly Heading[] | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return Value.Check(HeadingsSchema, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The page that a whole query names, and the words of the query that are left to search for. */
type NamedPage = { readonly at: number; readonly words: NormalQuery }

/** The page whose id or address a query is, if it is one. Ids are looked up, never parsed. */
function findNamedPage(
  query: NormalQuery,
  records: Pick<RecordTable, 'withId' | 'atPath'>,
  baseUrl: string,
): NamedPage | undefined {
  const byId = records.withId(query)
  if (byId >= 0) return { at: byId, words: query }
  const address = readPageAddress(query, baseUrl)
  if (address === undefined) return undefined
  const { path, anchor } = address
  const at = records.atPath(path)
  // An anchor is the words of a heading, by which search finds the section.
  const words = normalizeQuery((anchor || path).replace(/[-/]+/g, ' '))
  return at < 0 ? undefined : { at, words }
}
