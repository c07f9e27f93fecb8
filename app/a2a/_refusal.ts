import { A2A_ERRORS, A2A_WIRE_VERSION, type A2aErrorName, type A2aMethod } from '../contract/a2a.ts'
import { JSON_RPC_CODES, type JsonObject } from '../contract/json_rpc.ts'

/** One wrong member of the parameters, as google.rpc.BadRequest tells it. */
export type Violation = { readonly field: string; readonly description: string }

/** Every way in which the endpoint says no, not yet in wire form. */
export type A2aRefusal =
  | { readonly reason: 'method_not_post'; readonly method: string }
  | { readonly reason: 'rate_exceeded' }
  | { readonly reason: 'media_type_wrong' }
  | { readonly reason: 'body_too_large' }
  | { readonly reason: 'body_broken_off' }
  | { readonly reason: 'not_json' }
  | { readonly reason: 'batch' }
  | { readonly reason: 'not_a_message'; readonly state: string }
  | { readonly reason: 'version_absent' }
  | { readonly reason: 'version_unknown'; readonly requested: string }
  | { readonly reason: 'method_unknown'; readonly method: string }
  | { readonly reason: 'operation_unsupported'; readonly method: A2aMethod; readonly why: string }
  | { readonly reason: 'push_unsupported'; readonly where: string }
  | { readonly reason: 'task_not_found'; readonly taskId: string }
  | { readonly reason: 'params_invalid'; readonly violations: readonly Violation[] }
  | { readonly reason: 'content_unsupported'; readonly mediaType: string; readonly state: string }
  | { readonly reason: 'unavailable'; readonly message: string }
  | { readonly reason: 'failed'; readonly incident: string }

/** `error` member of an answer: `data`, where there is one, is an array (A2A 1.0, section 9.5). */
export type A2aError = {
  readonly code: number
  readonly message: string
  readonly data?: readonly JsonObject[]
}

/** HTTP status and error of a refusal. */
export type Wire = { readonly status: number; readonly error: A2aError }

/** What a caller sent, short enough for a message; no half characters, which parsers refuse. */
export function shown(value: string): string {
  const short = value.length <= 100 ? value : `${value.slice(0, 100)}…`
  return short.toWellFormed()
}

/**
 * Speaks the wire form of every refusal. What HTTP itself forbids has a status of its own; all
 * else is an outcome of JSON-RPC, which travels with 200.
 */
export function wireOf(refusal: A2aRefusal): Wire {
  const { parse_error, invalid_request, method_not_found, internal_error } = JSON_RPC_CODES
  switch (refusal.reason) {
    case 'method_not_post':
      return wire(405, invalid_request, methodNotPost(refusal.method))
    case 'rate_exceeded':
      return wire(429, internal_error, RATE_EXCEEDED)
    case 'media_type_wrong':
      return { ...a2aError('content_type_unsupported', MEDIA_TYPE_WRONG, {}), status: 415 }
    case 'body_too_large':
      return wire(413, invalid_request, 'Cannot read body: larger than 262144 bytes')
    case 'body_broken_off':
      return wire(400, invalid_request, 'Cannot read body: it broke off')
    case 'not_json':
      return wire(200, parse_error, 'Cannot read body: not JSON in UTF-8')
    case 'batch':
      return wire(200, invalid_request, 'Cannot accept batch: send one message per request')
    case 'not_a_message':
      return wire(200, invalid_request, `Cannot read message: ${refusal.state}`)
    case 'version_absent':
      return versionUnsupported(VERSION_ABSENT, '0.3')
    case 'version_unknown': {
      const state = `send the header "A2A-Version: ${A2A_WIRE_VERSION}"`
      const requested = shown(refusal.requested)
      return versionUnsupported(`Cannot speak A2A "${requested}": ${state}`, requested)
    }
    case 'method_unknown': {
      const method = shown(refusal.method)
      const state = 'A2A 1.0 has no such method; send SendMessage'
      return wire(200, method_not_found, `Cannot call method "${method}": ${state}`)
    }
    case 'operation_unsupported': {
      const { method, why } = refusal
      const message = `Cannot call "${method}": ${why}; send SendMessage`
      return a2aError('operation_unsupported', message, { method })
    }
    case 'push_unsupported':
      return a2aError('push_unsupported', pushUnsupported(refusal.where), {})
    case 'task_not_found':
      return taskNotFound(refusal.taskId)
    case 'params_invalid':
      return paramsInvalid(refusal.violations)
    case 'content_unsupported': {
      const { mediaType, state } = refusal
      return a2aError('content_type_unsupported', state, { mediaType: shown(mediaType) })
    }
    case 'unavailable':
      return wire(503, internal_error, refusal.message)
    case 'failed': {
      const state = `something failed here; the log has it as ${refusal.incident}`
      return wire(500, internal_error, `Cannot answer: ${state}`)
    }
  }
}

const RATE_EXCEEDED =
  'Cannot accept call: the calls a minute of this client address are used up; back off and retry'
const MEDIA_TYPE_WRONG = 'Cannot read body: Content-Type is not application/json'
const VERSION_ABSENT =
  'Cannot speak A2A 0.3, which a call without a version asks for: ' +
  `send the header "A2A-Version: ${A2A_WIRE_VERSION}"`

function wire(status: number, code: number, message: string): Wire {
  return { status, error: { code, message } }
}

function methodNotPost(method: string): string {
  return `Cannot answer ${shown(method)}: send every message with POST`
}

function pushUnsupported(where: string): string {
  return `Cannot send push notifications, which ${where} asks for: every answer comes at once`
}

function versionUnsupported(message: string, requestedVersion: string): Wire {
  const metadata = { requestedVersion, supportedVersions: A2A_WIRE_VERSION }
  return a2aError('version_unsupported', message, metadata)
}

function taskNotFound(id: string): Wire {
  const state = 'task not found; this agent answers at once and keeps no tasks'
  return a2aError('task_not_found', `Cannot find task "${shown(id)}": ${state}`, {
    taskId: shown(id),
  })
}

/** Values of the metadata are strings, whatever they count (google.rpc.ErrorInfo). */
function a2aError(
  name: A2aErrorName,
  message: string,
  metadata: Readonly<Record<string, string>>,
): Wire {
  const { code, reason } = A2A_ERRORS[name]
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'a2a-protocol.org',
    metadata,
  }
  return { status: 200, error: { code, message, data: [info] } }
}

function paramsInvalid(violations: readonly Violation[]): Wire {
  const listed = violations.map(({ field, description }) => `${field}: ${description}`)
  const message = `Cannot read params: ${listed.join('; ')}`
  const badRequest = {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: violations,
  }
  return {
    status: 200,
    error: { code: JSON_RPC_CODES.invalid_params, message, data: [badRequest] },
  }
}
