import { A2A_MODES, type A2aMode } from '../../contract/a2a.ts'
import { bareMediaType } from '../../contract/http_headers.ts'
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

/**
 * The forms of answer that a client accepts, of those that we have: all if it names none, and none
 * if it names only others. `*` stands for any type or subtype.
 */
export function readAcceptedModes(configuration: JsonObject): readonly A2aMode[] {
  const named = memberOf(configuration, 'acceptedOutputModes')
  const accepted = Array.isArray(named)
    ? named.filter((mode) => typeof mode === 'string' && mode !== '')
    : []
  if (accepted.length === 0) return A2A_MODES
  const bare = accepted.map(bareMediaType)
  return A2A_MODES.filter((mode) => bare.some((pattern) => matchesMode(pattern, mode)))
}

function matchesMode(pattern: string, mode: A2aMode): boolean {
  if (pattern === mode || pattern === '*/*' || pattern === '*') return true
  return pattern.endsWith('/*') && mode.startsWith(pattern.slice(0, -1))
}
