import type { AddressRange } from './address_range.ts'
import { clientAddress } from './client_address.ts'
import type { SlidingWindow } from './rate_limit.ts'

/**
 * Whether a call may go on: counts it against the limit of its client address. `peer` is the
 * address of the socket, absent when the runtime does not know it.
 */
export type Admit = (request: Request, peer: string | undefined) => boolean

/** Counts each call under its client address, as far as trusted proxies tell it. */
export function createAdmit(options: {
  readonly window: SlidingWindow
  readonly trusted: readonly AddressRange[]
  /** Milliseconds; only differences count. */
  readonly clock: () => number
}): Admit {
  const { window, trusted, clock } = options
  return (request, peer) => window.admit(clientAddress(request.headers, peer, trusted), clock())
}
