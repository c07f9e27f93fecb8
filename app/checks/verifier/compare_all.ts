import { compareCatalog } from './compare_catalog.ts'
import { compareCorpus } from './compare_corpus.ts'
import { compareManifestFiles, compareRevalidation } from './compare_files.ts'
import { compareLinks } from './compare_links.ts'
import { compareOperations } from './compare_operations.ts'
import { comparePageLists } from './compare_pages.ts'
import { comparePrivateTools } from './compare_private_tools.ts'
import { compareRoutes } from './compare_routes.ts'
import { compareDocumentedTools, comparePrompts } from './compare_tool_calls.ts'
import { compareDiscovery, compareTools } from './compare_tools.ts'
import { compareWhole } from './compare_whole.ts'
import type { Checks } from './findings.ts'
import { compareEachOperation } from './operations/mod.ts'
import type { Reading } from './reading.ts'
import { runWorkflows } from './run_workflows.ts'
import { takeSample } from './sample.ts'

/** What the report needs from the comparisons. */
type Comparison = {
  readonly pages: number
  readonly readWhole: number
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
  const { client } = reading
  const corpus = { ...reading, ...comparePageLists(reading, checks.of('page records')) }
  const toolCheck = checks.of('tools')
  compareTools(reading, toolCheck)
  compareDiscovery(reading, toolCheck)
  compareDocumentedTools(reading, toolCheck)
  const { agent, version } = await compareCorpus(corpus, checks)
  const pages = [...corpus.records.values()]
  const chosen = all ? pages : takeSample(pages, SAMPLE_PAGES, seed)
  const queries = takeSample(pages, SAMPLE_QUERIES, seed).map(({ title }) => String(title))
  const whole = { ...corpus, agent, version, queries }
  const check = checks.of('pages read whole')
  // The report has its rows in this order.
  for (const row of ['links', 'search', 'descriptions']) checks.of(row)
  const [foreignLinks] = await Promise.all([
    compareLinks(reading, checks.of('links')),
    ...chosen.map((record) => compareWhole(record, whole, check)),
    compareEachOperation(whole, checks),
    compareOperations(corpus, checks),
    runWorkflows(reading, checks),
    compareCatalog(reading, checks.of('descriptions')),
    compareRoutes(reading, checks.of('routes')),
    comparePrompts(reading, toolCheck),
    comparePrivateTools(reading, checks.of('private tools')),
  ])
  await reading.mcp.callRemainingRevisions()
  await Promise.all([
    compareManifestFiles(corpus, checks.of('manifest files')),
    compareRevalidation(client, checks.of('headers')),
  ])
  client.conduct.compare(checks.of('headers'), client.calls())
  return { pages: pages.length, readWhole: chosen.length, foreignLinks }
}
