import { BUSINESS_SCOPES, type BusinessScope } from '../../../contract/oauth.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { resourceOf } from './metadata.ts'
import type { RequestParameters } from './parameters.ts'

/**
 * The resource of a request (RFC 8707): ours, whatever the case of its scheme and host, or none for
 * older clients, which do not know the parameter. There is one resource, so a repeated parameter
 * and any other value, a longer path included, is an invalid target.
 */
export function readResource(
  { values, repeated }: RequestParameters,
  baseUrl: string,
): Result<string | undefined, 'invalid_target'> {
  if (repeated.has('resource')) return err('invalid_target')
  const asked = values.get('resource')
  if (asked === undefined) return ok(undefined)
  const resource = resourceOf(baseUrl)
  const authority = asked.slice(0, baseUrl.length).toLowerCase()
  const isOurs = `${authority}${asked.slice(baseUrl.length)}` === resource
  return isOurs ? ok(resource) : err('invalid_target')
}

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
