import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { type Agent, createAgent } from './a2a.ts'
import { compareCapabilities } from './compare_capabilities.ts'
import { compareA2aRefusals, compareCard } from './compare_card.ts'
import { compareChanges } from './compare_changes.ts'
import { compareLegacyLink } from './compare_files.ts'
import { compareCapabilityStatuses, compareSkills, type SkillAnswer } from './compare_skills.ts'
import { compareVersions, type DatedClaim } from './compare_versions.ts'
import { readFeed } from './feed.ts'
import type { Check, Checks } from './findings.ts'
import { at, objectsAt, parseJson, textAt } from './json.ts'
import type { Reading } from './reading.ts'

/** Compares what interfaces say about the whole corpus: statuses, changes, versions. */
export async function compareCorpus(
  reading: Reading,
  records: ReadonlyMap<string, JsonObject>,
  checks: Checks,
): Promise<{ readonly agent: Agent | undefined; readonly version: unknown }> {
  const { agent, answers, dated } = await compareAgent(reading, records, checks)
  const resources = await readResources(reading, checks)
  const statuses = await compareStatuses(reading, records, { agent, resources }, checks)
  compareCapabilityStatuses(answers, statuses, checks.of('skills'))
  compareChangeLists(reading, resources, checks)
  const carriers = [...listDatedAnswers(reading), ...resources, ...dated]
  compareCorpusStatus(reading, resources, dated, records.size, checks.of('versions'))
  const version = compareVersions(reading.files, reading.views, carriers, checks.of('versions'))
  return { agent, version }
}

type AgentReading = {
  readonly agent: Agent | undefined
  readonly answers: readonly SkillAnswer[]
  readonly dated: readonly DatedClaim[]
}

/** The agent's answers, which have version and instant as well. */
async function compareAgent(
  { client, baseUrl, files }: Reading,
  records: ReadonlyMap<string, JsonObject>,
  checks: Checks,
): Promise<AgentReading> {
  const check = checks.of('skills')
  const { card, legacyCard } = files
  if (card === undefined) return { agent: undefined, answers: [], dated: [] }
  if (legacyCard !== undefined) check.equal('.well-known/agent.json', 'document:', card, legacyCard)
  compareCard(card, baseUrl, check)
  const names = listNames(records, files.statusData)
  const [answers] = await Promise.all([
    compareSkills(card, { client, records, names }, check),
    compareA2aRefusals(client, check),
    compareLegacyLink(client, baseUrl, check),
  ])
  const versioned = answers.filter(({ data }) => textAt(data, 'version') !== undefined)
  const dated = versioned.find(({ data }) => typeof data.pages === 'number') ?? versioned[0]
  return {
    agent: createAgent(client, answers),
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

/** Ids and titles by which a sentence could refer to a page or a capability. */
function listNames(
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
  { agent, resources }: Pick<AgentReading, 'agent'> & { readonly resources: readonly DatedClaim[] },
  checks: Checks,
): Promise<ReadonlyMap<string, unknown>> {
  const skill = agent?.capabilities
  const answer = skill === undefined ? undefined : await agent?.ask(skill, {})
  return compareCapabilities(
    [
      ['HTTP API', api.capabilities],
      ['MCP', objectsAt(mcpCapabilities, 'capabilities')],
      ['docs-data/status.json', objectsAt(files.statusData, 'capabilities')],
      ...listClaims(resources, 'capabilities'),
      ...(answer === undefined ? [] : [['A2A', objectsAt(answer.data, 'capabilities')] as const]),
    ],
    records,
    checks.of('capabilities'),
  )
}

function compareChangeLists(
  { mcpChanges, files, baseUrl }: Reading,
  resources: readonly DatedClaim[],
  checks: Checks,
): void {
  compareChanges(
    [
      ['docs-data/changes.json', objectsAt(files.changesData, 'changes')],
      ['MCP', objectsAt(mcpChanges, 'changes')],
      ...listClaims(resources, 'changes'),
    ],
    files.feed === undefined ? undefined : { feed: readFeed(files.feed), baseUrl },
    checks.of('changes'),
  )
}

/** MCP resources, which repeat what other interfaces say, by name. */
async function readResources(
  { mcp, views, files }: Reading,
  checks: Checks,
): Promise<readonly DatedClaim[]> {
  const check = checks.of('resources')
  const resources = views[0]?.resources ?? []
  check.equal('MCP', 'number of resources', 4, resources.length)
  const read = await Promise.all(
    resources.map(async ({ uri, mimeType }): Promise<readonly DatedClaim[]> => {
      const text = await mcp.resource(String(uri))
      const what = `resource ${uri}`
      if (text === undefined) check.fail('MCP', what, 'its text', 'nothing')
      if (mimeType === 'application/json') return [[`MCP ${what}`, parseJson(text ?? '')]]
      if (files.llms !== undefined) check.equal('MCP', what, files.llms, text)
      return []
    }),
  )
  return read.flat()
}

/** Resources that have a list of this name, as further claims about it. */
function listClaims(
  resources: readonly DatedClaim[],
  member: string,
): readonly (readonly [where: string, list: readonly JsonObject[]])[] {
  return resources.flatMap(([where, value]) =>
    Array.isArray(at(value, member)) ? [[where, objectsAt(value, member)] as const] : [],
  )
}

/** The corpus status is the same object everywhere (contract 2). */
function compareCorpusStatus(
  { api, mcpStatus }: Reading,
  resources: readonly DatedClaim[],
  agentClaims: readonly DatedClaim[],
  pages: number,
  check: Check,
): void {
  const isStatus = ([, value]: DatedClaim) => typeof at(value, 'pages') === 'number'
  const further = [...resources, ...agentClaims].filter(isStatus)
  const claims: readonly DatedClaim[] = [
    ['HTTP API status', api.status],
    ['MCP status', mcpStatus],
    ...further.map(([where, value]) => [where, extractStatus(value)] as const),
  ]
  check.agree('corpus status:', claims)
  for (const [where, value] of claims) check.equal(where, 'pages', pages, at(value, 'pages'))
}

/** The agent's answer has other members beside the status. */
function extractStatus(value: unknown): unknown {
  if (!isJsonObject(value) || value.skillId === undefined) return value
  const { version, generated, pages } = value
  return { version, generated, pages }
}

function listDatedAnswers(reading: Reading): readonly DatedClaim[] {
  const { api, mcpStatus, mcpCapabilities, mcpChanges } = reading
  return [
    ['HTTP API status', api.status],
    ['MCP status', mcpStatus],
    ['MCP capabilities', mcpCapabilities],
    ['MCP changes', mcpChanges],
  ]
}
