import { A2A_WIRE_VERSION, type A2aMode } from '../../contract/a2a.ts'
import {
  answerPreflight,
  CACHE_NEVER,
  CORS_HEADERS,
  NOSNIFF_HEADERS,
} from '../../contract/http_headers.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS, type LimitSettings } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operations/mod.ts'
import { requestTarget } from '../../contract/request_target.ts'
import type { PublicDocs, Snapshot } from '../../docs/public_docs/mod.ts'
import type { SkillAnswer } from '../../docs/public_docs/operations/mod.ts'
import type { Admit } from '../../foundation/limits/admit.ts'
import { dropUnreadBody, readCapped } from '../../foundation/limits/body_limit.ts'
import { checkCallHead } from '../../foundation/limits/call_head.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { CallOutcome, Observer } from '../../foundation/telemetry/observer.ts'
import { type A2aCall, type A2aId, readCall, readCallId } from './_envelope.ts'
import { type Inquiry, readMessage } from './_message.ts'
import { checkMethod } from './_methods.ts'
import type { A2aRefusal } from './_refusal.ts'
import { wireOf } from './_refusal.ts'
import { answerMessage, type SkillReply } from './_skills.ts'

/** The one method of the endpoint (contract 4.3). */
const ALLOW = 'POST'

const HEADERS = { 'cache-control': CACHE_NEVER, ...CORS_HEADERS, ...NOSNIFF_HEADERS } as const
const JSON_HEADERS = { 'content-type': 'application/json', ...HEADERS } as const

function respondWithResult(id: A2aId, result: JsonObject): Response {
  return Response.json({ jsonrpc: '2.0', id, result }, { headers: JSON_HEADERS })
}

/** A refusal is always JSON-RPC, whatever its status: clients recognise no other error. */
function respondWithRefusal(refusal: A2aRefusal, id: A2aId): Response {
  const { status, error } = wireOf(refusal)
  const allow = status === 405 ? { allow: ALLOW } : {}
  const headers = { ...JSON_HEADERS, ...allow }
  return Response.json({ jsonrpc: '2.0', id, error }, { status, headers })
}

/** A notification gets an empty body; nothing is executed (contract 7). */
function respondAccepted(): Response {
  return new Response(null, { status: 202, headers: HEADERS })
}

const HEADER = 'a2a-version'

/**
 * Checks the version that a call names in its header, else in its query (A2A 1.0, section 3.6.1).
 * A call that names none means 0.3 and is refused (section 3.6.2). Nothing is negotiated: only MCP
 * does that (contract 9, rule 2).
 */
function checkVersion(request: Request): A2aRefusal | undefined {
  const requested = (request.headers.get(HEADER) ?? readQuery(request.url) ?? '').trim()
  if (requested === '') return { reason: 'version_absent' }
  return isSupported(requested) ? undefined : { reason: 'version_unknown', requested }
}

/** Major and minor decide; a patch number must not matter (section 3.6). */
function isSupported(version: string): boolean {
  return version.replace(/\.[0-9]{1,9}$/, '') === A2A_WIRE_VERSION || version === A2A_WIRE_VERSION
}

function readQuery(url: string): string | undefined {
  const parameters = new URLSearchParams(requestTarget(url).query)
  for (const [name, value] of parameters) if (name.toLowerCase() === HEADER) return value
  return undefined
}

/** What every call needs. It has no credential: none is ever read (contract 5). */
export type A2aContext = {
  readonly docs: PublicDocs
  readonly limits: LimitSettings
  /** Counts a call against the limit that the HTTP API shares (contract 8). */
  readonly admit: Admit
  readonly log: Log
  readonly observer?: Observer | undefined
}

/**
 * Answers one HTTP request on `/a2a` (contract 4.3). Checks it in order: the first refusal answers.
 * `peer` is the address of the socket, if the runtime knows it.
 */
export async function handle(
  request: Request,
  peer: string | undefined,
  context: A2aContext,
): Promise<Response> {
  if (request.method === 'OPTIONS') return answerPreflight(ALLOW)
  const refusal = await checkCallHead(request, peer, context.admit)
  if (refusal !== undefined) {
    // A body has to be dropped before any answer to it, so the id costs no wait of its own.
    const body = await dropUnreadBody(request)
    return respondWithRefusal(refusal, body === undefined ? null : readCallId(body))
  }
  const body = await readCapped(request, LIMITS.callBytesMax)
  if (!body.ok) return respondWithRefusal({ reason: `body_${body.error}` }, null)
  const read = readCall(body.value)
  if (!read.ok) return respondWithRefusal(read.error.refusal, read.error.id)
  const call = read.value
  if (call.kind === 'notification') return respondAccepted()
  const { observer } = context
  const startedMs = observer?.stopwatch() ?? 0
  const finish = ({ response, operation, outcome }: CallAnswer) => {
    const ms = (observer?.stopwatch() ?? 0) - startedMs
    observer?.counters.countCall({ interface: 'a2a', operation, outcome, ms })
    return response
  }
  try {
    return finish(await answerCall(request, call, context))
  } catch (error) {
    const response = respondWithRefusal(reportBug(error, call, context), call.id)
    return finish({ response, outcome: 'failed' })
  }
}

/** A response and how the call ended; one that is refused before a skill took it has none. */
type CallAnswer = {
  readonly response: Response
  readonly operation?: Operation | undefined
  readonly outcome: CallOutcome
}

/** Version, method, message, answer: every answer comes from one snapshot. */
async function answerCall(
  request: Request,
  call: A2aCall,
  context: A2aContext,
): Promise<CallAnswer> {
  const { id } = call
  const refuse = (refusal: A2aRefusal): CallAnswer => ({
    response: respondWithRefusal(refusal, id),
    outcome: refusal.reason === 'unavailable' ? 'failed' : 'refused',
  })
  const refusal = checkVersion(request) ?? checkMethod(call.method, call.params)
  if (refusal !== undefined) return refuse(refusal)
  const asked = readMessage(call.params)
  if (!asked.ok) return refuse(asked.error)
  const snapshot = context.docs.current()
  const answered = await answerMessage(asked.value, snapshot, context.limits)
  if ('refusal' in answered) return refuse(answered.refusal)
  const { reply } = answered
  return {
    response: respondWithResult(id, toMessageResult(asked.value, reply, snapshot)),
    // A question that no skill takes is one for the search.
    operation: reply.skill?.operation ?? 'search',
    outcome: outcomeOf(reply.answer),
  }
}

function outcomeOf({ data }: SkillAnswer): CallOutcome {
  if (data.outcome === 'nothing_found' || data.found === false) return 'nothing'
  return data.degraded === true ? 'degraded' : 'found'
}

/** A throw is a bug: the client gets an incident id, the log gets the reason under it. */
function reportBug(error: unknown, { method }: A2aCall, { log }: A2aContext): A2aRefusal {
  return { reason: 'failed', incident: logIncident(log, 'a2a_failed', error, { method }) }
}

/**
 * The result of `SendMessage`: a Message, never a Task. It has only the members of the schema,
 * since clients in some languages reject others; our data is in `metadata` and the data part.
 */
function toMessageResult(inquiry: Inquiry, reply: SkillReply, snapshot: Snapshot): JsonObject {
  const { version, generated } = snapshot.status()
  const { skill, answer } = reply
  const source = { ...(skill === undefined ? {} : { skillId: skill.id }), version, generated }
  const toPart = (mode: A2aMode): JsonObject => {
    switch (mode) {
      case 'text/plain':
        return { text: answer.text, mediaType: mode }
      case 'application/json':
        return { data: { ...source, ...answer.data, citations: answer.citations }, mediaType: mode }
    }
  }
  return {
    message: {
      messageId: crypto.randomUUID(),
      contextId: inquiry.contextId ?? crypto.randomUUID(),
      role: 'ROLE_AGENT',
      parts: inquiry.modes.map(toPart),
      metadata: source,
    },
  }
}
