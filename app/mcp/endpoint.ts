import type { JsonRpcRequest } from '../contract/json_rpc.ts'
import type { LimitSettings } from '../contract/limits.ts'
import type { McpRevision } from '../contract/protocol.ts'
import type { PublicDocs } from '../public_docs/mod.ts'
import type { Log } from '../telemetry/log.ts'
import { type AdmitPorts, admitMessage, originAllowed } from './_admit.ts'
import { dispatch, type Outcome } from './_methods.ts'
import { agreeRevision, checkMetadata, claimedRevision } from './_revision.ts'
import {
  accepted,
  answered,
  isPreflight,
  preflight,
  type Reply,
  refused,
  toResponse,
} from './_wire.ts'

/** All that every call needs. */
export type McpContext = AdmitPorts & {
  readonly docs: PublicDocs
  readonly limits: LimitSettings
  readonly log: Log
  readonly diagnostics?: Diagnostics
}

/**
 * What a process under test puts around every request that passed the ladder; `production` answers
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
 * Answers one HTTP request on `/mcp` (contract 4.1). Never reads `Authorization`; `peer` is the
 * address of the socket where the runtime knows it.
 */
export async function handle(
  request: Request,
  peer: string | undefined,
  context: McpContext,
): Promise<Response> {
  if (isPreflight(request) && originAllowed(request, context.allowedOrigins)) {
    return preflight(request)
  }
  const answer = await reply(request, peer, context)
  return answer instanceof Response ? answer : toResponse(answer, request)
}

async function reply(
  request: Request,
  peer: string | undefined,
  context: McpContext,
): Promise<Reply | Response> {
  const admitted = await admitMessage(request, peer, context)
  if (!admitted.ok) {
    return refused(admitted.error, 'id' in admitted.error ? admitted.error.id : undefined)
  }
  const message = admitted.value
  if (message.kind === 'notification') return accepted(claimedRevision(message, request.headers))
  const agreed = agreeRevision(message, request.headers)
  if (!agreed.ok) return refused(agreed.error, message.id)
  const metadata = checkMetadata(message, request.headers, agreed.value)
  if (!metadata.ok) return refused(metadata.error, message.id, agreed.value)
  return await executed(request, message, agreed.value, context)
}

/** A throw is a bug: the client gets an incident id, the log gets the reason under it. */
async function executed(
  request: Request,
  message: JsonRpcRequest,
  revision: McpRevision,
  context: McpContext,
): Promise<Reply | Response> {
  const { diagnostics, docs } = context
  const finish = (outcome: Outcome) =>
    outcome.ok
      ? answered(message.id, outcome.value, revision)
      : refused(outcome.error, message.id, revision)
  try {
    if (diagnostics === undefined) return finish(await dispatch(message, revision, context))
    const production = async () => finish(await dispatch(message, revision, context))
    return await diagnostics({ request, message, revision, docs }, production)
  } catch (error) {
    const incident = crypto.randomUUID()
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    context.log.error('mcp_failed', { incident, method: message.method, reason })
    return refused({ reason: 'failed', incident }, message.id, revision)
  }
}
