import { Type } from '@sinclair/typebox'
import { META_SCOPE } from '../../contract/business.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { limitsInForce } from '../../contract/limits.ts'
import { memoize } from '../../contract/memo.ts'
import { OPERATIONS } from '../../contract/operations/mod.ts'
import { closed } from '../../contract/registry_words.ts'
import { CHATGPT_TOOL_NAMES } from '../../contract/reserved_names.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { PUBLIC_TOOL_ANNOTATIONS, toolSchemas } from '../../contract/tool_cards.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { findPage } from '../../docs/public_docs/operations/mod.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import { bindArguments } from './_bound_arguments.ts'
import type { Profile } from './_profile.ts'
import type { ChallengeRefusal, McpRefusal } from './_refusal.ts'
import type { ToolCall, ToolPorts } from './_tool.ts'
import { toToolError, toToolFailure, toToolResult } from './_tool_results.ts'

/**
 * What ChatGPT asks of a server for connectors, company knowledge and deep research: `search` and
 * `fetch` in their published shape, whose text is their JSON; how to sign in, said at each tool; a
 * missing token as a result, because it opens its form for nothing else (decisions: chatgpt).
 */
export const CHATGPT_PROFILE: Profile = {
  capabilities: { tools: { listChanged: false } },
  listTools: memoize(listCards),
  findTool,
  listNames: () => CHATGPT_TOOL_NAMES,
  showPrivateCard: memoize(addSecurity),
  refusePrivateCall,
}

type Name = (typeof CHATGPT_TOOL_NAMES)[number]

const FETCH_INPUT = Type.Pick(OPERATIONS.page.input, ['id'], closed)

const readSearch = bindArguments(OPERATIONS.search.input)
const readFetch = bindArguments(FETCH_INPUT)

const TEXT = { type: 'string' } as const

const RESULT = {
  type: 'object',
  properties: { id: TEXT, title: TEXT, url: TEXT },
  required: ['id', 'title', 'url'],
} as const

const OUTPUTS: Readonly<Record<Name, JsonObject>> = {
  search: {
    type: 'object',
    properties: { results: { type: 'array', items: RESULT } },
    required: ['results'],
  },
  fetch: {
    type: 'object',
    properties: { ...RESULT.properties, text: TEXT, metadata: { type: 'object' } },
    required: [...RESULT.required, 'text'],
  },
}

function listCards({ registry }: Snapshot): readonly JsonObject[] {
  const { title } = registry.service
  const searched = `Searches the documentation of ${title}. Read a result with fetch to use it.`
  const fetched =
    'Reads one page by the id of a search result. Check metadata.status before you claim that a ' +
    'feature exists: not_yet means it is not built.'
  const { properties } = toolSchemas('page').input
  const { id } = isJsonObject(properties) ? properties : {}
  return [
    toCard('search', 'Search', searched, toolSchemas('search').input),
    toCard('fetch', 'Fetch', fetched, {
      type: 'object',
      properties: { id },
      required: ['id'],
      additionalProperties: false,
    }),
  ]
}

function toCard(name: Name, title: string, description: string, input: JsonObject): JsonObject {
  const security = { securitySchemes: [{ type: 'noauth' }] }
  return {
    name,
    title,
    description,
    inputSchema: input,
    outputSchema: OUTPUTS[name],
    annotations: PUBLIC_TOOL_ANNOTATIONS,
    ...security,
    // Official clients drop members of a tool that the protocol does not have.
    _meta: security,
  }
}

function addSecurity(card: JsonObject): JsonObject {
  const meta = isJsonObject(card._meta) ? card._meta : {}
  const security = { securitySchemes: [{ type: 'oauth2', scopes: [meta[META_SCOPE]] }] }
  return { ...card, ...security, _meta: { ...meta, ...security } }
}

function findTool(given: unknown, snapshot: Snapshot): ToolCall | undefined {
  const name = CHATGPT_TOOL_NAMES.find((each) => each === given)
  return name && ((args, ports) => callTool(name, args, snapshot, ports))
}

async function callTool(
  name: Name,
  args: unknown,
  snapshot: Snapshot,
  ports: ToolPorts,
): Promise<Result<JsonObject, McpRefusal>> {
  try {
    const answer =
      name === 'search' ? search(args, snapshot, ports) : await fetchPage(args, snapshot)
    return ok(answer.ok ? toToolResult(answer.value) : toToolError(answer.error))
  } catch (error) {
    const incident = logIncident(ports.log, 'mcp_tool_failed', error, { tool: name })
    return ok(toToolFailure(`Cannot answer "${name}": an internal error, logged as ${incident}`))
  }
}

type Answer = Result<JsonObject, string>

function search(given: unknown, snapshot: Snapshot, { limits }: ToolPorts): Answer {
  const args = readSearch(given, () => 'search', snapshot)
  if (!args.ok) return args
  const { query } = args.value
  const { searchLimitDefault } = limitsInForce(snapshot.registry.limits, limits)
  const found = snapshot.search(query, searchLimitDefault)
  snapshot.countSearch?.({ query, rating: found.rating })
  return ok({ results: found.records.map(({ id, title, url }) => ({ id, title, url })) })
}

/** A model may see the text alone, so what a status means stands there, too. */
async function fetchPage(given: unknown, snapshot: Snapshot): Promise<Answer> {
  const args = readFetch(given, () => 'fetch', snapshot)
  if (!args.ok) return args
  const found = await findPage(args.value.id, snapshot)
  if (!found.ok) return err(`${found.error.message}; find ids with search`)
  const { id, title, url, kind, status, updated, notice } = found.value.record
  const { markdown } = found.value
  const { version } = snapshot.status()
  return ok({
    id,
    title,
    text: notice === undefined ? markdown : `> ${notice}\n\n${markdown}`,
    url,
    metadata: { kind, status, updated, version, ...(notice === undefined ? {} : { notice }) },
  })
}

const CHALLENGES: Readonly<Record<ChallengeRefusal['reason'], readonly [string, string]>> = {
  unauthenticated: ['invalid_token', 'Sign in to use this tool'],
  token_invalid: ['invalid_token', 'The token is not valid here'],
  scope_missing: ['insufficient_scope', 'The token lacks a scope'],
}

function refusePrivateCall(refusal: McpRefusal): Result<JsonObject, McpRefusal> {
  if (!('metadataUrl' in refusal)) return err(refusal)
  const { reason, scope, metadataUrl } = refusal
  const [error, description] = CHALLENGES[reason]
  const challenge =
    `Bearer resource_metadata="${metadataUrl}", scope="${scope}", error="${error}", ` +
    `error_description="${description}"`
  const result = toToolError(`Cannot call tool: ${description.toLowerCase()}`)
  return ok({ ...result, _meta: { 'mcp/www_authenticate': [challenge] } })
}
