import { err, ok, type Result } from '../contract/result.ts'
import { resourceOf } from './_metadata.ts'
import type { RequestParameters } from './_parameters.ts'

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
