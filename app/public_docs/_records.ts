import type { StoredPage } from '../contract/build.ts'
import { CAPABILITY_STATUSES, type PageFilter, type PageRecord } from '../contract/page.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { openColumns, writeColumns } from '../tables/columns.ts'
import { buildTextColumns, openTexts, sortPositions, type Texts } from '../tables/texts.ts'

const KIND = 'records'

/** Records that are kept as objects; the rest lies in the table as text. */
const OBJECTS_MAX = 2048

/** Where a range of a file lies. */
export type Range = { readonly from: number; readonly to: number }

/**
 * All page records of a build. Each lies in the table as the very JSON that is published, so a
 * list of them is put together without making an object of any.
 */
export type RecordTable = {
  readonly count: number
  /** The record as JSON text. */
  json(at: number): string
  record(at: number): PageRecord
  /** Position of the page with this id; -1 when there is none. */
  withId(id: string): number
  /** Position of the page at this path, `''` for the front page; -1 when there is none. */
  atPath(path: string): number
  accepts(at: number, filter: PageFilter): boolean
  /** Path of the twin below the build folder. */
  twin(at: number): string
  bodyOffset(at: number): number
  /** Where the headings of the page lie in `private/headings.bin`. */
  headings(at: number): Range
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
  })
  return { records, headings: new Uint8Array(Buffer.concat(headings)) }
}

/** The published fields and no other: what the press may come to hold does not leak by itself. */
function pickPublished(record: PageRecord): PageRecord {
  const { id, kind, url, title, description, status, updated, markdown_url } = record
  return { id, kind, url, title, description, status, updated, markdown_url }
}

/** Opens `private/records.bin` over its bytes; the error says what is wrong with it. */
export function openRecords(file: Uint8Array): Result<RecordTable, string> {
  const columns = openColumns(KIND, file)
  if (!columns.ok) return columns
  const { value } = columns
  const [json, ids, paths, kinds] = [
    openTexts(value, 'json'),
    openTexts(value, 'id'),
    openTexts(value, 'path'),
    openTexts(value, 'kinds'),
  ]
  if (!json.ok) return json
  if (!ids.ok) return ids
  if (!paths.ok) return paths
  if (!kinds.ok) return kinds
  const numbers = openNumbers(value, json.value.count)
  if (!numbers.ok) return numbers
  const { count } = json.value
  if (ids.value.count !== count || paths.value.count !== count) {
    return err('its columns have different lengths')
  }
  return ok(
    createTable(
      { json: json.value, ids: ids.value, paths: paths.value, kinds: kinds.value },
      numbers.value,
    ),
  )
}

type TextColumns = {
  readonly json: Texts
  readonly ids: Texts
  readonly paths: Texts
  readonly kinds: Texts
}

type NumberColumns = {
  readonly idOrder: Uint32Array
  readonly pathOrder: Uint32Array
  readonly kind: Uint16Array
  readonly status: Uint8Array
  readonly bodyAt: Uint32Array
  readonly headingsAt: Uint32Array
}

function openNumbers(
  columns: Parameters<typeof openTexts>[0],
  count: number,
): Result<NumberColumns, string> {
  const idOrder = columns.u32('id_order')
  if (!idOrder.ok) return idOrder
  const pathOrder = columns.u32('path_order')
  if (!pathOrder.ok) return pathOrder
  const kind = columns.u16('kind')
  if (!kind.ok) return kind
  const status = columns.u8('status')
  if (!status.ok) return status
  const bodyAt = columns.u32('body_at')
  if (!bodyAt.ok) return bodyAt
  const headingsAt = columns.u32('headings_at')
  if (!headingsAt.ok) return headingsAt
  const opened = {
    idOrder: idOrder.value,
    pathOrder: pathOrder.value,
    kind: kind.value,
    status: status.value,
    bodyAt: bodyAt.value,
    headingsAt: headingsAt.value,
  }
  const { headingsAt: ends, ...perPage } = opened
  const lengths = [...Object.values(perPage).map(({ length }) => length), ends.length - 1]
  const whole = lengths.every((length) => length === count)
  return whole ? ok(opened) : err('its columns have different lengths')
}

function createTable(texts: TextColumns, numbers: NumberColumns): RecordTable {
  const { json, ids, paths, kinds } = texts
  const { kind, status, bodyAt, headingsAt } = numbers
  const kindNames = Array.from({ length: kinds.count }, (_, at) => kinds.at(at))
  const objects = new Map<number, PageRecord>()
  const record = (at: number): PageRecord => {
    const known = objects.get(at)
    if (known !== undefined) return known
    // The press wrote this text from a page record, and the digest says that it is unchanged.
    const made = JSON.parse(json.at(at)) as PageRecord
    if (objects.size >= OBJECTS_MAX) objects.clear()
    objects.set(at, made)
    return made
  }
  return {
    count: json.count,
    json: (at) => json.at(at),
    record,
    withId: (id) => ids.find(id, numbers.idOrder),
    atPath: (path) => paths.find(path, numbers.pathOrder),
    accepts: (at, filter) => {
      if (filter.kind !== undefined && kindNames[kind[at] ?? 0] !== filter.kind) return false
      return filter.status === undefined || CAPABILITY_STATUSES[status[at] ?? 0] === filter.status
    },
    twin: (at) => twinOfPath(paths.at(at)),
    bodyOffset: (at) => bodyAt[at] ?? 0,
    headings: (at) => ({ from: headingsAt[at] ?? 0, to: headingsAt[at + 1] ?? 0 }),
  }
}

const TWIN = 'index.md'

/** `a/b/index.md` is the twin of the page at `a/b` (contract 2, Markdown twin). */
function pathOfTwin(twin: string): string {
  return twin.slice(0, -TWIN.length).replace(/\/$/, '')
}

function twinOfPath(path: string): string {
  return path === '' ? TWIN : `${path}/${TWIN}`
}
