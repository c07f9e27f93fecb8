import type { Admission } from './_call_times.ts'
import type { Address, AddressRange } from './address_range.ts'
import { clientAddress } from './client_address.ts'

/**
 * Counts a call against the limit of its client address and says whether it may go on. `peer` is
 * the address of the socket, absent when the runtime does not know it. It is always a promise of a
 * word, also where the window is in memory: a forgotten `await` does not compile, because a promise
 * compares equal to no word.
 */
export type Admit = (request: Request, peer: string | undefined) => Promise<Admission>

/** A limit in memory answers at once, a shared one does not. */
export type CountedLimit = {
  admit(address: Address | undefined, nowMs: number): Admission | Promise<Admission>
}

/** Counts each call under its client address, which trusted proxies may forward. */
export function createAdmit(options: {
  readonly rateLimit: CountedLimit
  readonly trusted: readonly AddressRange[]
  /** Milliseconds; only differences count. */
  readonly clock: () => number
}): Admit {
  const { rateLimit, trusted, clock } = options
  return async (request, peer) =>
    rateLimit.admit(clientAddress(request.headers, peer, trusted), clock())
}
