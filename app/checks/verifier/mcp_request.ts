import type { JsonObject } from '../../contract/json_rpc.ts'
import {
  MCP_PATH,
  MCP_REVISION_CURRENT,
  MCP_REVISION_UNNAMED,
  type McpRevision,
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_PROTOCOL_VERSION,
} from '../../contract/protocol.ts'
import type { Client } from './client.ts'
import type { Answer } from './exchange.ts'
import type { Check } from './findings.ts'
import { at, parseJson } from './json.ts'

export const CLIENT_INFO = { name: 'lectern-verify', version: '1.0.0' }

export const METADATA = {
  [META_PROTOCOL_VERSION]: MCP_REVISION_CURRENT,
  [META_CLIENT_INFO]: CLIENT_INFO,
  [META_CLIENT_CAPABILITIES]: {},
}

/** Sends one request as a client of that revision does; returns its result. */
export async function requestResult(
  client: Client,
  revision: McpRevision,
  method: string,
  params: JsonObject,
  check: Check,
): Promise<unknown> {
  const answer = await sendRequest(client, revision, method, params)
  const where = nameRevision(revision)
  if (!check.equal(where, `${method} HTTP status`, 200, answer.status)) return undefined
  check.equal(where, `${method} MCP-Protocol-Version`, revision, answer.headers.get(VERSION_HEADER))
  const result = at(parseJson(answer.text), 'result')
  if (result === undefined) check.fail(where, method, 'a result', answer.text.slice(0, 200))
  return result
}

/**
 * Sends one request; returns the answer as it is. Headers differ between revisions; the oldest has
 * none for its version (contract 4.1).
 */
export async function sendRequest(
  client: Client,
  revision: McpRevision,
  method: string,
  params: JsonObject,
): Promise<Answer> {
  const message = { jsonrpc: '2.0', id: 1, method, params }
  if (revision === MCP_REVISION_UNNAMED) return await postToMcp(client, message)
  const version = { [VERSION_HEADER]: revision }
  if (revision !== MCP_REVISION_CURRENT) return await postToMcp(client, message, version)
  const name = params.name ?? params.uri
  return await postToMcp(
    client,
    { ...message, params: { ...params, _meta: METADATA } },
    {
      ...version,
      'mcp-method': method,
      // A name that is not ASCII is encoded (SEP-2243).
      ...(typeof name === 'string' ? { 'mcp-name': encodeFieldValue(name) } : {}),
    },
  )
}

export async function postToMcp(
  client: Client,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const accept = 'application/json, text/event-stream'
  return await client.call(MCP_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: JSON.stringify(body),
    limit: 'mcp',
  })
}

const VERSION_HEADER = 'mcp-protocol-version'

export function nameRevision(revision: McpRevision): string {
  return `MCP ${revision}`
}

function encodeFieldValue(name: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(name)) return name
  return `=?base64?${Buffer.from(name).toString('base64')}?=`
}
