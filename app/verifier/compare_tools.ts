import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { OPERATIONS, type Operation } from '../contract/operations.ts'
import { MCP_PATH, MCP_REVISION_CURRENT, MCP_REVISIONS } from '../contract/protocol.ts'
import { PUBLIC_TOOL_ANNOTATIONS, toolSchemas } from '../contract/tool_cards.ts'
import type { Book, Voice } from './findings.ts'
import { at, indexed } from './json.ts'
import type { McpView } from './mcp.ts'

const DISCOVERY = '.well-known/mcp.json'

/** How many there are of each kind, in every revision (contract 4.1). */
const COUNTS = { tools: OPERATIONS.length, resources: 4, prompts: 2 } as const

/** What the server says of itself in every revision (contract 4.1, capability declaration). */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
}

/** Tools, resources and prompts are one list in every revision, and that of `mcp.json`. */
export function compareTools(
  views: readonly McpView[],
  discovery: JsonObject | undefined,
  names: ReadonlyMap<Operation, string>,
  book: Book,
): void {
  const namesOf = ({ revision, tools }: McpView): Voice => [
    `MCP ${revision}`,
    tools.map(({ name }) => name),
  ]
  const listed = views.map(namesOf)
  const discovered: readonly Voice[] = discovery === undefined ? [] : [[DISCOVERY, discovery.tools]]
  book.agree('names of tools: position', [...listed, ...discovered])
  compareIntroductions(views, book)
  for (const kind of ['tools', 'resources', 'prompts'] as const) {
    for (const view of views) {
      book.equal(`MCP ${view.revision}`, `number of ${kind}`, COUNTS[kind], view[kind].length)
    }
    compareLists(views, kind, book)
  }
  for (const view of views) compareHints(view, book)
  for (const operation of OPERATIONS) compareOperation(operation, views, names, book)
}

function compareIntroductions(views: readonly McpView[], book: Book): void {
  const voices = (name: string) =>
    views.map(({ revision, introduction }): Voice => [`MCP ${revision}`, at(introduction, name)])
  for (const [where, capabilities] of voices('capabilities')) {
    for (const [kind, flags] of Object.entries(CAPABILITIES)) {
      book.equal(where, `capabilities ${kind}`, flags, at(capabilities, kind))
    }
  }
  const instructions = book.agree('instructions', voices('instructions'))
  book.equal('MCP', 'instructions are a text', 'string', typeof instructions)
}

/** Nobody has a grant here, so every tool that is listed is a public one, and cannot write. */
function compareHints({ revision, tools }: McpView, book: Book): void {
  for (const { name, annotations } of tools) {
    book.equal(`MCP ${revision}`, `tool ${name} annotations`, PUBLIC_TOOL_ANNOTATIONS, annotations)
  }
}

function compareLists(
  views: readonly McpView[],
  kind: 'tools' | 'resources' | 'prompts',
  book: Book,
): void {
  const what = kind.slice(0, -1)
  const all = new Set(views.flatMap((view) => view[kind].map(({ name }) => String(name))))
  const tables = views.map((view) => [`MCP ${view.revision}`, indexed(view[kind], 'name')] as const)
  for (const name of all) {
    const cards = tables.map(([where, table]) => ({ where, card: table.get(name) }))
    for (const field of new Set(cards.flatMap(({ card }) => Object.keys(card ?? {})))) {
      book.agree(
        `${what} ${name} ${field}`,
        cards.map(({ where, card }) => [where, card?.[field]]),
      )
    }
  }
}

/** Each operation has one tool, with the schemas of the contract; how they are worded is free. */
function compareOperation(
  operation: Operation,
  views: readonly McpView[],
  names: ReadonlyMap<Operation, string>,
  book: Book,
): void {
  const name = names.get(operation)
  if (name === undefined) {
    book.wrong('MCP', `operation ${operation}`, 'a tool for it', 'no tool')
    return
  }
  const { input, output } = toolSchemas(operation)
  // A model is told to look at the status before it claims a feature (contract 4.1).
  const told = at(
    views[0]?.tools.find((each) => each.name === name),
    'description',
  )
  const tells = operation !== 'search' || /status/i.test(String(told))
  book.equal('MCP', `tool ${name} tells of statuses`, true, tells)
  for (const { revision, tools } of views) {
    const tool = tools.find((each) => each.name === name)
    const where = `MCP ${revision}`
    const found = (member: string) => withoutProse(at(tool, member))
    book.equal(where, `tool ${name} inputSchema`, withoutProse(input), found('inputSchema'))
    book.equal(where, `tool ${name} outputSchema`, withoutProse(output), found('outputSchema'))
  }
}

const PROSE = ['title', 'description', 'examples', '$comment']

/** A schema without what it tells people; a property may well have such a name itself. */
export function withoutProse(schema: unknown, isMap = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutProse(each))
  if (!isJsonObject(schema)) return schema
  const kept = Object.entries(schema).filter(([name]) => isMap || !PROSE.includes(name))
  return Object.fromEntries(
    kept.map(([name, member]) => [name, withoutProse(member, !isMap && name === 'properties')]),
  )
}

/** What the discovery document says about the endpoint (contract 2). */
export function compareDiscovery(
  discovery: JsonObject,
  baseUrl: string,
  views: readonly McpView[],
  book: Book,
): void {
  const fixed: Readonly<Record<string, unknown>> = {
    endpoint: baseUrl + MCP_PATH,
    transport: 'streamable-http',
    protocolVersion: MCP_REVISION_CURRENT,
    supportedProtocolVersions: [...MCP_REVISIONS],
  }
  for (const [name, value] of Object.entries(fixed)) {
    book.equal(DISCOVERY, name, value, discovery[name])
  }
  const { authentication } = discovery
  const tellsNone = /\b(no|none|not|without|anonymous)\b/i.test(String(authentication))
  const expected = 'a text that none is needed'
  book.equal(DISCOVERY, 'authentication', tellsNone ? authentication : expected, authentication)
  for (const name of ['name', 'title']) {
    book.agree(`server ${name}`, [
      ...views.map(({ revision, serverInfo }): Voice => [`MCP ${revision}`, at(serverInfo, name)]),
      [DISCOVERY, discovery[name]],
    ])
  }
}
