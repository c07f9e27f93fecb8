import { isJsonObject, type JsonObject, type JsonRpcRequest } from '../../contract/json_rpc.ts'
import type { LimitSettings } from '../../contract/limits.ts'
import {
  MCP_REVISIONS,
  type McpRevision,
  META_SERVER_INFO,
  type ResultText,
} from '../../contract/protocol.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { PublicDocs, Snapshot } from '../../docs/public_docs/mod.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { type Profile, USUAL_PROFILE } from './_profile.ts'
import { getPrompt, listPrompts } from './_prompts.ts'
import { isModern, type McpRefusal, refuseParams } from './_refusal.ts'
import { listResources, readResource } from './_resources.ts'
import { readOfferedRevision } from './_revision.ts'
import { getSkill, listSkills } from './_skills.ts'
import { refuseTool, type ToolPorts } from './_tool.ts'
import { callPrivateTool, listPrivateCards, type PrivatePorts } from './_tools_business.ts'

type MethodPorts = {
  readonly docs: PublicDocs
  readonly limits: LimitSettings
  readonly log: Log
  /** How texts of public tools are written; absent means JSON. */
  readonly resultText?: ResultText | undefined
  /** Absent when the business surface is off: then no private tool exists. */
  readonly business?: PrivatePorts
  /** Absent at the endpoint of the contract. */
  readonly profile?: Profile
}

type Outcome = Result<JsonObject, McpRefusal>

/** The capability by which a server declares the methods of a family. */
const DECLARED_BY: ReadonlyMap<string, string> = new Map([
  ['resources', 'resources'],
  ['prompts', 'prompts'],
  ['skills', 'extensions'],
])

/** How long a client may keep a list or a resource: a new build comes without notice. */
const LIST_TTL_MS = 300_000
const READ_TTL_MS = 60_000

/**
 * Answers one method from one snapshot, in the shape of the agreed revision. `headers` are for
 * private tools alone: nothing public reads `Authorization` (contract 1, rule 5).
 */
export async function dispatch(
  request: JsonRpcRequest,
  revision: McpRevision,
  ports: MethodPorts,
  headers: Headers,
): Promise<Outcome> {
  const { method, params } = request
  const snapshot = ports.docs.current()
  const { registry } = snapshot
  const { profile = USUAL_PROFILE } = ports
  const by = { snapshot, revision }
  // Resources, prompts and skills are there where they are declared.
  const declaredBy = DECLARED_BY.get(method.split('/')[0] ?? '')
  if (declaredBy !== undefined && profile.capabilities[declaredBy] === undefined)
    return refuseMethod(method)
  switch (method) {
    case 'initialize':
      return initialize(request, snapshot, revision, profile)
    case 'server/discover':
      if (!isModern(revision)) return refuseMethod(method)
      return finish(
        by,
        ok({ ...describeServer(snapshot, profile), supportedVersions: MCP_REVISIONS }),
        LIST_TTL_MS,
      )
    case 'ping':
      return isModern(revision) ? refuseMethod(method) : ok({})
    case 'tools/list':
      return await listAllTools(params, by, ports, headers)
    case 'tools/call':
      return finish(by, await callTool(params, snapshot, { ...ports, revision }, headers))
    case 'resources/list':
      return finish(by, refuseCursor(params, listResources(snapshot)), LIST_TTL_MS)
    case 'resources/templates/list':
      return finish(by, refuseCursor(params, { resourceTemplates: [] }), LIST_TTL_MS)
    case 'resources/read':
      return finish(by, await readResource(params, snapshot), READ_TTL_MS)
    case 'skills/list':
      return finish(by, refuseCursor(params, listSkills(snapshot)), LIST_TTL_MS)
    case 'skills/get':
      return finish(by, getSkill(params, snapshot), READ_TTL_MS)
    case 'prompts/list':
      return finish(by, refuseCursor(params, listPrompts(registry)), LIST_TTL_MS)
    case 'prompts/get':
      return finish(by, getPrompt(params, registry))
    default:
      return refuseMethod(method)
  }
}

/** The name in the body decides whether a tool is public; a header never does. */
function callTool(
  params: JsonObject,
  snapshot: Snapshot,
  ports: MethodPorts & ToolPorts,
  headers: Headers,
): Outcome | Promise<Outcome> {
  const { business, profile = USUAL_PROFILE } = ports
  const { name } = params
  const call = profile.findTool(name, snapshot)
  if (call !== undefined) return call(params.arguments ?? {}, ports)
  const token = headers.get('authorization')
  const answer = business && callPrivateTool(params, snapshot, business, token)
  if (answer === undefined) return refuseTool(name, profile.listNames(snapshot))
  return answer.then((outcome) => (outcome.ok ? outcome : profile.refusePrivateCall(outcome.error)))
}

/** One list for everybody, unless the owner hides private tools: then it depends on the caller. */
async function listAllTools(
  params: JsonObject,
  by: Answerer,
  { business, profile = USUAL_PROFILE }: MethodPorts,
  headers: Headers,
): Promise<Outcome> {
  const cards = business === undefined ? [] : await listPrivateCards(by.snapshot, business, headers)
  const tools = [...profile.listTools(by.snapshot), ...cards.map(profile.showPrivateCard)]
  const scope = business?.listed === false ? 'private' : 'public'
  return finish(by, refuseCursor(params, { tools }), LIST_TTL_MS, scope)
}

/** The handshake is optional now but still answered; it echoes the revision (contract 4.1). */
function initialize(
  request: JsonRpcRequest,
  snapshot: Snapshot,
  revision: McpRevision,
  profile: Profile,
): Outcome {
  if (readOfferedRevision(request) === undefined) {
    if (isModern(revision)) return refuseMethod(request.method)
    return refuseParams('Cannot initialize: "protocolVersion" is not a string')
  }
  const result = { ...describeServer(snapshot, profile), serverInfo: readServerInfo(snapshot) }
  return finish({ snapshot, revision }, ok({ protocolVersion: revision, ...result }))
}

function describeServer(snapshot: Snapshot, { capabilities }: Profile): JsonObject {
  return { capabilities, instructions: snapshot.registry.service.instructions }
}

/** `version` is that of the corpus, so a reload shows immediately (contract 9). */
function readServerInfo(snapshot: Snapshot): JsonObject {
  const { name, title } = snapshot.registry.service
  return { name, title, version: snapshot.status().version }
}

/**
 * Finishes a result for its revision: 2026-07-28 adds `resultType`, who answered, and on exactly
 * eight methods how long the answer may be kept. Older revisions get the bare result.
 */
export function finish(
  { snapshot, revision }: Answerer,
  outcome: Outcome,
  ttlMs?: number,
  cacheScope: 'public' | 'private' = 'public',
): Outcome {
  if (!outcome.ok || !isModern(revision)) return outcome
  return ok({
    resultType: 'complete',
    ...outcome.value,
    ...(ttlMs === undefined ? {} : { ttlMs, cacheScope }),
    _meta: { ...metaOf(outcome.value), [META_SERVER_INFO]: readServerInfo(snapshot) },
  })
}

/** What a result says of who made it, and in which revision. */
type Answerer = { readonly snapshot: Snapshot; readonly revision: McpRevision }

function metaOf({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? meta : {}
}

/** A list comes in one piece: no cursor was ever issued, so each one is invalid. */
function refuseCursor(params: JsonObject, list: JsonObject): Outcome {
  if (params.cursor === undefined || params.cursor === null) return ok(list)
  return refuseParams('Cannot use "cursor": every list comes in one piece and no cursor is issued')
}

function refuseMethod(method: string): Outcome {
  return err({ reason: 'method_unknown', method })
}
