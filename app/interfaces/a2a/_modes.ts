import { A2A_MODES, type A2aMode } from '../../contract/a2a.ts'
import { bareMediaType } from '../../contract/http_headers.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { memberOf } from './_fields.ts'

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
