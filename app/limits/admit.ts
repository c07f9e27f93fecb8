import type { Admission } from './_call_times.ts'
import type { AddressRange } from './address_range.ts'
import { clientAddress } from './client_address.ts'
import type { RateLimit } from './rate_limit.ts'

/**
 * Counts a call against the limit of its client address and says whether it may go on. `peer` is
 * the address of the socket, absent when the runtime does not know it. The answer is a word and not
 * a boolean: a promise of it would not compare equal, so a forgotten `await` does not compile.
 */
export type Admit = (request: Request, peer: string | undefined) => Admission

/** Counts each call under its client address, which trusted proxies may forward. */
export function createAdmit(options: {
  readonly rateLimit: RateLimit
  readonly trusted: readonly AddressRange[]
  /** Milliseconds; only differences count. */
  readonly clock: () => number
}): Admit {
  const { rateLimit, trusted, clock } = options
  return (request, peer) => rateLimit.admit(clientAddress(request.headers, peer, trusted), clock())
}
