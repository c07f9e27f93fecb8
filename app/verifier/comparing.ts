import type { JsonObject } from '../contract/json_rpc.ts'
import { compareEventTool, compareWorkflowTool } from './compare_descriptions.ts'
import { compareManifestFiles, compareRevalidation } from './compare_files.ts'
import { compareLinks } from './compare_links.ts'
import { compareOperations } from './compare_operations.ts'
import { compareFull, compareLlms, compareRecords } from './compare_pages.ts'
import { comparePrivateTools } from './compare_private_tools.ts'
import { compareRoutes } from './compare_routes.ts'
import { compareSearch } from './compare_search.ts'
import {
  compareCapabilityTool,
  compareDocumentedTools,
  comparePrompts,
} from './compare_tool_calls.ts'
import { compareDiscovery, compareTools } from './compare_tools.ts'
import { compareWhole } from './compare_whole.ts'
import { compareTellingsOf } from './comparing_tellings.ts'
import type { Ledger } from './findings.ts'
import { compareJunk, objectsAt } from './json.ts'
import { markdownLinks } from './llms_files.ts'
import { type Reading, sectionsOf } from './reading.ts'
import { runWorkflows } from './run_workflows.ts'
import { sampled } from './sample.ts'

/** What the comparisons leave for the report. */
type Compared = {
  readonly records: ReadonlyMap<string, JsonObject>
  readonly readWhole: number
  /** Links that lead to other services. */
  readonly foreignLinks: number
}

/** Pages that are read whole on every interface, unless all are (spec/decisions/verify.md). */
const SAMPLE_PAGES = 30

/** Titles that are searched for on every interface. */
const SAMPLE_QUERIES = 5

/** Holds everything that was read against everything else, and reads pages whole on the way. */
export async function compareAll(
  reading: Reading,
  ledger: Ledger,
  { all, seed }: { readonly all: boolean; readonly seed: number },
): Promise<Compared> {
  const { client, files, views, names, fullText } = reading
  const records = compareLists(reading, ledger)
  compareTools(views, files.discovery, names, ledger.book('tools'))
  if (files.discovery !== undefined) {
    compareDiscovery(files.discovery, reading.baseUrl, views, ledger.book('tools'))
  }
  const { agent, version } = await compareTellingsOf(reading, records, ledger)
  const ids = [...records.keys()]
  const chosen = all ? ids : sampled(ids, SAMPLE_PAGES, seed)
  const full = fullText === undefined ? undefined : sectionsOf(fullText, records.values())
  const whole = { ...reading, full, version, agent, records }
  const book = ledger.book('pages read whole')
  const some = sampled([...records.values()], SAMPLE_QUERIES, seed)
  const queries = some.map(({ title }) => String(title))
  const [foreignLinks] = await Promise.all([
    followLinks(reading, ledger),
    ...chosen.flatMap((id) => {
      const record = records.get(id)
      return record === undefined ? [] : [compareWhole(record, whole, book)]
    }),
    compareSearch(queries, records, { ...reading, agent }, ledger.book('search')),
    compareDescriptions(reading, records, ledger),
    compareRoutes(files.openapi, fullText ?? '', client, ledger.book('routes')),
    compareTheTools(reading, records, ledger),
    comparePrivateTools(reading, ledger.book('private tools')),
  ])
  await reading.mcp.everyRevision()
  await Promise.all([
    compareManifestFiles(files.manifest, records, client, ledger.book('manifest files')),
    compareRevalidation(client, ledger.book('headers')),
  ])
  client.conduct.compare(ledger.book('headers'), client.calls())
  return { records, readWhole: chosen.length, foreignLinks }
}

async function compareTheTools(
  { client, views, names, fullText, mcp, files }: Reading,
  records: ReadonlyMap<string, JsonObject>,
  ledger: Ledger,
): Promise<void> {
  const book = ledger.book('tools')
  const capabilities = objectsAt(files.statusData, 'capabilities')
  compareDocumentedTools(names, fullText, book)
  await Promise.all([
    compareCapabilityTool({ mcp, records, capabilities }, book),
    comparePrompts(client, views, book),
  ])
}

function compareLists(reading: Reading, ledger: Ledger): ReadonlyMap<string, JsonObject> {
  const { api, mcpPages, files, llms, fullText } = reading
  const book = ledger.book('page records')
  compareJunk('docs-manifest.json', 'pages', files.manifest, book)
  compareJunk('docs-data/pages.json', 'pages', files.pagesData, book)
  compareJunk('docs-data/status.json', 'capabilities', files.statusData, book)
  compareJunk('docs-data/changes.json', 'changes', files.changesData, book)
  const records = compareRecords(
    [
      ['HTTP API', api.pages],
      ['MCP', mcpPages],
      ['docs-manifest.json', objectsAt(files.manifest, 'pages')],
      ['docs-data/pages.json', objectsAt(files.pagesData, 'pages')],
    ],
    book,
  )
  if (llms !== undefined) compareLlms(llms, records, book)
  if (fullText !== undefined) compareFull(sectionsOf(fullText, records.values()), records, book)
  return records
}

async function followLinks(
  { client, baseUrl, llms, fullText }: Reading,
  ledger: Ledger,
): Promise<number> {
  return await compareLinks(
    [
      ['llms.txt', llms?.links ?? []],
      ['llms-full', fullText === undefined ? [] : markdownLinks(fullText)],
    ],
    { client, baseUrl },
    ledger.book('links'),
  )
}

async function compareDescriptions(
  { files, client, mcp, baseUrl }: Reading,
  records: ReadonlyMap<string, JsonObject>,
  ledger: Ledger,
): Promise<void> {
  const { openapi, arazzo, asyncapi } = files
  const book = ledger.book('descriptions')
  await Promise.all([
    ...(asyncapi === undefined ? [] : [compareEventTool(asyncapi, mcp, book)]),
    ...(openapi === undefined
      ? []
      : [compareOperations(openapi, records, { client, mcp, baseUrl }, ledger.book('operations'))]),
    ...(openapi === undefined || arazzo === undefined
      ? []
      : [
          compareWorkflowTool(arazzo, openapi, mcp, book),
          runWorkflows(arazzo, openapi, client, ledger.book('workflows')),
        ]),
  ])
}
