import type { JsonObject } from '../../contract/json_rpc.ts'

/**
 * A member of a request. ProtoJSON lets a sender write snake_case in place of camelCase, and null
 * for what is not there (A2A 1.0, section 5.7).
 */
export function memberOf(object: JsonObject, name: string): unknown {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const value = object[name] ?? object[snake]
  return value === null ? undefined : value
}
