import { META_SCOPE } from '../../contract/business.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { BUSINESS_SCOPES, WELL_KNOWN } from '../../contract/oauth.ts'
import { MCP_PATH, MCP_REVISION_CURRENT } from '../../contract/protocol.ts'
import type { Check } from './findings.ts'
import { at, membersAt, parseJson } from './json.ts'
import { sendRequest } from './mcp_request.ts'
import type { Reading } from './reading.ts'

/** What private tools declare must hold for a caller without a token. */
export async function comparePrivateTools(reading: Reading, check: Check): Promise<void> {
  const { views } = reading
  const current = views.find(({ revision }) => revision === MCP_REVISION_CURRENT)
  const tools = current?.privateTools ?? []
  for (const { where, privateTools } of views) {
    check.equal(where, 'private tools', tools, privateTools)
  }
  if (tools.length === 0) return
  await Promise.all([
    ...tools.map((tool) => comparePrivateTool(tool, reading, check)),
    compareResource(reading, check),
  ])
}

/** Refused without a token, saying where to get one (contract 5, rule 4; RFC 9728, 5.1). */
async function comparePrivateTool(
  tool: JsonObject,
  { client, baseUrl }: Reading,
  check: Check,
): Promise<void> {
  const name = String(tool.name)
  const where = `MCP ${MCP_REVISION_CURRENT}`
  const scope = at(tool, '_meta', META_SCOPE)
  const known: readonly unknown[] = BUSINESS_SCOPES
  if (!known.includes(scope)) {
    check.fail(where, `tool ${name} scope`, BUSINESS_SCOPES.join(' or '), String(scope))
  }
  for (const [property] of membersAt(tool.inputSchema, 'properties')) {
    const selects = /^(workspace|tenant|organi[sz]ation|business)(_?(id|slug|ref))?s?$/i
    if (selects.test(property)) {
      check.fail(where, `tool ${name}`, 'no selector among its arguments', property)
    }
  }
  const params = { name, arguments: {} }
  const answer = await sendRequest(client, MCP_REVISION_CURRENT, 'tools/call', params)
  check.equal(where, `tool ${name} without a token`, 401, answer.status)
  const challenge = answer.headers.get('www-authenticate') ?? ''
  const pointer = `resource_metadata="${baseUrl}${WELL_KNOWN.resource}"`
  check.equal(where, `tool ${name} challenge names the resource`, true, challenge.includes(pointer))
}

/** The two documents that a client reads before it asks a user (RFC 9728, RFC 8414). */
async function compareResource({ client, baseUrl }: Reading, check: Check): Promise<void> {
  const [resource, root, server] = await Promise.all(
    [WELL_KNOWN.resource, WELL_KNOWN.resourceRoot, WELL_KNOWN.authorizationServer].map(
      async (path) => parseJson((await client.call(path)).text),
    ),
  )
  const what = 'protected resource'
  check.equal(WELL_KNOWN.resource, what, baseUrl + MCP_PATH, at(resource, 'resource'))
  check.equal(WELL_KNOWN.resourceRoot, what, resource, root)
  const servers = at(resource, 'authorization_servers')
  check.equal(WELL_KNOWN.resource, 'authorization server', [baseUrl], servers)
  check.equal(WELL_KNOWN.authorizationServer, 'issuer', baseUrl, at(server, 'issuer'))
  const methods = at(server, 'code_challenge_methods_supported')
  check.equal(WELL_KNOWN.authorizationServer, 'challenge methods', ['S256'], methods)
  if (!isJsonObject(server)) return
  const scopes = at(server, 'scopes_supported')
  check.equal(WELL_KNOWN.authorizationServer, 'scopes', [...BUSINESS_SCOPES], scopes)
}
