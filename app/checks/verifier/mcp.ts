import { META_SCOPE } from '../../contract/business.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { OPERATION_NAMES, type Operation } from '../../contract/operations/mod.ts'
import {
  hasStructuredContent,
  MCP_REVISION_CURRENT,
  MCP_REVISIONS,
  type McpRevision,
  META_SERVER_INFO,
} from '../../contract/protocol.ts'
import { toolSchemas } from '../../contract/tool_cards.ts'
import type { Client } from './client.ts'
import type { Check } from './findings.ts'
import { at, membersAt, objectsAt, parseJson, textAt } from './json.ts'
import { CLIENT_INFO, nameRevision, requestResult } from './mcp_request.ts'
import { isMarkdownResult, readStatements } from './result_markdown.ts'

/** The server as one revision presents it. */
export type McpView = {
  readonly revision: McpRevision
  /** The revision as the report names it. */
  readonly where: string
  readonly introduction: unknown
  readonly serverInfo: unknown
  /** Tools that anyone may call. */
  readonly tools: readonly JsonObject[]
  /** Tools that name a scope. */
  readonly privateTools: readonly JsonObject[]
  readonly resources: readonly JsonObject[]
  readonly prompts: readonly JsonObject[]
}

/** Reads the introduction and the three lists in every supported revision. */
export async function readMcpViews(client: Client, check: Check): Promise<readonly McpView[]> {
  return await Promise.all(MCP_REVISIONS.map((revision) => readMcpView(client, revision, check)))
}

async function readMcpView(client: Client, revision: McpRevision, check: Check): Promise<McpView> {
  const where = nameRevision(revision)
  const handshake = { protocolVersion: revision, capabilities: {}, clientInfo: CLIENT_INFO }
  const ask = (method: string, params: JsonObject = {}) =>
    requestResult(client, revision, method, params, check)
  const isCurrent = revision === MCP_REVISION_CURRENT
  const [introduction, tools, resources, prompts] = await Promise.all([
    isCurrent ? ask('server/discover') : ask('initialize', handshake),
    ask('tools/list'),
    ask('resources/list'),
    ask('prompts/list'),
  ])
  if (!isCurrent) {
    const agreed = textAt(introduction, 'protocolVersion')
    check.equal(where, 'initialize protocolVersion', revision, agreed)
  }
  const serverInfo = isCurrent
    ? at(introduction, '_meta', META_SERVER_INFO)
    : at(introduction, 'serverInfo')
  const listed = objectsAt(tools, 'tools')
  return {
    revision,
    where,
    introduction,
    serverInfo,
    tools: listed.filter((tool) => !isPrivate(tool)),
    privateTools: listed.filter(isPrivate),
    resources: objectsAt(resources, 'resources'),
    prompts: objectsAt(prompts, 'prompts'),
  }
}

/** A tool with a scope is private and not part of the public documentation. */
function isPrivate(tool: JsonObject): boolean {
  return at(tool, '_meta', META_SCOPE) !== undefined
}

/** Matches tools to operations by their output, because a deployment chooses the names. */
export function matchTools(tools: readonly JsonObject[]): ReadonlyMap<Operation, string> {
  const names = new Map<Operation, string>()
  for (const operation of OPERATION_NAMES) {
    const wanted = listOutputNames(toolSchemas(operation).output)
    const tool = tools.find((each) => listOutputNames(each.outputSchema) === wanted)
    if (typeof tool?.name === 'string') names.set(operation, tool.name)
  }
  return names
}

function listOutputNames(schema: unknown): string {
  const names = membersAt(schema, 'properties').map(([name]) => name)
  return names.toSorted().join(' ')
}

/** Calls tools by operation; each call of a tool uses another revision. */
export type McpCaller = {
  run(operation: Operation, args: JsonObject): Promise<unknown>
  resource(uri: string): Promise<string | undefined>
  /** Calls each tool in the remaining revisions; the answers must be the same. */
  callRemainingRevisions(): Promise<void>
}

/** What the Markdown of a result must say. */
export type ListStatements = (operation: Operation, content: JsonObject) => readonly string[]

type FirstCall = { readonly args: JsonObject; readonly content: JsonObject }

export function createMcpCaller(
  client: Client,
  names: ReadonlyMap<Operation, string>,
  listStatements: ListStatements,
  check: Check,
): McpCaller {
  const firsts = new Map<Operation, FirstCall>()
  const turns = new Map<Operation, number>()
  const runIn = async (operation: Operation, args: JsonObject, revision: McpRevision) => {
    const name = names.get(operation)
    if (name === undefined) return undefined
    const params = { name, arguments: args }
    const result = await requestResult(client, revision, 'tools/call', params, check)
    if (result === undefined) return undefined
    return readContent(result, { operation, revision, name, args, listStatements }, check)
  }
  return {
    run: async (operation, args) => {
      const turn = turns.get(operation) ?? 0
      turns.set(operation, turn + 1)
      const revision = MCP_REVISIONS[turn % MCP_REVISIONS.length] ?? MCP_REVISION_CURRENT
      const content = await runIn(operation, args, revision)
      if (turn === 0 && content !== undefined) firsts.set(operation, { args, content })
      return content
    },
    resource: async (uri) => {
      const revision = MCP_REVISION_CURRENT
      const result = await requestResult(client, revision, 'resources/read', { uri }, check)
      return textAt(result, 'contents', 0, 'text')
    },
    callRemainingRevisions: async () => {
      await Promise.all(
        [...firsts].map(async ([operation, { args, content }]) => {
          const left = MCP_REVISIONS.slice(turns.get(operation) ?? 0)
          for (const revision of left) {
            const again = await runIn(operation, args, revision)
            if (again === undefined) continue
            const what = `tool ${names.get(operation)} in another revision:`
            check.equal(nameRevision(revision), what, content, again)
          }
        }),
      )
    },
  }
}

type ToolCall = {
  readonly operation: Operation
  readonly revision: McpRevision
  readonly name: string
  readonly args: JsonObject
  readonly listStatements: ListStatements
}

function readContent(
  result: unknown,
  { operation, revision, name, args, listStatements }: ToolCall,
  check: Check,
): JsonObject | undefined {
  const content = at(result, 'structuredContent')
  const where = nameRevision(revision)
  const text = textAt(result, 'content', 0, 'text')
  if (!isJsonObject(content)) {
    const what = `tool ${name} ${JSON.stringify(args)}`
    check.fail(where, what, 'structured content', text?.slice(0, 200) ?? 'nothing')
    return undefined
  }
  // Clients that read the text must get the same as those that read the structure.
  if (isMarkdownResult(text) && hasStructuredContent(revision)) {
    const wanted = listStatements(operation, content)
    check.equal(where, `tool ${name} Markdown of the result`, wanted, readStatements(text))
  } else check.equal(where, `tool ${name} text of the result`, content, parseJson(text ?? ''))
  return content
}
