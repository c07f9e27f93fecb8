import type { JsonObject } from '../../app/contract/json_rpc.ts'
import { type Agent, agentOf } from './a2a.ts'
import { compareCapabilities } from './compare_capabilities.ts'
import { compareChanges } from './compare_changes.ts'
import { compareLinks } from './compare_links.ts'
import { compareOperations } from './compare_operations.ts'
import { compareFull, compareLlms, compareRecords } from './compare_pages.ts'
import { compareHeaders, compareRoutes } from './compare_routes.ts'
import { compareSearch } from './compare_search.ts'
import { type AskedAnswer, compareSkills, compareTellings } from './compare_skills.ts'
import { compareDiscovery, compareTools } from './compare_tools.ts'
import { compareVersions, type DatedVoice } from './compare_versions.ts'
import { compareWhole } from './compare_whole.ts'
import { readFeed } from './feed.ts'
import type { Ledger } from './findings.ts'
import { at, objectsAt, parsedJson, textAt } from './json.ts'
import { markdownLinks } from './llms_files.ts'
import { type Reading, sectionsOf } from './reading.ts'
import { runWorkflows } from './run_workflows.ts'
import { sampled } from './sample.ts'

/** What the comparisons leave for the report. */
export type Compared = {
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
  const { agent, answers, dated } = await compareAgent(reading, records, ledger)
  const resources = await readResources(reading, ledger)
  const statuses = await compareStatuses(reading, records, { agent, resources }, ledger)
  compareTellings(answers, statuses, ledger.book('skills'))
  compareNews(reading, resources, ledger)
  const carriers = [...datedAnswers(reading), ...resources, ...dated]
  const version = compareVersions(files, views, carriers, ledger.book('versions'))
  const ids = [...records.keys()]
  const chosen = all ? ids : sampled(ids, SAMPLE_PAGES, seed)
  const full = fullText === undefined ? undefined : sectionsOf(fullText, records.values())
  const whole = { ...reading, full, version, agent }
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
  ])
  compareHeaders(client, ledger.book('headers'))
  return { records, readWhole: chosen.length, foreignLinks }
}

function compareLists(reading: Reading, ledger: Ledger): ReadonlyMap<string, JsonObject> {
  const { api, mcpPages, files, llms, fullText } = reading
  const book = ledger.book('page records')
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

type Heard = {
  readonly agent: Agent | undefined
  readonly answers: readonly AskedAnswer[]
  readonly dated: readonly DatedVoice[]
}

/** The agent's answers, which carry version and instant too. */
async function compareAgent(
  { client, baseUrl, files }: Reading,
  records: ReadonlyMap<string, JsonObject>,
  ledger: Ledger,
): Promise<Heard> {
  const book = ledger.book('skills')
  const { card, legacyCard } = files
  if (card === undefined) return { agent: undefined, answers: [], dated: [] }
  if (legacyCard !== undefined) book.equal('.well-known/agent.json', 'document:', card, legacyCard)
  const answers = await compareSkills(card, { client, baseUrl, records }, book)
  const dated = answers.find(({ data }) => textAt(data, 'version') !== undefined)
  return {
    agent: agentOf(client, answers),
    answers,
    dated:
      dated === undefined
        ? []
        : [
            ['A2A', dated.data],
            ['A2A metadata', dated.metadata],
          ],
  }
}

async function compareStatuses(
  { api, mcpCapabilities, files }: Reading,
  records: ReadonlyMap<string, JsonObject>,
  { agent, resources }: Pick<Heard, 'agent'> & { readonly resources: readonly DatedVoice[] },
  ledger: Ledger,
): Promise<ReadonlyMap<string, unknown>> {
  const asked = agent?.capabilities
  const told = asked === undefined ? undefined : await agent?.ask(asked, {})
  return compareCapabilities(
    [
      ['HTTP API', api.capabilities],
      ['MCP', objectsAt(mcpCapabilities, 'capabilities')],
      ['docs-data/status.json', objectsAt(files.statusData, 'capabilities')],
      ...listVoices(resources, 'capabilities'),
      ...(told === undefined ? [] : [['A2A', objectsAt(told, 'capabilities')] as const]),
    ],
    records,
    ledger.book('capabilities'),
  )
}

function compareNews(
  { mcpChanges, files }: Reading,
  resources: readonly DatedVoice[],
  ledger: Ledger,
): void {
  compareChanges(
    [
      ['docs-data/changes.json', objectsAt(files.changesData, 'changes')],
      ['MCP', objectsAt(mcpChanges, 'changes')],
      ...listVoices(resources, 'changes'),
    ],
    files.feed === undefined ? undefined : readFeed(files.feed),
    ledger.book('changes'),
  )
}

/** Resources of MCP, which hold what other interfaces say too, by what they are called. */
async function readResources(
  { mcp, views, files }: Reading,
  ledger: Ledger,
): Promise<readonly DatedVoice[]> {
  const book = ledger.book('resources')
  const resources = views[0]?.resources ?? []
  book.equal('MCP', 'number of resources', 4, resources.length)
  const read = await Promise.all(
    resources.map(async ({ uri, mimeType }): Promise<readonly DatedVoice[]> => {
      const text = await mcp.resource(String(uri))
      const what = `resource ${uri}`
      if (text === undefined) book.wrong('MCP', what, 'its text', 'nothing')
      if (mimeType === 'application/json') return [[`MCP ${what}`, parsedJson(text ?? '')]]
      if (files.llms !== undefined) book.equal('MCP', what, files.llms, text)
      return []
    }),
  )
  return read.flat()
}

/** The resource that has a list of this name, as one more voice on it. */
function listVoices(
  resources: readonly DatedVoice[],
  member: string,
): readonly (readonly [where: string, list: readonly JsonObject[]])[] {
  return resources.flatMap(([where, value]) =>
    Array.isArray(at(value, member)) ? [[where, objectsAt(value, member)] as const] : [],
  )
}

function datedAnswers(reading: Reading): readonly DatedVoice[] {
  const { api, mcpStatus, mcpCapabilities, mcpChanges } = reading
  return [
    ['HTTP API status', api.status],
    ['MCP status', mcpStatus],
    ['MCP capabilities', mcpCapabilities],
    ['MCP changes', mcpChanges],
  ]
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
  const { openapi, arazzo } = files
  if (openapi === undefined) return
  const ports = { client, mcp, baseUrl }
  await Promise.all([
    compareOperations(openapi, records, ports, ledger.book('operations')),
    ...(arazzo === undefined
      ? []
      : [runWorkflows(arazzo, openapi, client, ledger.book('workflows'))]),
  ])
}
