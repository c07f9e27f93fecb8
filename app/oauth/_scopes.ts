import { err, ok, type Result } from '../contract/result.ts'
import { BUSINESS_SCOPES, type BusinessScope } from '../contract/scopes.ts'

/** Hosts often send it, but only the client's metadata decides about refresh tokens. */
const IGNORED = 'offline_access'

/**
 * Reads the scopes of a request in our order; absent if none is requested. Unknown ones are
 * dropped, but a request with only unknown scopes is refused. Write access does not include read
 * access.
 */
export function readScopes(
  text: string | undefined,
): Result<readonly BusinessScope[] | undefined, 'invalid_scope'> {
  const asked = (text ?? '').split(' ').filter((scope) => scope !== '' && scope !== IGNORED)
  if (asked.length === 0) return ok(undefined)
  const known = BUSINESS_SCOPES.filter((scope) => asked.includes(scope))
  return known.length === 0 ? err('invalid_scope') : ok(known)
}
