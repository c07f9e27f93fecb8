import { isJsonObject, type JsonObject, parseBody } from '../../contract/json_rpc.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { A2aRefusal } from './_refusal.ts'

/** JSON-RPC allows `null` and fractions too, and A2A does not narrow that. */
export type A2aId = string | number | null

/** A call that wants an answer. */
export type A2aCall = {
  readonly kind: 'call'
  readonly id: A2aId
  readonly method: string
  /** Absent when the call has none. */
  readonly params: JsonObject | undefined
}

/** A call without `id`: accepted, never answered, never executed. */
type A2aNotification = { readonly kind: 'notification' }

/** Why bytes are not a call; the id is null if none could be read (JSON-RPC 2.0, section 5). */
type UnreadableCall = { readonly refusal: A2aRefusal; readonly id: A2aId }

/** Reads one call from the bytes of a body: UTF-8, one object, JSON-RPC 2.0. */
export function readCall(bytes: Uint8Array): Result<A2aCall | A2aNotification, UnreadableCall> {
  const parsed = parseBody(bytes)
  if (!parsed.ok) return err({ refusal: parsed.error, id: null })
  const { value } = parsed
  if (Array.isArray(value)) return err({ refusal: { reason: 'batch' }, id: null })
  if (!isJsonObject(value)) return refuseMessage('not a JSON object', null)
  const hasId = Object.hasOwn(value, 'id')
  const id = hasId ? idOf(value.id) : null
  const known = id ?? null
  if (value.jsonrpc !== '2.0') return refuseMessage('"jsonrpc" is not "2.0"', known)
  const { method, params } = value
  if (typeof method !== 'string') return refuseMessage('"method" is not a string', known)
  if (!hasId) return ok({ kind: 'notification' })
  if (id === undefined) return refuseMessage('"id" is not a string, null or a safe number', null)
  if (params !== undefined && !isJsonObject(params)) {
    return refuseMessage('"params" is not an object', known)
  }
  return ok({ kind: 'call', id, method, params })
}

/** The id of a call that is refused for another reason; null if none can be read. */
export function readCallId(bytes: Uint8Array): A2aId {
  const read = readCall(bytes)
  const found = read.ok ? read.value : read.error
  return 'id' in found ? found.id : null
}

/** A number that a double cannot hold would come back changed, so it is not an id. */
function idOf(value: unknown): A2aId | undefined {
  if (typeof value === 'string' || value === null) return value
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value
}

function refuseMessage(state: string, id: A2aId): Result<never, UnreadableCall> {
  const message = `Cannot read message: ${state}`
  return err({ refusal: { reason: 'not_a_message', message }, id })
}
