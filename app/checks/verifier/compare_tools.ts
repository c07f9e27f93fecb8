import { isJsonObject } from '../../contract/json_rpc.ts'
import { MCP_DISCOVERY_FILE } from '../../contract/mcp_discovery.ts'
import { OPERATION_NAMES, type Operation } from '../../contract/operations/mod.ts'
import { MCP_PATH, MCP_REVISION_CURRENT, MCP_REVISIONS } from '../../contract/protocol.ts'
import { COUNTS } from '../../contract/registry_words.ts'
import { PUBLIC_TOOL_ANNOTATIONS, toolSchemas } from '../../contract/tool_cards.ts'
import type { Check, Claim } from './findings.ts'
import { at, indexBy } from './json.ts'
import type { McpView } from './mcp.ts'
import type { Reading } from './reading.ts'

/** The number of each kind, in every revision (contract 4.1). */
const KINDS = { ...COUNTS, tools: OPERATION_NAMES.length }

/** What the server declares in every revision (contract 4.1, capability declaration). */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
}

/** Tools, resources and prompts are the same in every revision and in `mcp.json`. */
export function compareTools({ views, files, names }: Reading, check: Check): void {
  const { discovery } = files
  const listed = views.map(({ where, tools }): Claim => [where, tools.map(({ name }) => name)])
  if (discovery !== undefined) listed.push([MCP_DISCOVERY_FILE, discovery.tools])
  check.agree('names of tools: position', listed)
  for (const { where, introduction } of views) {
    for (const [kind, flags] of Object.entries(CAPABILITIES)) {
      check.equal(where, `capabilities ${kind}`, flags, at(introduction, 'capabilities', kind))
    }
  }
  const instructions = check.agree(
    'instructions',
    views.map(({ where, introduction }) => [where, at(introduction, 'instructions')]),
  )
  check.equal('MCP', 'instructions are a text', 'string', typeof instructions)
  for (const kind of ['tools', 'resources', 'prompts'] as const) compareLists(views, kind, check)
  for (const { where, tools } of views) {
    // Without a grant, every listed tool is public and cannot write.
    for (const { name, annotations } of tools) {
      check.equal(where, `tool ${name} annotations`, PUBLIC_TOOL_ANNOTATIONS, annotations)
    }
  }
  for (const operation of OPERATION_NAMES) compareOperation(operation, { views, names }, check)
}

function compareLists(
  views: readonly McpView[],
  kind: 'tools' | 'resources' | 'prompts',
  check: Check,
): void {
  for (const view of views) {
    check.equal(view.where, `number of ${kind}`, KINDS[kind], view[kind].length)
  }
  const names = new Set(views.flatMap((view) => view[kind].map(({ name }) => String(name))))
  const tables = views.map((view) => [view.where, indexBy(view[kind], 'name')] as const)
  for (const name of names) {
    const cards = tables.map(([where, table]) => [where, table.get(name)] as const)
    check.agreeOnMembers(`${kind.slice(0, -1)} ${name}`, cards)
  }
}

/** Each operation has one tool with the schemas of the contract; the wording is free. */
function compareOperation(
  operation: Operation,
  { views, names }: Pick<Reading, 'views' | 'names'>,
  check: Check,
): void {
  const name = names.get(operation)
  if (name === undefined) {
    check.fail('MCP', `operation ${operation}`, 'a tool for it', 'no tool')
    return
  }
  const first = views[0]?.tools.find((tool) => tool.name === name)
  const { input, output } = toolSchemas(operation)
  // A model must look at the status before it claims a feature (contract 4.1).
  const mentionsStatus = operation !== 'search' || /status/i.test(String(first?.description))
  check.equal('MCP', `tool ${name} mentions statuses`, true, mentionsStatus)
  for (const { where, tools } of views) {
    const tool = tools.find((each) => each.name === name)
    for (const [member, schema] of [
      ['inputSchema', input],
      ['outputSchema', output],
    ] as const) {
      check.equal(where, `tool ${name} ${member}`, omitProse(schema), omitProse(tool?.[member]))
    }
  }
}

const PROSE = ['title', 'description', 'examples', '$comment']

/** Leaves out the texts for people; a property may have such a name itself. */
export function omitProse(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => omitProse(each))
  if (!isJsonObject(schema)) return schema
  const kept = Object.entries(schema).filter(([name]) => isMap || !PROSE.includes(name))
  return Object.fromEntries(
    kept.map(([name, member]) => [name, omitProse(member, !isMap && name === 'properties')]),
  )
}

/** What the discovery document says about the endpoint (contract 2). */
export function compareDiscovery(
  { files: { discovery }, baseUrl, views }: Reading,
  check: Check,
): void {
  if (discovery === undefined) return
  const fixed = {
    endpoint: baseUrl + MCP_PATH,
    transport: 'streamable-http',
    protocolVersion: MCP_REVISION_CURRENT,
    supportedProtocolVersions: [...MCP_REVISIONS],
  }
  for (const [name, value] of Object.entries(fixed)) {
    check.equal(MCP_DISCOVERY_FILE, name, value, discovery[name])
  }
  const { authentication } = discovery
  const saysNone = /\b(no|none|not|without|anonymous)\b/i.test(String(authentication))
  const expected = 'a text saying that none is needed'
  const described = saysNone ? authentication : expected
  check.equal(MCP_DISCOVERY_FILE, 'authentication', described, authentication)
  for (const name of ['name', 'title']) {
    check.agree(`server ${name}`, [
      ...views.map(({ where, serverInfo }): Claim => [where, at(serverInfo, name)]),
      [MCP_DISCOVERY_FILE, discovery[name]],
    ])
  }
}
