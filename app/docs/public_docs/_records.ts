import type { StoredPage } from '../../contract/build.ts'
import type { PageFilter, PageRecord } from '../../contract/page.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { CAPABILITY_STATUSES } from '../../contract/statuses.ts'
import { ColumnReader } from '../../foundation/tables/column_reader.ts'
import { openColumns, type Trust, writeColumns } from '../../foundation/tables/columns.ts'
import { buildTextColumns, sortPositions } from '../../foundation/tables/texts.ts'

const KIND = 'records'

/** How many records are kept as objects; the others stay in the table as text. */
const OBJECTS_MAX = 2048

/** Enough of a digest to tell damaged bytes; a whole one would be a tenth of the table. */
const DIGEST_BYTES = 8

/** A range of a file. */
type Range = { readonly from: number; readonly to: number }

/**
 * All page records of a build. The table holds each as the JSON that is published, so a list is
 * assembled without creating objects.
 */
export type RecordTable = {
  readonly count: number
  /** The record as JSON text. */
  json(at: number): string
  record(at: number): PageRecord
  /** Position of the page with this id; -1 for an unknown id. */
  withId(id: string): number
  /** Position of the page at this path, `''` for the front page; -1 for an unknown path. */
  atPath(path: string): number
  accepts(at: number, filter: PageFilter): boolean
  /** Path of the twin within the build folder. */
  twin(at: number): string
  bodyOffset(at: number): number
  /** Range of the headings of the page in `private/headings.bin`. */
  headings(at: number): Range
  /** Whether these are they; a build of an earlier version does not say. */
  hasHeadings(at: number, bytes: Uint8Array): boolean
}

/** Writes `private/records.bin` and `private/headings.bin`. */
export function writeRecords(pages: readonly StoredPage[]): {
  readonly records: Uint8Array<ArrayBuffer>
  readonly headings: Uint8Array<ArrayBuffer>
} {
  const ids = pages.map(({ record }) => record.id)
  const paths = pages.map(({ twin }) => pathOfTwin(twin))
  const kinds = [...new Set(pages.map(({ record }) => record.kind))].sort()
  const headings = pages.map((page) => Buffer.from(JSON.stringify(page.headings)))
  const ends = new Uint32Array(pages.length + 1)
  headings.forEach(({ length }, at) => {
    ends[at + 1] = (ends[at] ?? 0) + length
  })
  const records = writeColumns(KIND, {
    ...buildTextColumns(
      'json',
      pages.map(({ record }) => JSON.stringify(pickPublished(record))),
    ),
    ...buildTextColumns('id', ids),
    id_order: sortPositions(ids),
    ...buildTextColumns('path', paths),
    path_order: sortPositions(paths),
    ...buildTextColumns('kinds', kinds),
    kind: Uint16Array.from(pages, ({ record }) => kinds.indexOf(record.kind)),
    status: Uint8Array.from(pages, ({ record }) => CAPABILITY_STATUSES.indexOf(record.status)),
    body_at: Uint32Array.from(pages, ({ bodyOffset }) => bodyOffset),
    headings_at: ends,
    headings_digest: Buffer.concat(headings.map(digestHeadings)),
  })
  return { records, headings: new Uint8Array(Buffer.concat(headings)) }
}

/** The published fields only, so that a field that the build adds later cannot leak. */
function pickPublished(record: PageRecord): PageRecord {
  const { id, kind, url, title, description, status, updated, markdown_url, notice } = record
  const published = { id, kind, url, title, description, status, updated, markdown_url }
  return notice === undefined ? published : { ...published, notice }
}

/** Opens `private/records.bin` over its bytes; the error gives the reason. */
export function openRecords(file: Uint8Array, trust?: Trust): Result<RecordTable, string> {
  const columns = openColumns(KIND, file, trust)
  if (!columns.ok) return columns
  const reader = new ColumnReader(columns.value)
  const digests = columns.value.u8('headings_digest')
  // Builds of earlier versions lack this column alone, and stay as good as they were.
  const headingsDigest = digests.ok ? digests.value : undefined
  const records = { ...readColumns(reader), headingsDigest }
  const fault = reader.fault ?? findLengthFault(records)
  return fault === undefined ? ok(createTable(records)) : err(fault)
}

type RecordColumns = ReturnType<typeof readColumns> & {
  readonly headingsDigest: Uint8Array | undefined
}

function readColumns(reader: ColumnReader) {
  return {
    json: reader.texts('json'),
    ids: reader.texts('id'),
    paths: reader.texts('path'),
    kinds: reader.texts('kinds'),
    idOrder: reader.u32('id_order'),
    pathOrder: reader.u32('path_order'),
    kind: reader.u16('kind'),
    status: reader.u8('status'),
    bodyAt: reader.u32('body_at'),
    headingsAt: reader.u32('headings_at'),
  }
}

function findLengthFault(records: RecordColumns): string | undefined {
  const { json, ids, paths, idOrder, pathOrder, kind, status, bodyAt, headingsAt } = records
  const lengths = [idOrder, pathOrder, kind, status, bodyAt].map(({ length }) => length)
  const digests = (records.headingsDigest?.length ?? json.count * DIGEST_BYTES) / DIGEST_BYTES
  const counts = [ids.count, paths.count, ...lengths, headingsAt.length - 1, digests]
  const isWhole = counts.every((count) => count === json.count)
  return isWhole ? undefined : 'its columns have different lengths'
}

function createTable(records: RecordColumns): RecordTable {
  const { json, ids, paths, kinds, kind, status, bodyAt, headingsAt, headingsDigest } = records
  const kindNames = Array.from({ length: kinds.count }, (_, at) => kinds.at(at))
  const objects = new Map<number, PageRecord>()
  const record = (at: number): PageRecord => {
    const known = objects.get(at)
    if (known !== undefined) return known
    // The build wrote this text from a page record, and the digest proves that it is unchanged.
    const parsed = JSON.parse(json.at(at)) as PageRecord
    if (objects.size >= OBJECTS_MAX) objects.clear()
    objects.set(at, parsed)
    return parsed
  }
  return {
    count: json.count,
    json: (at) => json.at(at),
    record,
    withId: (id) => ids.find(id, records.idOrder),
    atPath: (path) => paths.find(path, records.pathOrder),
    accepts: (at, filter) => {
      if (filter.kind !== undefined && kindNames[kind[at] ?? 0] !== filter.kind) return false
      return filter.status === undefined || CAPABILITY_STATUSES[status[at] ?? 0] === filter.status
    },
    twin: (at) => twinOfPath(paths.at(at)),
    bodyOffset: (at) => bodyAt[at] ?? 0,
    headings: (at) => ({ from: headingsAt[at] ?? 0, to: headingsAt[at + 1] ?? 0 }),
    hasHeadings: (at, bytes) => {
      const known = headingsDigest?.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES)
      return known === undefined || Buffer.compare(known, digestHeadings(bytes)) === 0
    },
  }
}

function digestHeadings(bytes: Uint8Array): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(bytes).digest().subarray(0, DIGEST_BYTES)
}

const TWIN = 'index.md'

/** `a/b/index.md` is the twin of the page at `a/b` (contract 2, Markdown twin). */
function pathOfTwin(twin: string): string {
  return twin.slice(0, -TWIN.length).replace(/\/$/, '')
}

function twinOfPath(path: string): string {
  return path === '' ? TWIN : `${path}/${TWIN}`
}
