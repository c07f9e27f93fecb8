import { META_SCOPE } from '../contract/business.ts'
import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { OPERATIONS, type Operation } from '../contract/operations.ts'
import {
  MCP_PATH,
  MCP_REVISION_CURRENT,
  MCP_REVISION_UNNAMED,
  MCP_REVISIONS,
  type McpRevision,
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_PROTOCOL_VERSION,
  META_SERVER_INFO,
} from '../contract/protocol.ts'
import { toolSchemas } from '../contract/tool_cards.ts'
import type { Answer, Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, membersAt, objectsAt, parsedJson, textAt } from './json.ts'

/** What one revision shows of the server. */
export type McpView = {
  readonly revision: McpRevision
  readonly introduction: unknown
  readonly serverInfo: unknown
  /** Tools that everybody may call. */
  readonly tools: readonly JsonObject[]
  /** Tools that name a scope. */
  readonly privateTools: readonly JsonObject[]
  readonly resources: readonly JsonObject[]
  readonly prompts: readonly JsonObject[]
}

const CLIENT_INFO = { name: 'lectern-verify', version: '1.0.0' }

/** Sends one request as a client of that revision does, and gives its result. */
export async function request(
  client: Client,
  revision: McpRevision,
  method: string,
  params: JsonObject,
  book: Book,
): Promise<unknown> {
  const answer = await sendTo(client, revision, method, params)
  const where = `MCP ${revision}`
  if (!book.equal(where, `${method} HTTP status`, 200, answer.status)) return undefined
  book.equal(where, `${method} MCP-Protocol-Version`, revision, answer.headers.get(VERSION_HEADER))
  const result = at(parsedJson(answer.text), 'result')
  if (result === undefined) book.wrong(where, method, 'a result', answer.text.slice(0, 200))
  return result
}

/** Sends one request and gives the answer as it came. */
export async function sendTo(
  client: Client,
  revision: McpRevision,
  method: string,
  params: JsonObject,
): Promise<Answer> {
  return await client.call(MCP_PATH, {
    method: 'POST',
    headers: headersFor(revision, method, params),
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: revision === MCP_REVISION_CURRENT ? { ...params, _meta: METADATA } : params,
    }),
    limit: 'mcp',
  })
}

const VERSION_HEADER = 'mcp-protocol-version'

const METADATA = {
  [META_PROTOCOL_VERSION]: MCP_REVISION_CURRENT,
  [META_CLIENT_INFO]: CLIENT_INFO,
  [META_CLIENT_CAPABILITIES]: {},
}

/** Each revision has headers of its own; the oldest has none for its version (contract 4.1). */
function headersFor(
  revision: McpRevision,
  method: string,
  params: JsonObject,
): Readonly<Record<string, string>> {
  const name = params.name ?? params.uri
  const mirrors: Record<string, string> = { 'mcp-method': method }
  // A name in other letters than ASCII travels encoded (SEP-2243).
  if (typeof name === 'string') mirrors['mcp-name'] = asFieldValue(name)
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(revision === MCP_REVISION_CURRENT ? mirrors : {}),
    ...(revision === MCP_REVISION_UNNAMED ? {} : { [VERSION_HEADER]: revision }),
  }
}

function asFieldValue(name: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(name)) return name
  return `=?base64?${Buffer.from(name).toString('base64')}?=`
}

/** Reads the introduction and the three lists in every accepted revision. */
export async function readMcpViews(client: Client, book: Book): Promise<readonly McpView[]> {
  return await Promise.all(MCP_REVISIONS.map((revision) => readMcpView(client, revision, book)))
}

async function readMcpView(client: Client, revision: McpRevision, book: Book): Promise<McpView> {
  const handshake = {
    protocolVersion: revision,
    capabilities: {},
    clientInfo: CLIENT_INFO,
  }
  const ask = (method: string, params: JsonObject = {}) =>
    request(client, revision, method, params, book)
  const isCurrent = revision === MCP_REVISION_CURRENT
  const [introduction, tools, resources, prompts] = await Promise.all([
    isCurrent ? ask('server/discover') : ask('initialize', handshake),
    ask('tools/list'),
    ask('resources/list'),
    ask('prompts/list'),
  ])
  if (!isCurrent) {
    const agreed = textAt(introduction, 'protocolVersion')
    book.equal(`MCP ${revision}`, 'initialize protocolVersion', revision, agreed)
  }
  const serverInfo = isCurrent
    ? at(introduction, '_meta', META_SERVER_INFO)
    : at(introduction, 'serverInfo')
  const listed = objectsAt(tools, 'tools')
  return {
    revision,
    introduction,
    serverInfo,
    tools: listed.filter((tool) => !isPrivate(tool)),
    privateTools: listed.filter(isPrivate),
    resources: objectsAt(resources, 'resources'),
    prompts: objectsAt(prompts, 'prompts'),
  }
}

/** A tool that names a scope is private: it is no part of the public documentation. */
function isPrivate(tool: JsonObject): boolean {
  return at(tool, '_meta', META_SCOPE) !== undefined
}

/** Name of the tool of each operation, told by what it returns: names are data of a deployment. */
export function toolNames(tools: readonly JsonObject[]): ReadonlyMap<Operation, string> {
  const names = new Map<Operation, string>()
  for (const operation of OPERATIONS) {
    const wanted = outputNames(toolSchemas(operation).output)
    const tool = tools.find((each) => outputNames(each.outputSchema) === wanted)
    if (typeof tool?.name === 'string') names.set(operation, tool.name)
  }
  return names
}

function outputNames(schema: unknown): string {
  const names = membersAt(schema, 'properties').map(([name]) => name)
  return names.toSorted().join(' ')
}

/** Tools as a caller uses them: by operation; every call of a tool is in another revision. */
export type McpCaller = {
  run(operation: Operation, args: JsonObject): Promise<unknown>
  resource(uri: string): Promise<string | undefined>
  /** Calls each tool in the revisions in which it was not called yet; the answers are one. */
  everyRevision(): Promise<void>
}

type FirstCall = { readonly args: JsonObject; readonly content: JsonObject }

export function createMcpCaller(
  client: Client,
  names: ReadonlyMap<Operation, string>,
  book: Book,
): McpCaller {
  const firsts = new Map<Operation, FirstCall>()
  const turns = new Map<Operation, number>()
  const runIn = async (operation: Operation, args: JsonObject, revision: McpRevision) => {
    const name = names.get(operation)
    if (name === undefined) return undefined
    const result = await request(client, revision, 'tools/call', { name, arguments: args }, book)
    return result === undefined ? undefined : contentOf(result, revision, name, args, book)
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
      const result = await request(client, MCP_REVISION_CURRENT, 'resources/read', { uri }, book)
      return textAt(result, 'contents', 0, 'text')
    },
    everyRevision: async () => {
      await Promise.all(
        [...firsts].map(async ([operation, { args, content }]) => {
          const left = MCP_REVISIONS.slice(turns.get(operation) ?? 0)
          for (const revision of left) {
            const again = await runIn(operation, args, revision)
            if (again === undefined) continue
            const what = `tool ${names.get(operation)} in another revision:`
            book.equal(`MCP ${revision}`, what, content, again)
          }
        }),
      )
    },
  }
}

function contentOf(
  result: unknown,
  revision: McpRevision,
  name: string,
  args: JsonObject,
  book: Book,
): JsonObject | undefined {
  const content = at(result, 'structuredContent')
  const where = `MCP ${revision}`
  const said = textAt(result, 'content', 0, 'text')
  if (!isJsonObject(content)) {
    const what = `tool ${name} ${JSON.stringify(args)}`
    book.wrong(where, what, 'structured content', said?.slice(0, 200) ?? 'nothing')
    return undefined
  }
  // Hosts that read text must not read anything else than those that read structure.
  book.equal(where, `tool ${name} text of the result`, content, parsedJson(said ?? ''))
  return content
}
