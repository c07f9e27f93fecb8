import { A2A_BODY_BYTES_MAX } from '../../contract/a2a.ts'
import { answerPreflight } from '../../contract/http_headers.ts'
import type { LimitSettings } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operations/mod.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import type { SkillAnswer } from '../../docs/public_docs/operations/mod.ts'
import type { Admit } from '../../foundation/limits/admit.ts'
import { dropUnreadBody, readCapped } from '../../foundation/limits/body_limit.ts'
import { checkCallHead } from '../../foundation/limits/call_head.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { CallOutcome, Observer } from '../../foundation/telemetry/observer.ts'
import { toMessageResult } from './_answer.ts'
import { type A2aCall, readCall, readCallId } from './_envelope.ts'
import { readMessage } from './_message.ts'
import { checkMethod } from './_methods.ts'
import type { A2aRefusal } from './_refusal.ts'
import { answerMessage } from './_skills.ts'
import { checkVersion } from './_version.ts'
import { ALLOW, respondAccepted, respondWithRefusal, respondWithResult } from './_wire.ts'

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
  const body = await readCapped(request, A2A_BODY_BYTES_MAX)
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
