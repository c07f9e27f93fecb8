import { afterValue } from '../contract/after.ts'
import { isPreflight } from '../contract/http_headers.ts'
import { type JsonRpcRequest, readMessageId } from '../contract/json_rpc.ts'
import { type LimitSettings, MCP_BODY_BYTES_MAX } from '../contract/limits.ts'
import type { McpRevision, ResultText } from '../contract/protocol.ts'
import type { Result } from '../contract/result.ts'
import { type BodyRefusal, dropUnreadBody, readCapped } from '../limits/body_limit.ts'
import type { PublicDocs } from '../public_docs/mod.ts'
import { logIncident } from '../telemetry/incident.ts'
import type { Log } from '../telemetry/log.ts'
import type { Observer } from '../telemetry/observer.ts'
import { type AdmitPorts, checkHead, isOriginAllowed, readBodyMessage } from './_admit.ts'
import { dispatch } from './_methods.ts'
import { observeMessage } from './_observation.ts'
import type { Profile } from './_profile.ts'
import { agreeRevision, checkMetadata, readClaimedRevision } from './_revision.ts'
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
export type McpContext = AdmitPorts & {
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
  if (isPreflight(request) && isOriginAllowed(request, context.allowedOrigins)) {
    return answerPreflight(request)
  }
  const refusal = await checkHead(request, peer, context)
  if (refusal !== undefined) {
    // A body has to be dropped before any answer to it, so the id costs no wait of its own.
    const body = await dropUnreadBody(request)
    const id = body === undefined ? undefined : readMessageId(body)
    return toResponse(replyWithRefusal(refusal, id), request)
  }
  const body = await readCapped(request, MCP_BODY_BYTES_MAX)
  const answer = await answerBody(body, request, context)
  return answer instanceof Response ? answer : toResponse(answer, request)
}

type Answer = Reply | Response

/** The checks after those of the head, in order: the first refusal answers. */
function answerBody(
  body: Result<Uint8Array, BodyRefusal>,
  request: Request,
  context: McpContext,
): Answer | Promise<Answer> {
  const admitted = readBodyMessage(body)
  if (!admitted.ok) {
    return replyWithRefusal(admitted.error, 'id' in admitted.error ? admitted.error.id : undefined)
  }
  const message = admitted.value
  if (message.kind === 'notification') {
    return replyAccepted(readClaimedRevision(message, request.headers))
  }
  const agreed = agreeRevision(message, request.headers)
  const revision = agreed.ok ? agreed.value : 'other'
  return observeMessage(message, revision, context.observer, () => {
    if (!agreed.ok) return replyWithRefusal(agreed.error, message.id)
    const metadata = checkMetadata(message, request.headers, agreed.value)
    if (!metadata.ok) return replyWithRefusal(metadata.error, message.id, agreed.value)
    return execute({ request, message, revision: agreed.value, docs: context.docs }, context)
  })
}

function execute(call: DiagnosedCall, context: McpContext): Answer | Promise<Answer> {
  const { request, message, revision } = call
  const { diagnostics, log } = context
  const production = () =>
    afterValue(dispatch(message, revision, context, request.headers), (outcome) =>
      outcome.ok
        ? replyWithResult(message.id, outcome.value, revision)
        : replyWithRefusal(outcome.error, message.id, revision),
    )
  const recover = (error: unknown) => reportBug(error, call, log)
  try {
    const answer =
      diagnostics === undefined ? production() : diagnostics(call, async () => await production())
    return answer instanceof Promise ? answer.catch(recover) : answer
  } catch (error) {
    return recover(error)
  }
}

/** A throw is a bug: the client gets an incident id, the log gets the reason under it. */
function reportBug(error: unknown, { message, revision }: DiagnosedCall, log: Log): Reply {
  const incident = logIncident(log, 'mcp_failed', error, { method: message.method })
  return replyWithRefusal({ reason: 'failed', incident }, message.id, revision)
}
