import { after } from '../contract/after.ts'
import type { JsonObject, JsonRpcRequest } from '../contract/json_rpc.ts'
import type { LimitSettings } from '../contract/limits.ts'
import { MCP_REVISIONS, type McpRevision, META_SERVER_INFO } from '../contract/protocol.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Generation, PublicDocs } from '../public_docs/mod.ts'
import type { Log } from '../telemetry/log.ts'
import { getPrompt, listPrompts } from './_prompts.ts'
import { isModern, type McpRefusal } from './_refusal.ts'
import { listResources, readResource } from './_resources.ts'
import { offeredRevision } from './_revision.ts'
import { callTool, listTools } from './_tool.ts'

export type MethodPorts = {
  readonly docs: PublicDocs
  readonly limits: LimitSettings
  readonly log: Log
}

export type Outcome = Result<JsonObject, McpRefusal>

/** What we can do, and that nothing changes under a client (contract 4.1 and 6). */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
} as const

/** How long a client may keep a list or a resource: a new build comes without notice. */
const LIST_TTL_MS = 300_000
const READ_TTL_MS = 60_000

/** Answers one method from one generation, in the shape of the agreed revision. */
export function dispatch(
  request: JsonRpcRequest,
  revision: McpRevision,
  ports: MethodPorts,
): Outcome | Promise<Outcome> {
  const { method, params } = request
  const generation = ports.docs.current()
  const { registry } = generation
  const shape = shapeOf(generation, revision)
  switch (method) {
    case 'initialize':
      return initialize(request, generation, revision)
    case 'server/discover':
      if (!isModern(revision)) return unknown(method)
      return shape(
        ok({ ...introduction(generation), supportedVersions: MCP_REVISIONS }),
        LIST_TTL_MS,
      )
    case 'ping':
      return isModern(revision) ? unknown(method) : ok({})
    case 'tools/list':
      return shape(whole(params, listTools(registry)), LIST_TTL_MS)
    case 'tools/call':
      return after(callTool(params, generation, ports), (outcome) => shape(outcome))
    case 'resources/list':
      return shape(whole(params, listResources(generation)), LIST_TTL_MS)
    case 'resources/templates/list':
      return shape(whole(params, { resourceTemplates: [] }), LIST_TTL_MS)
    case 'resources/read':
      return readResource(params, generation).then((outcome) => shape(outcome, READ_TTL_MS))
    case 'prompts/list':
      return shape(whole(params, listPrompts(registry)), LIST_TTL_MS)
    case 'prompts/get':
      return shape(getPrompt(params, registry))
    default:
      return unknown(method)
  }
}

/** The handshake is optional today and still answered; it echoes the revision (contract 4.1). */
function initialize(
  request: JsonRpcRequest,
  generation: Generation,
  revision: McpRevision,
): Outcome {
  if (offeredRevision(request) === undefined) {
    if (isModern(revision)) return unknown(request.method)
    const message = 'Cannot initialize: "protocolVersion" is not a string'
    return err({ reason: 'params_invalid', message })
  }
  const result = { ...introduction(generation), serverInfo: serverInfo(generation) }
  return shapeOf(generation, revision)(ok({ protocolVersion: revision, ...result }))
}

function introduction(generation: Generation): JsonObject {
  return { capabilities: CAPABILITIES, instructions: generation.registry.service.instructions }
}

/** `version` is that of the corpus, so a reload shows at once (contract 9). */
function serverInfo(generation: Generation): JsonObject {
  const { name, title } = generation.registry.service
  return { name, title, version: generation.status().version }
}

/**
 * Finishes a result for its revision: 2026-07-28 adds `resultType`, who answered, and on exactly
 * six methods how long the answer may be kept. Older revisions get the bare result.
 */
export function shapeOf(
  generation: Generation,
  revision: McpRevision,
): (outcome: Outcome, ttlMs?: number) => Outcome {
  return (outcome, ttlMs) => {
    if (!outcome.ok || !isModern(revision)) return outcome
    return ok({
      resultType: 'complete',
      ...outcome.value,
      ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: 'public' }),
      _meta: { [META_SERVER_INFO]: serverInfo(generation) },
    })
  }
}

/** Lists are given whole, so no cursor was ever issued and each is invalid. */
function whole(params: JsonObject, list: JsonObject): Outcome {
  if (params.cursor === undefined) return ok(list)
  const message = 'Cannot go on from "cursor": lists are given whole, no cursor is issued'
  return err({ reason: 'params_invalid', message })
}

function unknown(method: string): Outcome {
  return err({ reason: 'method_unknown', method })
}
