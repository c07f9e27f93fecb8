import { isPreflight } from '../../contract/http_headers.ts'
import { type JsonRpcRequest, readMessage, readMessageId } from '../../contract/json_rpc.ts'
import { LIMITS, type LimitSettings } from '../../contract/limits.ts'
import type { McpRevision, ResultText } from '../../contract/protocol.ts'
import type { Result } from '../../contract/result.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import type { Admit } from '../../foundation/limits/admit.ts'
import { type BodyRefusal, dropUnreadBody, readCapped } from '../../foundation/limits/body_limit.ts'
import { checkCallHead } from '../../foundation/limits/call_head.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Observer } from '../../foundation/telemetry/observer.ts'
import { checkMirrors } from './_headers.ts'
import { dispatch } from './_methods.ts'
import { observeMessage } from './_observation.ts'
import type { Profile } from './_profile.ts'
import type { McpRefusal } from './_refusal.ts'
import { agreeRevision, checkBodyMetadata, readClaimedRevision } from './_revision.ts'
import type { PrivatePorts } from './_tools_business.ts'
import {
  answerPreflight,
  type Reply,
  replyAccepted,
  replyWithRefusal,
  replyWithResult,
  toResponse,
} from './_wire.ts'

/** What every call needs. */
export type McpContext = {
  readonly allowedOrigins: ReadonlySet<string>
  readonly admit: Admit
  readonly docs: PublicDocs
  readonly limits: LimitSettings
  readonly log: Log
  readonly resultText?: ResultText | undefined
  readonly observer?: Observer | undefined
  readonly business?: PrivatePorts
  readonly diagnostics?: Diagnostics
  /** Absent at the endpoint of the contract. */
  readonly profile?: Profile
}

/**
 * What a process under test puts around every request that passed the checks; `production` answers
 * as if it were not there. A production process has none (contract 1, Diagnostics).
 */
export type Diagnostics = (
  call: DiagnosedCall,
  production: () => Promise<Reply>,
) => Promise<Reply | Response>

export type DiagnosedCall = {
  readonly request: Request
  readonly message: JsonRpcRequest
  readonly revision: McpRevision
  readonly docs: PublicDocs
}

/**
 * Answers one HTTP request on `/mcp` (contract 4.1). Reads `Authorization` for private tools only;
 * `peer` is the address of the socket, if the runtime knows it.
 */
export async function handle(
  request: Request,
  peer: string | undefined,
  context: McpContext,
): Promise<Response> {
  const origin = request.headers.get('origin')
  // It may be absent; anything else, even `null`, must be listed exactly (contract 4.1, rule 3).
  const isKnownOrigin = origin === null || context.allowedOrigins.has(origin)
  if (isKnownOrigin && isPreflight(request)) return answerPreflight(request)
  const refusal: McpRefusal | undefined = isKnownOrigin
    ? await checkCallHead(request, peer, context.admit)
    : { reason: 'origin_unknown' }
  if (refusal !== undefined) {
    // A body has to be dropped before any answer to it, so the id costs no wait of its own.
    const body = await dropUnreadBody(request)
    const id = body === undefined ? undefined : readMessageId(body)
    return toResponse(replyWithRefusal(refusal, id), request)
  }
  const answer = await answerBody(await readCapped(request, LIMITS.callBytesMax), request, context)
  return answer instanceof Response ? answer : toResponse(answer, request)
}

type Answer = Reply | Response

/**
 * The checks after those of the head, in order: body, message, revision, metadata, headers. The
 * first refusal answers.
 */
async function answerBody(
  body: Result<Uint8Array, BodyRefusal>,
  request: Request,
  context: McpContext,
): Promise<Answer> {
  if (!body.ok) return replyWithRefusal({ reason: `body_${body.error}` })
  const read = readMessage(body.value)
  if (!read.ok) return replyWithRefusal(read.error, 'id' in read.error ? read.error.id : undefined)
  const { headers } = request
  const message = read.value
  if (message.kind === 'notification') return replyAccepted(readClaimedRevision(message, headers))
  const agreed = agreeRevision(message, headers)
  const observed = agreed.ok ? agreed.value.revision : 'other'
  return await observeMessage(message, observed, context.observer, async () => {
    if (!agreed.ok) return replyWithRefusal(agreed.error, message.id)
    const { revision, metadata } = agreed.value
    const refusal = checkBodyMetadata(message, metadata) ?? checkMirrors(message, headers, metadata)
    if (refusal !== undefined) return replyWithRefusal(refusal, message.id, revision)
    const call = { request, message, revision, docs: context.docs }
    try {
      const { diagnostics } = context
      if (diagnostics === undefined) return await execute(call, context)
      return await diagnostics(call, () => execute(call, context))
    } catch (error) {
      return reportBug(error, call, context.log)
    }
  })
}

async function execute(call: DiagnosedCall, context: McpContext): Promise<Reply> {
  const { request, message, revision } = call
  const outcome = await dispatch(message, revision, context, request.headers)
  return outcome.ok
    ? replyWithResult(message.id, outcome.value, revision)
    : replyWithRefusal(outcome.error, message.id, revision)
}

/** A throw is a bug: the client gets an incident id, the log gets the reason under it. */
function reportBug(error: unknown, { message, revision }: DiagnosedCall, log: Log): Reply {
  const incident = logIncident(log, 'mcp_failed', error, { method: message.method })
  return replyWithRefusal({ reason: 'failed', incident }, message.id, revision)
}
