import type { JsonObject } from '../contract/json_rpc.ts'
import { type Book, shown } from './findings.ts'
import { without } from './json.ts'
import type { LlmsIndex, LlmsSection } from './llms_files.ts'

/** A list of records as one interface gives it. */
type RecordVoice = readonly [where: string, records: readonly JsonObject[]]

/** Members that an interface adds to a record on purpose. */
const OWN = ['notice', 'section']

/**
 * Holds every record of every list against the others: presence, each field, order. Gives the
 * records that most interfaces agree on, by id.
 */
export function compareRecords(
  voices: readonly RecordVoice[],
  book: Book,
): ReadonlyMap<string, JsonObject> {
  const tables = voices.map(([where, records]) => {
    const byId = new Map<string, JsonObject>()
    for (const record of records) {
      const id = String(record.id)
      if (byId.has(id)) book.wrong(where, `page ${id}`, 'one record', 'more than one')
      byId.set(id, without(record, ...OWN))
    }
    return { where, byId }
  })
  const agreed = new Map<string, JsonObject>()
  for (const id of new Set(tables.flatMap(({ byId }) => [...byId.keys()]))) {
    const record = compareRecord(id, tables, book)
    if (record !== undefined) agreed.set(id, record)
  }
  compareOrder(tables, agreed, book)
  return agreed
}

type Table = { readonly where: string; readonly byId: ReadonlyMap<string, JsonObject> }

function compareRecord(id: string, tables: readonly Table[], book: Book): JsonObject | undefined {
  const isThere = book.agree(
    `page ${id}`,
    tables.map(({ where, byId }) => [where, byId.has(id) ? 'a record' : 'no record']),
  )
  const holders = tables.filter(({ byId }) => byId.has(id))
  const names = new Set(holders.flatMap(({ byId }) => Object.keys(byId.get(id) ?? {})))
  const record: Record<string, unknown> = {}
  for (const name of names) {
    const value = book.agree(
      `page ${id} ${name}`,
      holders.map(({ where, byId }) => [where, byId.get(id)?.[name]]),
    )
    if (value !== undefined) record[name] = value
  }
  return isThere === 'a record' ? record : undefined
}

/** Of the pages that all lists have, the order must be one. */
function compareOrder(
  tables: readonly Table[],
  agreed: ReadonlyMap<string, JsonObject>,
  book: Book,
): void {
  const isEverywhere = (id: string) => tables.every(({ byId }) => byId.has(id))
  const orders = tables.map(({ where, byId }) => ({
    where,
    ids: [...byId.keys()].filter((id) => agreed.has(id) && isEverywhere(id)),
  }))
  book.agree(
    'order of pages: position',
    orders.map(({ where, ids }) => [where, ids]),
  )
}

/** The index names every page, with the title, description and status of its record. */
export function compareLlms(
  index: LlmsIndex,
  records: ReadonlyMap<string, JsonObject>,
  book: Book,
): void {
  const byTwin = new Map([...records.values()].map((record) => [record.markdown_url, record]))
  const named = new Set(index.entries.map(({ markdownUrl }) => markdownUrl))
  const absent = [...records.values()].filter((record) => !named.has(String(record.markdown_url)))
  book.count(records.size)
  if (absent.length !== index.leftOut) {
    const more = index.leftOut === 0 ? '' : ` (it says that it leaves out ${index.leftOut})`
    for (const { id } of absent) book.wrong(LLMS, `page ${id}`, 'an entry', `no entry${more}`)
    if (absent.length === 0) book.wrong(LLMS, 'pages left out', '0', String(index.leftOut))
  }
  book.equal(LLMS, 'entries, each once', named.size, index.entries.length)
  for (const entry of index.entries) {
    const record = byTwin.get(entry.markdownUrl)
    if (record === undefined) {
      book.wrong(LLMS, `entry ${shown(entry.title)}`, 'a page', `no page at ${entry.markdownUrl}`)
      continue
    }
    const what = `page ${record.id}`
    shortenedEqual(book, `${what} title`, String(record.title), entry.title)
    shortenedEqual(book, `${what} description`, String(record.description), entry.description)
    book.equal(LLMS, `${what} status`, toldStatus(record.status), entry.status)
  }
}

const LLMS = 'llms.txt'

/** Long texts are cut there, with a mark at the end. */
function shortenedEqual(book: Book, what: string, whole: string, found: string): void {
  const line = whole.replace(/\s+/g, ' ').trim()
  const isCut = found.endsWith('…') && line.startsWith(found.slice(0, -1))
  book.equal(LLMS, what, isCut ? found : line, found)
}

/** Readers may take these two for granted; the index names the others. */
function toldStatus(status: unknown): unknown {
  return status === 'available' || status === 'reference' ? undefined : status
}

/** The second file has a section for every page, with title and status of its record. */
export function compareFull(
  sections: ReadonlyMap<string, LlmsSection>,
  records: ReadonlyMap<string, JsonObject>,
  book: Book,
): void {
  for (const { id, url, title, status } of records.values()) {
    const section = sections.get(String(url))
    const line = String(title).replace(/\s+/g, ' ').trim()
    const found =
      section === undefined ? undefined : { title: section.title, status: section.status }
    book.equal('llms-full', `page ${id}`, { title: line, status }, found)
  }
}
