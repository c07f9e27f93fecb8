import { err, ok, type Result } from '../contract/result.ts'
import { BUSINESS_SCOPES, type BusinessScope } from '../contract/scopes.ts'

/** Hosts send it unasked; whether a refresh token comes is the client's metadata's word. */
const IGNORED = 'offline_access'

/**
 * The scopes of a request in our order; absent where none is asked for. Unknown ones are dropped,
 * and it is a refusal when only such were asked for. Writing does not bring reading along.
 */
export function readScopes(
  text: string | undefined,
): Result<readonly BusinessScope[] | undefined, 'invalid_scope'> {
  const asked = (text ?? '').split(' ').filter((scope) => scope !== '' && scope !== IGNORED)
  if (asked.length === 0) return ok(undefined)
  const known = BUSINESS_SCOPES.filter((scope) => asked.includes(scope))
  return known.length === 0 ? err('invalid_scope') : ok(known)
}
