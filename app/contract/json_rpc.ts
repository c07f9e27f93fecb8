import { decodeUtf8, parseJson } from './json_text.ts'
import { LIMITS } from './limits.ts'
import { err, ok, type Result } from './result.ts'
import { strictJsonFault } from './strict_json.ts'

/** Error codes of JSON-RPC 2.0, section 5.1. */
export const JSON_RPC_CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
} as const

/** Never null and never a fraction: the schemas of every MCP revision forbid both. */
export type JsonRpcId = string | number

export type JsonObject = Readonly<Record<string, unknown>>

/** A message that wants an answer; absent `params` are an empty object. */
export type JsonRpcRequest = {
  readonly kind: 'request'
  readonly id: JsonRpcId
  readonly method: string
  readonly params: JsonObject
}

/** A message without `id`: taken, never answered, never executed (contract 4.1). */
export type JsonRpcNotification = {
  readonly kind: 'notification'
  readonly method: string
  readonly params: JsonObject
}

/** Why bytes are not a message; `id` is present when it could be read. */
type JsonRpcRefusal =
  | { readonly reason: 'not_json' }
  | { readonly reason: 'batch' }
  | { readonly reason: 'not_a_message'; readonly message: string; readonly id?: JsonRpcId }

/** `error` member of a JSON-RPC answer. */
type JsonRpcError<Data = JsonObject> = {
  readonly code: number
  readonly message: string
  readonly data?: Data
}

/** HTTP status and error of a refusal. */
export type JsonRpcErrorReply<Data = JsonObject> = {
  readonly status: number
  readonly error: JsonRpcError<Data>
}

export function toErrorReply<Data = JsonObject>(
  status: number,
  code: number,
  message: string,
  data?: Data,
): JsonRpcErrorReply<Data> {
  return { status, error: { code, message, ...(data === undefined ? {} : { data }) } }
}

const { parse_error, invalid_request, internal_error } = JSON_RPC_CODES

/** Refusals that every JSON-RPC endpoint words alike, whichever protocol it speaks. */
export type CommonRefusal =
  | { readonly reason: CommonReason }
  | JsonRpcRefusal
  | { readonly reason: 'failed'; readonly incident: string }
type CommonReason =
  | 'rate_exceeded'
  | 'media_type_wrong'
  | 'body_encoded'
  | 'body_too_large'
  | 'body_broken_off'

const COMMON_REPLIES: Readonly<
  Record<Exclude<CommonRefusal['reason'], 'not_a_message' | 'failed'>, JsonRpcErrorReply<never>>
> = {
  rate_exceeded: toErrorReply(
    429,
    internal_error,
    'Cannot accept call: this client address has used up its calls per minute; back off and retry',
  ),
  media_type_wrong: toErrorReply(
    415,
    invalid_request,
    'Cannot read body: Content-Type is not application/json',
  ),
  body_encoded: toErrorReply(415, invalid_request, 'Cannot read body: send it uncompressed'),
  body_too_large: toErrorReply(
    413,
    invalid_request,
    `Cannot read body: it is larger than ${LIMITS.callBytesMax} bytes`,
  ),
  body_broken_off: toErrorReply(400, invalid_request, 'Cannot read body: it ended early'),
  not_json: toErrorReply(400, parse_error, 'Cannot read body: it is not JSON in UTF-8'),
  batch: toErrorReply(400, invalid_request, 'Cannot accept batch: send one message per request'),
}

/** Status and error; after a bug the client gets an id to quote, and the log has the reason. */
export function toCommonReply(refusal: CommonRefusal): JsonRpcErrorReply<never> {
  if (refusal.reason === 'not_a_message') {
    return toErrorReply(400, invalid_request, refusal.message)
  }
  if (refusal.reason === 'failed') {
    const message = `Cannot answer: an internal error occurred, logged as ${refusal.incident}`
    return toErrorReply(500, internal_error, message)
  }
  return COMMON_REPLIES[refusal.reason]
}

const QUOTE_CHARACTERS_MAX = 100

/** Caller input, short enough for a message; no half characters, which parsers refuse. */
export function quoteInput(value: string): string {
  const isShort = value.length <= QUOTE_CHARACTERS_MAX
  return (isShort ? value : `${value.slice(0, QUOTE_CHARACTERS_MAX)}…`).toWellFormed()
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads one message from the bytes of a body: UTF-8, strict JSON, one object, JSON-RPC 2.0. */
export function readMessage(
  bytes: Uint8Array,
): Result<JsonRpcRequest | JsonRpcNotification, JsonRpcRefusal> {
  const parsed = parseBody(bytes)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (Array.isArray(value)) return err({ reason: 'batch' })
  if (!isJsonObject(value)) return notAMessage('not a JSON object')
  const { method, params = {} } = value
  const id = readId(value.id)
  if (value.jsonrpc !== '2.0') return notAMessage('"jsonrpc" is not "2.0"', id)
  if (typeof method !== 'string') return notAMessage('"method" is not a string', id)
  if (!Object.hasOwn(value, 'id')) {
    return ok({ kind: 'notification', method, params: isJsonObject(params) ? params : {} })
  }
  if (id === undefined) return notAMessage('"id" is neither a string nor an integer')
  if (!isJsonObject(params)) return notAMessage('"params" is not an object', id)
  return ok({ kind: 'request', id, method, params })
}

/** The id of a call that is refused for another reason; clients match no error without one. */
export function readMessageId(bytes: Uint8Array): JsonRpcId | undefined {
  const read = readMessage(bytes)
  const found = read.ok ? read.value : read.error
  return 'id' in found ? found.id : undefined
}

export function parseBody(bytes: Uint8Array): Result<unknown, JsonRpcRefusal> {
  const text = decodeUtf8(bytes) ?? ''
  const value = parseJson(text)
  if (value === undefined) return err({ reason: 'not_json' })
  const fault = strictJsonFault(text, value)
  return fault === undefined ? ok(value) : notAMessage(fault)
}

/** An integer that a double cannot hold would come back changed, so it is refused. */
function readId(id: unknown): JsonRpcId | undefined {
  if (typeof id === 'string') return id
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
}

function notAMessage(state: string, id?: JsonRpcId): Result<never, JsonRpcRefusal> {
  const message = `Cannot read message: ${state}`
  return err({ reason: 'not_a_message', message, ...(id === undefined ? {} : { id }) })
}
