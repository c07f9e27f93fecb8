import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { type Agent, agentOf } from './a2a.ts'
import { compareCapabilities } from './compare_capabilities.ts'
import { compareA2aRefusals, compareCard } from './compare_card.ts'
import { compareChanges } from './compare_changes.ts'
import { compareLegacyLink } from './compare_files.ts'
import { type AskedAnswer, compareSkills, compareTellings } from './compare_skills.ts'
import { compareVersions, type DatedVoice } from './compare_versions.ts'
import { readFeed } from './feed.ts'
import type { Book, Ledger } from './findings.ts'
import { at, objectsAt, parsedJson, textAt } from './json.ts'
import type { Reading } from './reading.ts'

/** Holds what is told of the corpus as a whole against each other: statuses, changes, versions. */
export async function compareTellingsOf(
  reading: Reading,
  records: ReadonlyMap<string, JsonObject>,
  ledger: Ledger,
): Promise<{ readonly agent: Agent | undefined; readonly version: unknown }> {
  const { agent, answers, dated } = await compareAgent(reading, records, ledger)
  const resources = await readResources(reading, ledger)
  const statuses = await compareStatuses(reading, records, { agent, resources }, ledger)
  compareTellings(answers, statuses, ledger.book('skills'))
  compareNews(reading, resources, ledger)
  const carriers = [...datedAnswers(reading), ...resources, ...dated]
  compareCorpusStatus(reading, resources, dated, records.size, ledger.book('versions'))
  const version = compareVersions(reading.files, reading.views, carriers, ledger.book('versions'))
  return { agent, version }
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
  compareCard(card, baseUrl, book)
  const names = namesOf(records, files.statusData)
  const [answers] = await Promise.all([
    compareSkills(card, { client, records, names }, book),
    compareA2aRefusals(client, book),
    compareLegacyLink(client, baseUrl, book),
  ])
  const versioned = answers.filter(({ data }) => textAt(data, 'version') !== undefined)
  const dated = versioned.find(({ data }) => typeof data.pages === 'number') ?? versioned[0]
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

/** Ids and titles by which a sentence could mean a page or a capability. */
function namesOf(
  records: ReadonlyMap<string, JsonObject>,
  statusData: JsonObject | undefined,
): readonly string[] {
  const things = [...records.values(), ...objectsAt(statusData, 'capabilities')]
  return things
    .flatMap(({ id, title }) => [String(id), String(title)])
    .map((name) => name.toLowerCase())
    .filter((name) => name.length > 1)
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
      ...(told === undefined ? [] : [['A2A', objectsAt(told.data, 'capabilities')] as const]),
    ],
    records,
    ledger.book('capabilities'),
  )
}

function compareNews(
  { mcpChanges, files, baseUrl }: Reading,
  resources: readonly DatedVoice[],
  ledger: Ledger,
): void {
  compareChanges(
    [
      ['docs-data/changes.json', objectsAt(files.changesData, 'changes')],
      ['MCP', objectsAt(mcpChanges, 'changes')],
      ...listVoices(resources, 'changes'),
    ],
    files.feed === undefined ? undefined : { feed: readFeed(files.feed), baseUrl },
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

/** The corpus status is one object, wherever it is told (contract 2). */
function compareCorpusStatus(
  { api, mcpStatus }: Reading,
  resources: readonly DatedVoice[],
  heard: readonly DatedVoice[],
  pages: number,
  book: Book,
): void {
  const isStatus = ([, value]: DatedVoice) => typeof at(value, 'pages') === 'number'
  const told = [...resources, ...heard].filter(isStatus)
  const voices: readonly DatedVoice[] = [
    ['HTTP API status', api.status],
    ['MCP status', mcpStatus],
    ...told.map(([where, value]) => [where, statusIn(value)] as const),
  ]
  book.agree('corpus status:', voices)
  for (const [where, value] of voices) book.equal(where, 'pages', pages, at(value, 'pages'))
}

/** An answer of the agent has members of its own beside the status. */
function statusIn(value: unknown): unknown {
  if (!isJsonObject(value) || value.skillId === undefined) return value
  const { version, generated, pages } = value
  return { version, generated, pages }
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
