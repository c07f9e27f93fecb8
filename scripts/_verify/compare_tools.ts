import type { JsonObject } from '../../app/contract/json_rpc.ts'
import { OPERATIONS, type Operation } from '../../app/contract/operations.ts'
import { MCP_PATH, MCP_REVISION_CURRENT, MCP_REVISIONS } from '../../app/contract/protocol.ts'
import { PUBLIC_TOOL_ANNOTATIONS, toolSchemas } from '../../app/contract/tool_cards.ts'
import type { Book, Voice } from './findings.ts'
import { at } from './json.ts'
import type { McpView } from './mcp.ts'

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
  const discovered: readonly Voice[] =
    discovery === undefined ? [] : [['.well-known/mcp.json', discovery.tools]]
  book.agree('names of tools: position', [...listed, ...discovered])
  for (const kind of ['tools', 'resources', 'prompts'] as const) compareLists(views, kind, book)
  for (const operation of OPERATIONS) compareOperation(operation, views, names, book)
}

function compareLists(
  views: readonly McpView[],
  kind: 'tools' | 'resources' | 'prompts',
  book: Book,
): void {
  const what = kind.slice(0, -1)
  const all = new Set(views.flatMap((view) => view[kind].map(({ name }) => String(name))))
  for (const name of all) {
    const cards = views.map((view) => ({
      where: `MCP ${view.revision}`,
      card: view[kind].find((each) => each.name === name),
    }))
    for (const field of new Set(cards.flatMap(({ card }) => Object.keys(card ?? {})))) {
      book.agree(
        `${what} ${name} ${field}`,
        cards.map(({ where, card }) => [where, card?.[field]]),
      )
    }
  }
}

/** Each operation has one tool, with the schemas and hints of the contract (contract 4.1). */
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
  for (const { revision, tools } of views) {
    const tool = tools.find((each) => each.name === name)
    const where = `MCP ${revision}`
    book.equal(where, `tool ${name} inputSchema`, input, at(tool, 'inputSchema'))
    book.equal(where, `tool ${name} outputSchema`, output, at(tool, 'outputSchema'))
    const hints = at(tool, 'annotations')
    book.equal(where, `tool ${name} annotations`, PUBLIC_TOOL_ANNOTATIONS, hints)
  }
}

/** What the discovery document says about the endpoint (contract 2). */
export function compareDiscovery(
  discovery: JsonObject,
  baseUrl: string,
  views: readonly McpView[],
  book: Book,
): void {
  const where = '.well-known/mcp.json'
  book.equal(where, 'endpoint', baseUrl.replace(/\/$/, '') + MCP_PATH, discovery.endpoint)
  book.equal(where, 'protocolVersion', MCP_REVISION_CURRENT, discovery.protocolVersion)
  const { supportedProtocolVersions: supported } = discovery
  book.equal(where, 'supportedProtocolVersions', [...MCP_REVISIONS], supported)
  for (const name of ['name', 'title']) {
    book.agree(`server ${name}`, [
      ...views.map(({ revision, serverInfo }): Voice => [`MCP ${revision}`, at(serverInfo, name)]),
      [where, discovery[name]],
    ])
  }
}
