import type { Denial, Grants } from '../../business/grants/mod.ts'
import type { Business, BusinessAnswer } from '../../business/tools/mod.ts'
import {
  type BusinessRegistry,
  type BusinessTool,
  META_IDEMPOTENCY_KEY,
} from '../../contract/business.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { BUSINESS_SCOPES, type BusinessScope, WELL_KNOWN } from '../../contract/oauth.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import { toBusinessCard } from './_business_cards.ts'
import type { ChallengeRefusal, McpRefusal } from './_refusal.ts'
import { cacheToolCards } from './_tool_cards.ts'
import { toToolError, toToolFailure, toToolResult } from './_tool_results.ts'

/** What private tools need; a public tool gets none of it. */
export type PrivatePorts = {
  readonly grants: Pick<Grants, 'authorise'>
  readonly business: Pick<Business, 'read' | 'write'>
  /** Whether everybody sees private tools in the list, or only who may call them. */
  readonly listed: boolean
  readonly log: Log
}

type PrivateOutcome = Result<JsonObject, McpRefusal>

const cardsOf = cacheToolCards(({ tools }: BusinessRegistry) => tools, toBusinessCard)

/** The private tools that this caller sees; they follow the public ones. */
export async function listPrivateCards(
  { business: registry }: Snapshot,
  { listed, grants }: PrivatePorts,
  headers: Headers,
): Promise<readonly JsonObject[]> {
  if (registry === undefined) return []
  const { cards } = cardsOf(registry)
  if (listed) return cards
  const header = headers.get('authorization')
  if (header === null) return []
  const granted = await grants.authorise(header, BUSINESS_SCOPES[0])
  // A live token without this scope has the other one.
  return granted.ok || granted.error.reason === 'scope_missing' ? cards : []
}

/**
 * Calls a private tool; undefined when there is no such tool. The token is checked before the
 * arguments, and both before anything touches a business (contract 5, rule 4).
 */
export function callPrivateTool(
  params: JsonObject,
  snapshot: Snapshot,
  ports: PrivatePorts,
  header: string | null,
): Promise<PrivateOutcome> | undefined {
  const { business: registry, baseUrl } = snapshot
  if (registry === undefined || typeof params.name !== 'string') return undefined
  const tool = cardsOf(registry).byName.get(params.name)
  if (tool === undefined) return undefined
  const metadataUrl = `${baseUrl}${WELL_KNOWN.resource}`
  return runCall({ tool, registry, params, header, metadataUrl }, ports)
}

type PrivateCall = {
  readonly tool: BusinessTool
  readonly registry: BusinessRegistry
  readonly params: JsonObject
  readonly header: string | null
  readonly metadataUrl: string
}

async function runCall(call: PrivateCall, ports: PrivatePorts): Promise<PrivateOutcome> {
  const { tool } = call
  try {
    return tool.scope === 'mcp:business:read' ? await read(call, ports) : await write(call, ports)
  } catch (error) {
    const incident = logIncident(ports.log, 'mcp_tool_failed', error, { tool: tool.name })
    return ok(toToolFailure(`Cannot answer: an internal error occurred, logged as ${incident}`))
  }
}

async function read(call: PrivateCall, ports: PrivatePorts): Promise<PrivateOutcome> {
  const granted = await ports.grants.authorise(call.header, 'mcp:business:read')
  if (!granted.ok) return refuseCall(granted.error, 'mcp:business:read', call)
  return ok(toToolOutcome(await ports.business.read(granted.value, toBusinessCall(call))))
}

async function write(call: PrivateCall, ports: PrivatePorts): Promise<PrivateOutcome> {
  const granted = await ports.grants.authorise(call.header, 'mcp:business:write')
  if (!granted.ok) return refuseCall(granted.error, 'mcp:business:write', call)
  const { _meta: meta } = call.params
  // The key of a write travels beside its arguments (shapes: business surface).
  const idempotencyKey = isJsonObject(meta) ? meta[META_IDEMPOTENCY_KEY] : undefined
  const written = { ...toBusinessCall(call), idempotencyKey }
  return ok(toToolOutcome(await ports.business.write(granted.value, written)))
}

function toBusinessCall({ tool, registry, params }: PrivateCall) {
  return { tool, registry, args: params.arguments ?? {}, requestId: crypto.randomUUID() }
}

/** RFC 6750 section 3.1, and both scopes at once for a write: some clients ask only once. */
function refuseCall(denial: Denial, needed: BusinessScope, call: PrivateCall): PrivateOutcome {
  const { metadataUrl } = call
  const challenge = (reason: ChallengeRefusal['reason'], scopes: readonly BusinessScope[]) =>
    err({ reason, scope: scopes.join(' '), metadataUrl })
  const first = needed === 'mcp:business:write' ? BUSINESS_SCOPES : [needed]
  switch (denial.reason) {
    case 'credential_missing':
      return challenge('unauthenticated', first)
    case 'token_invalid':
      return challenge('token_invalid', first)
    case 'scope_missing': {
      const all = BUSINESS_SCOPES.filter((one) => one === needed || denial.granted.includes(one))
      return challenge('scope_missing', all)
    }
    case 'store_unavailable':
      return ok(toToolFailure('Cannot answer: business tools are unavailable, try again later'))
  }
}

/** Records are data: they stay in fields and never become part of our own sentences. */
function toToolOutcome(answer: BusinessAnswer): JsonObject {
  switch (answer.answer) {
    case 'records':
      return toToolResult({ records: pickRecords(answer.records), more: answer.more })
    case 'applied':
      return toToolResult({
        status: 'applied',
        result: answer.result,
        records: pickRecords(answer.records),
      })
    case 'held':
      return toToolResult({ status: 'held', approval_id: answer.approvalId, note: HELD })
    case 'refused':
      return toToolError(answer.message)
  }
}

const HELD =
  'Held for approval: nothing has changed yet. A signed-in person decides on the account page; ' +
  'calling again changes nothing.'

function pickRecords(
  records: Extract<BusinessAnswer, { answer: 'records' }>['records'],
): JsonObject[] {
  return records.map(({ type, id, fields }) => ({ type, id, fields }))
}
