import { LEGACY_CARD_FILE } from '../../contract/a2a.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import {
  A2A_REVISION,
  ARAZZO_REVISION,
  ASYNCAPI_REVISION,
  OPENAPI_REVISION,
} from '../../contract/protocol.ts'
import { COUNTS } from '../../contract/registry_words.ts'
import { CAPABILITY_STATUSES, readStatus } from '../../contract/statuses.ts'
import { type Agent, createAgent } from './a2a.ts'
import { compareA2aRefusals, compareCard } from './compare_card.ts'
import { compareChanges } from './compare_changes.ts'
import { compareLegacyLink } from './compare_files.ts'
import { compareCapabilityStatuses, compareSkills, type SkillAnswer } from './compare_skills.ts'
import { readFeed } from './feed.ts'
import type { Check, Checks, Claim } from './findings.ts'
import { at, indexBy, objectsAt, parseJson, textAt } from './json.ts'
import type { Corpus, Reading, Records } from './reading.ts'
import { listDocuments } from './static_files.ts'

/** Compares what interfaces say about the whole corpus: statuses, changes, versions. */
export async function compareCorpus(
  corpus: Corpus,
  checks: Checks,
): Promise<{ readonly agent: Agent | undefined; readonly version: unknown }> {
  const { api, baseUrl, files, mcpStatus, mcpCapabilities, mcpChanges } = corpus
  const { agent, answers, dated } = await compareAgent(corpus, checks.of('skills'))
  const resources = await readResources(corpus, checks.of('resources'))
  const statuses = await compareStatuses(corpus, agent, resources, checks.of('capabilities'))
  compareCapabilityStatuses(answers, statuses, checks.of('skills'))
  const published = objectsAt(files.changesData, 'changes')
  const listed = objectsAt(mcpChanges, 'changes')
  // The tool lists the newest, up to the most that a call may ask for.
  const older = listed.length === LIMITS.listRecordsMax ? published.slice(listed.length) : []
  const changes: readonly Claim<readonly JsonObject[]>[] = [
    ['docs-data/changes.json', published],
    ['MCP', [...listed, ...older]],
    ...listClaims(resources, 'changes'),
  ]
  const feed = files.feed === undefined ? undefined : readFeed(files.feed)
  compareChanges(changes, feed, baseUrl, checks.of('changes'))
  const further = [...resources, ...dated]
  const check = checks.of('versions')
  compareCorpusStatus(corpus, further, check)
  const carriers: readonly Claim[] = [
    ['HTTP API status', api.status],
    ['MCP status', mcpStatus],
    ['MCP capabilities', mcpCapabilities],
    ['MCP changes', mcpChanges],
    ...further,
  ]
  return { agent, version: compareVersions(corpus, carriers, check) }
}

type AgentReading = {
  readonly agent: Agent | undefined
  readonly answers: readonly SkillAnswer[]
  readonly dated: readonly Claim[]
}

/** The agent's answers, which have version and instant as well. */
async function compareAgent(corpus: Corpus, check: Check): Promise<AgentReading> {
  const { client, baseUrl, files } = corpus
  const { card, legacyCard } = files
  if (card === undefined) return { agent: undefined, answers: [], dated: [] }
  if (legacyCard !== undefined) check.equal(LEGACY_CARD_FILE, 'document:', card, legacyCard)
  compareCard(card, baseUrl, check)
  const [answers] = await Promise.all([
    compareSkills(card, corpus, check),
    compareA2aRefusals(client, check),
    compareLegacyLink(corpus, check),
  ])
  const versioned = answers.filter(({ data }) => textAt(data, 'version') !== undefined)
  const dated = versioned.find(({ data }) => typeof data.pages === 'number') ?? versioned[0]
  const claims: readonly Claim[] = [
    ['A2A', dated?.data],
    ['A2A metadata', dated?.metadata],
  ]
  return { agent: createAgent(client, answers), answers, dated: dated === undefined ? [] : claims }
}

async function compareStatuses(
  { api, mcpCapabilities, files, records }: Corpus,
  agent: Agent | undefined,
  resources: readonly Claim[],
  check: Check,
): Promise<ReadonlyMap<string, unknown>> {
  const skill = agent?.capabilities
  const answer = skill === undefined ? undefined : await agent?.ask(skill, {})
  const lists: readonly Claim<readonly JsonObject[]>[] = [
    ['HTTP API', api.capabilities],
    ['MCP', objectsAt(mcpCapabilities, 'capabilities')],
    ['docs-data/status.json', objectsAt(files.statusData, 'capabilities')],
    ...listClaims(resources, 'capabilities'),
    ...(answer === undefined ? [] : [['A2A', objectsAt(answer.data, 'capabilities')] as const]),
  ]
  return compareCapabilities(lists, records, check)
}

/** MCP resources, which repeat what other interfaces say, by name. */
async function readResources(
  { mcp, views, files }: Reading,
  check: Check,
): Promise<readonly Claim[]> {
  const resources = views[0]?.resources ?? []
  check.equal('MCP', 'number of resources', COUNTS.resources, resources.length)
  const read = await Promise.all(
    resources.map(async ({ uri, mimeType }): Promise<readonly Claim[]> => {
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
  resources: readonly Claim[],
  member: string,
): readonly Claim<readonly JsonObject[]>[] {
  return resources.flatMap(([where, value]) =>
    Array.isArray(at(value, member)) ? [[where, objectsAt(value, member)] as const] : [],
  )
}

/** The corpus status is the same object everywhere (contract 2). */
function compareCorpusStatus(
  { api, mcpStatus, records }: Corpus,
  further: readonly Claim[],
  check: Check,
): void {
  const statuses = further.filter(([, value]) => typeof at(value, 'pages') === 'number')
  const claims: readonly Claim[] = [
    ['HTTP API status', api.status],
    ['MCP status', mcpStatus],
    ...statuses.map(([where, value]): Claim => [where, extractStatus(value)]),
  ]
  check.agree('corpus status:', claims)
  for (const [where, value] of claims) {
    check.equal(where, 'pages', records.size, at(value, 'pages'))
  }
}

/** The agent's answer has other members beside the status. */
function extractStatus(value: unknown): unknown {
  if (!isJsonObject(value) || value.skillId === undefined) return value
  const { version, generated, pages } = value
  return { version, generated, pages }
}

/**
 * Every answer with a version has the same one (contract 9, rule 3); returns it. `dated` are
 * answers of the interfaces with version and instant.
 */
function compareVersions(
  { files, views }: Reading,
  dated: readonly Claim[],
  check: Check,
): unknown {
  const lists = listDocuments(files, ['manifest', 'pagesData', 'statusData', 'changesData'])
  const carriers = [...lists, ...dated.filter(([, answer]) => answer !== undefined)]
  const cards = listDocuments(files, ['card', 'legacyCard'])
  check.agree('generated', selectMember(carriers, 'generated'))
  const version = check.agree('version', [
    ...selectMember(carriers, 'version'),
    ...views.map(({ where, serverInfo }): Claim => [where, at(serverInfo, 'version')]),
    ...selectMember(listDocuments(files, ['openapi', 'arazzo', 'asyncapi']), 'info', 'version'),
    ...selectMember([...cards, ...listDocuments(files, ['discovery'])], 'version'),
  ])
  // Revisions of the protocols (contract 9, rule 4).
  for (const [name, revision] of REVISIONS) {
    for (const [where, document] of listDocuments(files, [name])) {
      check.equal(where, name, revision, document[name])
    }
  }
  for (const [where, card] of cards) {
    check.equal(where, 'protocolVersion', A2A_REVISION, card.protocolVersion)
  }
  return version
}

function selectMember(claims: readonly Claim[], ...path: readonly string[]): readonly Claim[] {
  return claims.map(([where, value]) => [where, at(value, ...path)])
}

/** Descriptions name their format and its revision in a member. */
const REVISIONS = [
  ['openapi', OPENAPI_REVISION],
  ['arazzo', ARAZZO_REVISION],
  ['asyncapi', ASYNCAPI_REVISION],
] as const

/**
 * A capability has one status on every interface, and its pages have the same (contract 3). Returns
 * the statuses that most interfaces give, by id.
 */
function compareCapabilities(
  lists: readonly Claim<readonly JsonObject[]>[],
  pages: Records,
  check: Check,
): ReadonlyMap<string, unknown> {
  const statuses = new Map<string, unknown>()
  const ids = new Set(lists.flatMap(([, list]) => list.map(({ id }) => String(id))))
  const tables = lists.map(([where, list]) => [where, indexBy(list, 'id')] as const)
  for (const id of ids) {
    const entries = tables.map(([where, table]) => [where, table.get(id)] as const)
    const agreed = check.agreeOnMembers(`capability ${id}`, entries)
    statuses.set(id, agreed.status)
    if (readStatus(agreed.status) === undefined) {
      const expected = `one of ${CAPABILITY_STATUSES.join(', ')}`
      check.fail('vocabulary', `capability ${id} status`, expected, String(agreed.status))
    }
    comparePages(id, agreed, pages, check)
  }
  check.agree(
    'order of capabilities: position',
    lists.map(([where, list]) => [where, list.map(({ id }) => id)]),
  )
  return statuses
}

function comparePages(id: string, entry: JsonObject, pages: Records, check: Check): void {
  const ids = Array.isArray(entry.pages) ? entry.pages : []
  for (const page of ids) {
    const record = pages.get(String(page))
    if (record === undefined) check.fail('page lists', `page ${page} of ${id}`, 'a record', 'none')
    else check.equal('page lists', `page ${page} status`, entry.status, record.status)
  }
}
