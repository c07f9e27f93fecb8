import { parseHostHeader } from '../../contract/host_header.ts'
import { isLoopback } from '../../contract/loopback.ts'

/**
 * Whether a request was meant for this server. A page elsewhere can make a name of its own lead to
 * loopback and then read what it likes (DNS rebinding); it cannot make a browser send another Host.
 */
export function isOwnHost(request: Request, host: string): boolean {
  const hostname = parseHostHeader(request.headers.get('host') ?? '')
  if (hostname === undefined) return false
  return isLoopback(hostname) || hostname === host || isAddress(hostname)
}

/** Whether a page of this server opens the socket; browsers send the header with each. */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  return new URL(origin).host === request.headers.get('host')
}

/** Whether a page elsewhere asks: a preview may hold what is not for the public yet. */
export function isForeignOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || isOwnOrigin(request)) return false
  return !URL.canParse(origin) || !isLoopback(new URL(origin))
}

/** An address is nobody's name, so nobody can make it lead elsewhere. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
}
