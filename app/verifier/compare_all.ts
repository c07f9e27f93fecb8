import type { JsonObject } from '../contract/json_rpc.ts'
import { compareCorpus } from './compare_corpus.ts'
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
import type { Checks } from './findings.ts'
import { compareJunk, objectsAt } from './json.ts'
import { findMarkdownLinks } from './llms_files.ts'
import { type Reading, readSections } from './reading.ts'
import { runWorkflows } from './run_workflows.ts'
import { takeSample } from './sample.ts'

/** What the report needs from the comparisons. */
type Comparison = {
  readonly records: ReadonlyMap<string, JsonObject>
  readonly readWhole: number
  /** Number of links to other services. */
  readonly foreignLinks: number
}

/** Pages that are read whole unless all are (spec/decisions/verify.md). */
const SAMPLE_PAGES = 30

/** Page titles that every interface searches for. */
const SAMPLE_QUERIES = 5

/** Compares everything that was read, and reads some pages whole. */
export async function compareAll(
  reading: Reading,
  checks: Checks,
  { all, seed }: { readonly all: boolean; readonly seed: number },
): Promise<Comparison> {
  const { client, files, views, names, fullText } = reading
  const records = compareLists(reading, checks)
  compareTools(views, files.discovery, names, checks.of('tools'))
  if (files.discovery !== undefined) {
    compareDiscovery(files.discovery, reading.baseUrl, views, checks.of('tools'))
  }
  const { agent, version } = await compareCorpus(reading, records, checks)
  const ids = [...records.keys()]
  const chosen = all ? ids : takeSample(ids, SAMPLE_PAGES, seed)
  const full = fullText === undefined ? undefined : readSections(fullText, records.values())
  const whole = { ...reading, full, version, agent, records }
  const check = checks.of('pages read whole')
  const some = takeSample([...records.values()], SAMPLE_QUERIES, seed)
  const queries = some.map(({ title }) => String(title))
  const [foreignLinks] = await Promise.all([
    followLinks(reading, checks),
    ...chosen.flatMap((id) => {
      const record = records.get(id)
      return record === undefined ? [] : [compareWhole(record, whole, check)]
    }),
    compareSearch(queries, records, { ...reading, agent }, checks.of('search')),
    compareDescriptions(reading, records, checks),
    compareRoutes(files.openapi, fullText ?? '', client, checks.of('routes')),
    compareToolCalls(reading, records, checks),
    comparePrivateTools(reading, checks.of('private tools')),
  ])
  await reading.mcp.callRemainingRevisions()
  await Promise.all([
    compareManifestFiles(files.manifest, records, client, checks.of('manifest files')),
    compareRevalidation(client, checks.of('headers')),
  ])
  client.conduct.compare(checks.of('headers'), client.calls())
  return { records, readWhole: chosen.length, foreignLinks }
}

async function compareToolCalls(
  { client, views, names, fullText, mcp, files }: Reading,
  records: ReadonlyMap<string, JsonObject>,
  checks: Checks,
): Promise<void> {
  const check = checks.of('tools')
  const capabilities = objectsAt(files.statusData, 'capabilities')
  compareDocumentedTools(names, fullText, check)
  await Promise.all([
    compareCapabilityTool({ mcp, records, capabilities }, check),
    comparePrompts(client, views, check),
  ])
}

function compareLists(reading: Reading, checks: Checks): ReadonlyMap<string, JsonObject> {
  const { api, mcpPages, files, llms, fullText } = reading
  const check = checks.of('page records')
  compareJunk('docs-manifest.json', 'pages', files.manifest, check)
  compareJunk('docs-data/pages.json', 'pages', files.pagesData, check)
  compareJunk('docs-data/status.json', 'capabilities', files.statusData, check)
  compareJunk('docs-data/changes.json', 'changes', files.changesData, check)
  const records = compareRecords(
    [
      ['HTTP API', api.pages],
      ['MCP', mcpPages],
      ['docs-manifest.json', objectsAt(files.manifest, 'pages')],
      ['docs-data/pages.json', objectsAt(files.pagesData, 'pages')],
    ],
    check,
  )
  if (llms !== undefined) compareLlms(llms, records, check)
  if (fullText !== undefined) compareFull(readSections(fullText, records.values()), records, check)
  return records
}

async function followLinks(
  { client, baseUrl, llms, fullText }: Reading,
  checks: Checks,
): Promise<number> {
  return await compareLinks(
    [
      ['llms.txt', llms?.links ?? []],
      ['llms-full', fullText === undefined ? [] : findMarkdownLinks(fullText)],
    ],
    { client, baseUrl },
    checks.of('links'),
  )
}

async function compareDescriptions(
  { files, client, mcp, baseUrl }: Reading,
  records: ReadonlyMap<string, JsonObject>,
  checks: Checks,
): Promise<void> {
  const { openapi, arazzo, asyncapi } = files
  const check = checks.of('descriptions')
  await Promise.all([
    ...(asyncapi === undefined ? [] : [compareEventTool(asyncapi, mcp, check)]),
    ...(openapi === undefined
      ? []
      : [compareOperations(openapi, records, { client, mcp, baseUrl }, checks.of('operations'))]),
    ...(openapi === undefined || arazzo === undefined
      ? []
      : [
          compareWorkflowTool(arazzo, openapi, mcp, check),
          runWorkflows(arazzo, openapi, client, checks.of('workflows')),
        ]),
  ])
}
