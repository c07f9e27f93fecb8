import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { OPERATIONS, type Operation } from '../contract/operations.ts'
import { MCP_PATH, MCP_REVISION_CURRENT, MCP_REVISIONS } from '../contract/protocol.ts'
import { PUBLIC_TOOL_ANNOTATIONS, toolSchemas } from '../contract/tool_cards.ts'
import type { Check, Claim } from './findings.ts'
import { at, indexBy } from './json.ts'
import type { McpView } from './mcp.ts'

const DISCOVERY = '.well-known/mcp.json'

/** The number of each kind, in every revision (contract 4.1). */
const COUNTS = { tools: OPERATIONS.length, resources: 4, prompts: 2 } as const

/** What the server declares in every revision (contract 4.1, capability declaration). */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
}

/** Tools, resources and prompts are the same in every revision and in `mcp.json`. */
export function compareTools(
  views: readonly McpView[],
  discovery: JsonObject | undefined,
  names: ReadonlyMap<Operation, string>,
  check: Check,
): void {
  const claimNames = ({ revision, tools }: McpView): Claim => [
    `MCP ${revision}`,
    tools.map(({ name }) => name),
  ]
  const listed = views.map(claimNames)
  const discovered: readonly Claim[] = discovery === undefined ? [] : [[DISCOVERY, discovery.tools]]
  check.agree('names of tools: position', [...listed, ...discovered])
  compareIntroductions(views, check)
  for (const kind of ['tools', 'resources', 'prompts'] as const) {
    for (const view of views) {
      check.equal(`MCP ${view.revision}`, `number of ${kind}`, COUNTS[kind], view[kind].length)
    }
    compareLists(views, kind, check)
  }
  for (const view of views) compareHints(view, check)
  for (const operation of OPERATIONS) compareOperation(operation, views, names, check)
}

function compareIntroductions(views: readonly McpView[], check: Check): void {
  const claims = (name: string) =>
    views.map(({ revision, introduction }): Claim => [`MCP ${revision}`, at(introduction, name)])
  for (const [where, capabilities] of claims('capabilities')) {
    for (const [kind, flags] of Object.entries(CAPABILITIES)) {
      check.equal(where, `capabilities ${kind}`, flags, at(capabilities, kind))
    }
  }
  const instructions = check.agree('instructions', claims('instructions'))
  check.equal('MCP', 'instructions are a text', 'string', typeof instructions)
}

/** Without a grant, every listed tool is public and cannot write. */
function compareHints({ revision, tools }: McpView, check: Check): void {
  for (const { name, annotations } of tools) {
    check.equal(`MCP ${revision}`, `tool ${name} annotations`, PUBLIC_TOOL_ANNOTATIONS, annotations)
  }
}

function compareLists(
  views: readonly McpView[],
  kind: 'tools' | 'resources' | 'prompts',
  check: Check,
): void {
  const what = kind.slice(0, -1)
  const all = new Set(views.flatMap((view) => view[kind].map(({ name }) => String(name))))
  const tables = views.map((view) => [`MCP ${view.revision}`, indexBy(view[kind], 'name')] as const)
  for (const name of all) {
    const cards = tables.map(([where, table]) => ({ where, card: table.get(name) }))
    for (const field of new Set(cards.flatMap(({ card }) => Object.keys(card ?? {})))) {
      check.agree(
        `${what} ${name} ${field}`,
        cards.map(({ where, card }) => [where, card?.[field]]),
      )
    }
  }
}

/** Each operation has one tool with the schemas of the contract; the wording is free. */
function compareOperation(
  operation: Operation,
  views: readonly McpView[],
  names: ReadonlyMap<Operation, string>,
  check: Check,
): void {
  const name = names.get(operation)
  if (name === undefined) {
    check.fail('MCP', `operation ${operation}`, 'a tool for it', 'no tool')
    return
  }
  const { input, output } = toolSchemas(operation)
  // A model must look at the status before it claims a feature (contract 4.1).
  const description = at(
    views[0]?.tools.find((each) => each.name === name),
    'description',
  )
  const mentionsStatus = operation !== 'search' || /status/i.test(String(description))
  check.equal('MCP', `tool ${name} mentions statuses`, true, mentionsStatus)
  for (const { revision, tools } of views) {
    const tool = tools.find((each) => each.name === name)
    const where = `MCP ${revision}`
    const schemaOf = (member: string) => omitProse(at(tool, member))
    check.equal(where, `tool ${name} inputSchema`, omitProse(input), schemaOf('inputSchema'))
    check.equal(where, `tool ${name} outputSchema`, omitProse(output), schemaOf('outputSchema'))
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
  discovery: JsonObject,
  baseUrl: string,
  views: readonly McpView[],
  check: Check,
): void {
  const fixed: Readonly<Record<string, unknown>> = {
    endpoint: baseUrl + MCP_PATH,
    transport: 'streamable-http',
    protocolVersion: MCP_REVISION_CURRENT,
    supportedProtocolVersions: [...MCP_REVISIONS],
  }
  for (const [name, value] of Object.entries(fixed)) {
    check.equal(DISCOVERY, name, value, discovery[name])
  }
  const { authentication } = discovery
  const saysNone = /\b(no|none|not|without|anonymous)\b/i.test(String(authentication))
  const expected = 'a text saying that none is needed'
  check.equal(DISCOVERY, 'authentication', saysNone ? authentication : expected, authentication)
  for (const name of ['name', 'title']) {
    check.agree(`server ${name}`, [
      ...views.map(({ revision, serverInfo }): Claim => [`MCP ${revision}`, at(serverInfo, name)]),
      [DISCOVERY, discovery[name]],
    ])
  }
}
