import { A2A_MODES, type A2aMode } from '../../contract/a2a.ts'
import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { memberOf, readAcceptedModes } from './_fields.ts'
import { checkPart, type Part, readPart } from './_parts.ts'
import { type A2aRefusal, refuseParams, type Violation } from './_refusal.ts'

/** What a message asks, ready to answer. */
export type Inquiry = {
  /** Echoed unchanged; undefined if the client named none. */
  readonly contextId: string | undefined
  /** All text parts, joined. */
  readonly text: string
  /** Values of the data parts. */
  readonly data: readonly unknown[]
  /** Metadata of the message and of the call, in order of precedence. */
  readonly metadata: readonly JsonObject[]
  /** Forms of answer that the client accepts; never empty. */
  readonly modes: readonly A2aMode[]
}

/** Checks a message in order: shape, media types, task, push. The first refusal answers. */
export function readMessage(params: JsonObject | undefined): Result<Inquiry, A2aRefusal> {
  const message = params === undefined ? undefined : memberOf(params, 'message')
  if (params === undefined || !isJsonObject(message)) {
    return refuseParams([{ field: 'message', description: 'is not an object' }])
  }
  const configuration = memberOf(params, 'configuration') ?? {}
  const violations = [
    ...checkMessage(message),
    ...checkObject('metadata', memberOf(params, 'metadata')),
    ...checkObject('configuration', configuration),
    ...checkModes(configuration),
  ]
  if (violations.length > 0) return refuseParams(violations)
  const parts = partsOf(message)
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  if (text.length > LIMITS.messageTextCharactersMax) {
    const description = `has more than ${LIMITS.messageTextCharactersMax} characters of text`
    return refuseParams([{ field: 'message.parts', description }])
  }
  const modes = readAcceptedModes(isJsonObject(configuration) ? configuration : {})
  const refusal = parts.map(checkPart).find((each) => each !== undefined)
  if (refusal !== undefined) return err(refusal)
  if (modes.length === 0) return err(NO_COMMON_MODE)
  const state = checkState(message, configuration)
  if (state !== undefined) return err(state)
  return ok({
    contextId: textOf(memberOf(message, 'contextId')),
    text,
    data: parts.flatMap((part) => (part.kind === 'data' ? [part.data] : [])),
    metadata: [memberOf(message, 'metadata'), memberOf(params, 'metadata')].filter(isJsonObject),
    modes,
  })
}

const NO_COMMON_MODE: A2aRefusal = {
  reason: 'content_unsupported',
  mediaType: '',
  state: `Cannot answer in "acceptedOutputModes": supported are ${A2A_MODES.join(' and ')}`,
}

/** We keep nothing between calls, so there is no task to continue (A2A 1.0, 3.4.2). */
function checkState(message: JsonObject, configuration: unknown): A2aRefusal | undefined {
  const taskId = textOf(memberOf(message, 'taskId'))
  if (taskId !== undefined) return { reason: 'task_not_found', taskId }
  const push = isJsonObject(configuration)
    ? memberOf(configuration, 'taskPushNotificationConfig')
    : undefined
  if (push === undefined) return undefined
  return { reason: 'push_unsupported', where: '"configuration.taskPushNotificationConfig"' }
}

/** An empty string is the default of its field and means the same as none (ProtoJSON). */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function checkMessage(message: JsonObject): readonly Violation[] {
  const messageId = memberOf(message, 'messageId')
  const role = memberOf(message, 'role')
  return [
    ...(textOf(messageId) === undefined
      ? [{ field: 'message.messageId', description: 'is not a non-empty string' }]
      : checkLength('message.messageId', messageId)),
    // ProtoJSON parsers accept the number of an enum value as well as its name.
    ...(role === 'ROLE_USER' || role === 1
      ? []
      : [{ field: 'message.role', description: 'is not "ROLE_USER"' }]),
    ...checkLength('message.contextId', memberOf(message, 'contextId')),
    ...checkString('message.taskId', memberOf(message, 'taskId')),
    ...checkObject('message.metadata', memberOf(message, 'metadata')),
    ...checkParts(memberOf(message, 'parts')),
  ]
}

function checkParts(parts: unknown): readonly Violation[] {
  const field = 'message.parts'
  if (!Array.isArray(parts) || parts.length === 0) {
    return [{ field, description: 'is not an array with at least one part' }]
  }
  if (parts.length > LIMITS.messagePartsMax) {
    return [{ field, description: `has more than ${LIMITS.messagePartsMax} parts` }]
  }
  return parts.flatMap((part: unknown, at) => {
    const read = readPart(part)
    return read.ok ? [] : [{ field: `${field}[${at}]`, description: read.error }]
  })
}

function partsOf(message: JsonObject): readonly Part[] {
  const parts = memberOf(message, 'parts')
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part: unknown) => {
    const read = readPart(part)
    return read.ok ? [read.value] : []
  })
}

function checkModes(configuration: unknown): readonly Violation[] {
  if (!isJsonObject(configuration)) return []
  const modes = memberOf(configuration, 'acceptedOutputModes') ?? []
  const isList = Array.isArray(modes) && modes.every((mode) => typeof mode === 'string')
  if (isList) return []
  const field = 'configuration.acceptedOutputModes'
  return [{ field, description: 'is not an array of strings' }]
}

function checkObject(field: string, value: unknown): readonly Violation[] {
  const isValid = value === undefined || isJsonObject(value)
  return isValid ? [] : [{ field, description: 'is not an object' }]
}

function checkString(field: string, value: unknown): readonly Violation[] {
  const isValid = value === undefined || typeof value === 'string'
  return isValid ? [] : [{ field, description: 'is not a string' }]
}

/** An id that we cannot echo must be refused, never replaced (A2A 1.0, section 3.4.1). */
function checkLength(field: string, value: unknown): readonly Violation[] {
  if (typeof value !== 'string') return checkString(field, value)
  if (value.length <= LIMITS.messageIdCharactersMax) return []
  return [{ field, description: `has more than ${LIMITS.messageIdCharactersMax} characters` }]
}
