import type { JsonObject } from '../contract/json_rpc.ts'
import { type Check, quoteValue } from './findings.ts'
import { omit } from './json.ts'
import type { LlmsIndex, LlmsSection } from './llms_files.ts'

/** A list of records from one interface. */
type RecordList = readonly [where: string, records: readonly JsonObject[]]

/** Members that an interface may add to a record. */
const ADDED = ['notice', 'section']

/**
 * Compares every record of every list with the others: presence, each field, order. Returns the
 * records that most interfaces agree on, by id.
 */
export function compareRecords(
  lists: readonly RecordList[],
  check: Check,
): ReadonlyMap<string, JsonObject> {
  const tables = lists.map(([where, records]) => {
    const byId = new Map<string, JsonObject>()
    for (const record of records) {
      const id = String(record.id)
      if (byId.has(id)) check.fail(where, `page ${id}`, 'one record', 'more than one')
      byId.set(id, omit(record, ...ADDED))
    }
    return { where, byId }
  })
  const agreed = new Map<string, JsonObject>()
  for (const id of new Set(tables.flatMap(({ byId }) => [...byId.keys()]))) {
    const record = compareRecord(id, tables, check)
    if (record !== undefined) agreed.set(id, record)
  }
  compareOrder(tables, agreed, check)
  return agreed
}

type Table = { readonly where: string; readonly byId: ReadonlyMap<string, JsonObject> }

function compareRecord(id: string, tables: readonly Table[], check: Check): JsonObject | undefined {
  const isThere = check.agree(
    `page ${id}`,
    tables.map(({ where, byId }) => [where, byId.has(id) ? 'a record' : 'no record']),
  )
  const holders = tables.filter(({ byId }) => byId.has(id))
  const names = new Set(holders.flatMap(({ byId }) => Object.keys(byId.get(id) ?? {})))
  const record: Record<string, unknown> = {}
  for (const name of names) {
    const value = check.agree(
      `page ${id} ${name}`,
      holders.map(({ where, byId }) => [where, byId.get(id)?.[name]]),
    )
    if (value !== undefined) record[name] = value
  }
  return isThere === 'a record' ? record : undefined
}

/** Pages that all lists have are in the same order. */
function compareOrder(
  tables: readonly Table[],
  agreed: ReadonlyMap<string, JsonObject>,
  check: Check,
): void {
  const isEverywhere = (id: string) => tables.every(({ byId }) => byId.has(id))
  const orders = tables.map(({ where, byId }) => ({
    where,
    ids: [...byId.keys()].filter((id) => agreed.has(id) && isEverywhere(id)),
  }))
  check.agree(
    'order of pages: position',
    orders.map(({ where, ids }) => [where, ids]),
  )
}

/** The index lists every page with the title, description and status of its record. */
export function compareLlms(
  index: LlmsIndex,
  records: ReadonlyMap<string, JsonObject>,
  check: Check,
): void {
  const byTwin = new Map([...records.values()].map((record) => [record.markdown_url, record]))
  const listed = new Set(index.entries.map(({ markdownUrl }) => markdownUrl))
  const absent = [...records.values()].filter((record) => !listed.has(String(record.markdown_url)))
  check.count(records.size)
  if (absent.length !== index.leftOut) {
    const more = index.leftOut === 0 ? '' : ` (it states that ${index.leftOut} are left out)`
    for (const { id } of absent) check.fail(LLMS, `page ${id}`, 'an entry', `no entry${more}`)
    if (absent.length === 0) check.fail(LLMS, 'pages left out', '0', String(index.leftOut))
  }
  check.equal(LLMS, 'entries, each once', listed.size, index.entries.length)
  for (const entry of index.entries) {
    const record = byTwin.get(entry.markdownUrl)
    if (record === undefined) {
      check.fail(
        LLMS,
        `entry ${quoteValue(entry.title)}`,
        'a page',
        `no page at ${entry.markdownUrl}`,
      )
      continue
    }
    const what = `page ${record.id}`
    compareShortened(check, `${what} title`, String(record.title), entry.title)
    compareShortened(check, `${what} description`, String(record.description), entry.description)
    check.equal(LLMS, `${what} status`, selectIndexStatus(record.status), entry.status)
  }
}

const LLMS = 'llms.txt'

/** The index cuts long texts and marks the end. */
function compareShortened(check: Check, what: string, whole: string, found: string): void {
  const line = whole.replace(/\s+/g, ' ').trim()
  const isCut = found.endsWith('…') && line.startsWith(found.slice(0, -1))
  check.equal(LLMS, what, isCut ? found : line, found)
}

/** The index leaves out the two statuses that readers take for granted. */
function selectIndexStatus(status: unknown): unknown {
  return status === 'available' || status === 'reference' ? undefined : status
}

/** The second file has a section for every page, with the title and status of its record. */
export function compareFull(
  sections: ReadonlyMap<string, LlmsSection>,
  records: ReadonlyMap<string, JsonObject>,
  check: Check,
): void {
  for (const { id, url, title, status } of records.values()) {
    const section = sections.get(String(url))
    const line = String(title).replace(/\s+/g, ' ').trim()
    const found =
      section === undefined ? undefined : { title: section.title, status: section.status }
    check.equal('llms-full', `page ${id}`, { title: line, status }, found)
  }
}
