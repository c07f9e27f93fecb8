import { META_SCOPE } from '../contract/business.ts'
import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { WELL_KNOWN } from '../contract/oauth.ts'
import { MCP_PATH, MCP_REVISION_CURRENT } from '../contract/protocol.ts'
import { BUSINESS_SCOPES } from '../contract/scopes.ts'
import type { Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, membersAt, parsedJson } from './json.ts'
import { type McpView, sendTo } from './mcp.ts'

/** What the private tools of a service say must be so for a caller without a token. */
export async function comparePrivateTools(
  {
    client,
    baseUrl,
    views,
  }: {
    readonly client: Client
    readonly baseUrl: string
    readonly views: readonly McpView[]
  },
  book: Book,
): Promise<void> {
  const current = views.find(({ revision }) => revision === MCP_REVISION_CURRENT)
  const tools = current?.privateTools ?? []
  for (const view of views) {
    book.equal(`MCP ${view.revision}`, 'private tools', tools, view.privateTools)
  }
  if (tools.length === 0) return
  await Promise.all([
    ...tools.map((tool) => comparePrivateTool(tool, client, baseUrl, book)),
    compareResource(client, baseUrl, book),
  ])
}

/** Closed without a token, and says where to get one (contract 5, rule 4; RFC 9728, 5.1). */
async function comparePrivateTool(
  tool: JsonObject,
  client: Client,
  baseUrl: string,
  book: Book,
): Promise<void> {
  const name = String(tool.name)
  const where = `MCP ${MCP_REVISION_CURRENT}`
  const scope = at(tool, '_meta', META_SCOPE)
  const known: readonly unknown[] = BUSINESS_SCOPES
  if (!known.includes(scope)) {
    book.wrong(where, `tool ${name} scope`, BUSINESS_SCOPES.join(' or '), String(scope))
  }
  for (const [property] of membersAt(tool.inputSchema, 'properties')) {
    const selects = /^(workspace|tenant|organi[sz]ation|business)(_?(id|slug|ref))?s?$/i
    if (selects.test(property)) {
      book.wrong(where, `tool ${name}`, 'no selector among its arguments', property)
    }
  }
  const params = { name, arguments: {} }
  const answer = await sendTo(client, MCP_REVISION_CURRENT, 'tools/call', params)
  book.equal(where, `tool ${name} without a token`, 401, answer.status)
  const challenge = answer.headers.get('www-authenticate') ?? ''
  const pointer = `resource_metadata="${baseUrl}${WELL_KNOWN.resource}"`
  book.equal(where, `tool ${name} challenge names the resource`, true, challenge.includes(pointer))
}

/** The two documents that a client reads before it asks a person (RFC 9728, RFC 8414). */
async function compareResource(client: Client, baseUrl: string, book: Book): Promise<void> {
  const [resource, root, server] = await Promise.all(
    [WELL_KNOWN.resource, WELL_KNOWN.resourceRoot, WELL_KNOWN.authorizationServer].map(
      async (path) => parsedJson((await client.call(path)).text),
    ),
  )
  const what = 'protected resource'
  book.equal(WELL_KNOWN.resource, what, baseUrl + MCP_PATH, at(resource, 'resource'))
  book.equal(WELL_KNOWN.resourceRoot, what, resource, root)
  const servers = at(resource, 'authorization_servers')
  book.equal(WELL_KNOWN.resource, 'authorization server', [baseUrl], servers)
  book.equal(WELL_KNOWN.authorizationServer, 'issuer', baseUrl, at(server, 'issuer'))
  const methods = at(server, 'code_challenge_methods_supported')
  book.equal(WELL_KNOWN.authorizationServer, 'challenge methods', ['S256'], methods)
  if (!isJsonObject(server)) return
  const scopes = at(server, 'scopes_supported')
  book.equal(WELL_KNOWN.authorizationServer, 'scopes', [...BUSINESS_SCOPES], scopes)
}
