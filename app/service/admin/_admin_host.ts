import { parseHostHeader } from '../../contract/http_headers.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { parseAddress } from '../../foundation/limits/address_range.ts'

/**
 * Whether a request to the admin port names a host that no stranger can point at this machine: an
 * address, loopback, or the name that the operator chose. A browser on this network that opens a
 * page of a stranger takes any other name for the stranger's, whatever its address is by now.
 */
export function isTrustedHost(header: string | null, adminHost: string): boolean {
  // Only programs leave it out, over HTTP/1.0.
  if (header === null) return true
  const host = parseHostHeader(header)?.replace(/^\[|\]$/g, '')
  if (host === undefined) return false
  return isLoopback(host) || parseAddress(host) !== undefined || host === adminHost.toLowerCase()
}
