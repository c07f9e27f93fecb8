import { MANIFEST_FILE } from '../../contract/build.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { factsOf, readStatus } from '../../contract/statuses.ts'
import { type Check, type Claim, quoteValue } from './findings.ts'
import { compareJunk, indexBy, objectsAt, toLine } from './json.ts'
import { type LlmsIndex, type LlmsSection, readLlmsFull } from './llms_files.ts'
import type { Corpus, Reading, Records } from './reading.ts'

/** Compares the lists of pages; returns what most interfaces say. */
export function comparePageLists(
  { api, mcpPages, files, llms, fullText }: Reading,
  check: Check,
): Pick<Corpus, 'records' | 'sections'> {
  compareJunk(MANIFEST_FILE, 'pages', files.manifest, check)
  compareJunk('docs-data/pages.json', 'pages', files.pagesData, check)
  compareJunk('docs-data/status.json', 'capabilities', files.statusData, check)
  compareJunk('docs-data/changes.json', 'changes', files.changesData, check)
  const lists: readonly Claim<readonly JsonObject[]>[] = [
    ['HTTP API', api.pages],
    ['MCP', mcpPages],
    [MANIFEST_FILE, objectsAt(files.manifest, 'pages')],
    ['docs-data/pages.json', objectsAt(files.pagesData, 'pages')],
  ]
  const records = compareRecords(lists, check)
  if (llms !== undefined) compareLlms(llms, records, check)
  if (fullText === undefined) return { records, sections: undefined }
  const urls = new Set([...records.values()].map(({ url }) => String(url)))
  const list = readLlmsFull(fullText, urls).map((section) => [section.url, section] as const)
  const sections = new Map(list)
  compareFull(sections, records, check)
  return { records, sections }
}

/**
 * Compares every record of every list with the others: presence, each field, order. Returns the
 * records that most interfaces agree on, by id.
 */
function compareRecords(lists: readonly Claim<readonly JsonObject[]>[], check: Check): Records {
  const tables = lists.map(([where, records]) => {
    const byId = new Map<string, JsonObject>()
    for (const record of records) {
      const id = String(record.id)
      if (byId.has(id)) check.fail(where, `page ${id}`, 'one record', 'more than one')
      byId.set(id, record)
    }
    return [where, byId] as const
  })
  const agreed = new Map<string, JsonObject>()
  const everywhere = new Set<string>()
  for (const id of new Set(tables.flatMap(([, byId]) => [...byId.keys()]))) {
    const presence = tables.map(
      ([where, byId]): Claim => [where, byId.has(id) ? 'a record' : 'no record'],
    )
    const isThere = check.agree(`page ${id}`, presence) === 'a record'
    const holders = tables.filter(([, byId]) => byId.has(id))
    const claims = holders.map(([where, byId]) => [where, byId.get(id)] as const)
    const record = check.agreeOnMembers(`page ${id}`, claims)
    if (isThere) agreed.set(id, record)
    if (isThere && holders.length === tables.length) everywhere.add(id)
  }
  check.agree(
    'order of pages: position',
    tables.map(([where, byId]) => [where, [...byId.keys()].filter((id) => everywhere.has(id))]),
  )
  return agreed
}

/** The index lists every page with the title, description and status of its record. */
function compareLlms(index: LlmsIndex, records: Records, check: Check): void {
  const pages = [...records.values()]
  const byTwin = indexBy(pages, 'markdown_url')
  const listed = new Set(index.entries.map(({ markdownUrl }) => markdownUrl))
  const absent = pages.filter((record) => !listed.has(String(record.markdown_url)))
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
      const what = `entry ${quoteValue(entry.title)}`
      check.fail(LLMS, what, 'a page', `no page at ${entry.markdownUrl}`)
      continue
    }
    const what = `page ${record.id}`
    compareShortened(check, `${what} title`, record.title, entry.title)
    compareShortened(check, `${what} description`, record.description, entry.description)
    check.equal(LLMS, `${what} status`, selectIndexStatus(record.status), entry.status)
  }
}

const LLMS = 'llms.txt'

/** The index cuts long texts and marks the end. */
function compareShortened(check: Check, what: string, whole: unknown, found: string): void {
  const line = toLine(whole)
  const isCut = found.endsWith('…') && line.startsWith(found.slice(0, -1))
  check.equal(LLMS, what, isCut ? found : line, found)
}

/** The index leaves out the statuses that readers take for granted. */
function selectIndexStatus(status: unknown): unknown {
  const known = readStatus(status)
  return known !== undefined && factsOf(known).isUsual ? undefined : status
}

/** The second file has a section for every page, with the title and status of its record. */
function compareFull(
  sections: ReadonlyMap<string, LlmsSection>,
  records: Records,
  check: Check,
): void {
  for (const { id, url, title, status } of records.values()) {
    const section = sections.get(String(url))
    const found = section && { title: section.title, status: section.status }
    check.equal('llms-full', `page ${id}`, { title: toLine(title), status }, found)
  }
}
