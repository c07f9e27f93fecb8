import {
  A2A_ERRORS,
  A2A_WIRE_VERSION,
  type A2aErrorName,
  type A2aMethod,
} from '../../contract/a2a.ts'
import {
  type CommonRefusal,
  JSON_RPC_CODES,
  type JsonObject,
  type JsonRpcErrorReply,
  quoteInput,
  toCommonReply,
  toErrorReply,
} from '../../contract/json_rpc.ts'
import type { SkillRefusal, Violation } from '../../docs/public_docs/operations/mod.ts'

export { refuseParams, type Violation } from '../../docs/public_docs/operations/mod.ts'

/** Every refusal of the endpoint, before it has its wire form. */
export type A2aRefusal =
  | { readonly reason: 'method_not_post'; readonly method: string }
  | CommonRefusal
  | { readonly reason: 'version_absent' }
  | { readonly reason: 'version_unknown'; readonly requested: string }
  | { readonly reason: 'method_unknown'; readonly method: string }
  | { readonly reason: 'operation_unsupported'; readonly method: A2aMethod; readonly why: string }
  | { readonly reason: 'push_unsupported'; readonly where: string }
  | { readonly reason: 'task_not_found'; readonly taskId: string }
  | { readonly reason: 'content_unsupported'; readonly mediaType: string; readonly state: string }
  | SkillRefusal

/** `data` of an error, where there is one, is an array (A2A 1.0, section 9.5). */
type Wire = JsonRpcErrorReply<readonly JsonObject[]>

/**
 * Puts every refusal into wire form. What HTTP itself forbids has a status of its own; all else is
 * an outcome of JSON-RPC, which travels with 200.
 */
export function wireOf(refusal: A2aRefusal): Wire {
  const { invalid_request, method_not_found, internal_error } = JSON_RPC_CODES
  switch (refusal.reason) {
    case 'rate_exceeded':
    case 'body_too_large':
    case 'body_broken_off':
    case 'failed':
      return toCommonReply(refusal)
    case 'not_json':
    case 'batch':
    case 'not_a_message':
      return { ...toCommonReply(refusal), status: 200 }
    case 'media_type_wrong':
    case 'body_encoded':
      return { ...refuseContent(toCommonReply(refusal).error.message, {}), status: 415 }
    case 'method_not_post':
      return toErrorReply(405, invalid_request, explainMethod(refusal.method))
    case 'version_absent':
      return refuseVersion(VERSION_ABSENT, '0.3')
    case 'version_unknown': {
      const requested = quoteInput(refusal.requested)
      return refuseVersion(`Cannot use A2A "${requested}": ${VERSION_HINT}`, requested)
    }
    case 'method_unknown': {
      const method = quoteInput(refusal.method)
      const state = 'A2A 1.0 has no such method; use SendMessage'
      return toErrorReply(200, method_not_found, `Cannot call method "${method}": ${state}`)
    }
    case 'operation_unsupported': {
      const { method, why } = refusal
      const message = `Cannot call "${method}": ${why}; use SendMessage`
      return toA2aError('operation_unsupported', message, { method })
    }
    case 'push_unsupported':
      return toA2aError('push_unsupported', explainPush(refusal.where), {})
    case 'task_not_found':
      return refuseTask(quoteInput(refusal.taskId))
    case 'params_invalid':
      return toBadRequest(refusal.violations)
    case 'content_unsupported':
      return refuseContent(refusal.state, { mediaType: quoteInput(refusal.mediaType) })
    case 'unavailable':
      return toErrorReply(503, internal_error, refusal.message)
  }
}

const VERSION_HINT = `send the header "A2A-Version: ${A2A_WIRE_VERSION}"`
const VERSION_ABSENT = `Cannot use A2A 0.3, which a call without a version implies: ${VERSION_HINT}`

function explainMethod(method: string): string {
  return `Cannot answer ${quoteInput(method)}: send every message with POST`
}

function explainPush(where: string): string {
  return `Cannot send push notifications, requested by ${where}: every answer is immediate`
}

function refuseVersion(message: string, requestedVersion: string): Wire {
  const metadata = { requestedVersion, supportedVersions: A2A_WIRE_VERSION }
  return toA2aError('version_unsupported', message, metadata)
}

function refuseContent(message: string, metadata: Metadata): Wire {
  return toA2aError('content_type_unsupported', message, metadata)
}

function refuseTask(taskId: string): Wire {
  const state = 'task not found; this agent answers immediately and keeps no tasks'
  return toA2aError('task_not_found', `Cannot find task "${taskId}": ${state}`, { taskId })
}

/** Values are strings, even counts (google.rpc.ErrorInfo). */
type Metadata = Readonly<Record<string, string>>

function toA2aError(name: A2aErrorName, message: string, metadata: Metadata): Wire {
  const { code, reason } = A2A_ERRORS[name]
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
    metadata,
  }
  return toErrorReply(200, code, message, [info])
}

function toBadRequest(violations: readonly Violation[]): Wire {
  const listed = violations.map(({ field, description }) => `${field}: ${description}`)
  const badRequest = {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: violations,
  }
  const message = `Cannot read params: ${listed.join('; ')}`
  return toErrorReply(200, JSON_RPC_CODES.invalid_params, message, [badRequest])
}
