import { hashText } from '../../contract/text_hash.ts'
import { type Admission, CallTimes } from './_call_times.ts'

/** Client addresses with their own counter; further ones share counters. */
const ADDRESSES_MAX = 20_000

const SHARED_COUNTERS = 1024

/** Counters of calls by client, in the memory of this process. */
type CallCounters = {
  /** Counts a call of this client, or refuses it when the last minute has `callsMax` of them. */
  admit(client: string, callsMax: number, nowMs: number): Admission
  /** Whether a client has its own counter, to which no other adds. */
  hasOwn(client: string): boolean
  clientCount(): number
}

/**
 * Memory is bounded, and nothing that a caller sends can reset a counter: only a client without
 * calls in the last minute is forgotten. While the table is full, new clients are counted in a
 * fixed number of shared counters, chosen by a hash. Sharing can refuse a call too early, but never
 * admits one too many. A client leaves its shared counter only when that is empty, so the two never
 * add up.
 */
export function createCallCounters(clientsMax: number = ADDRESSES_MAX): CallCounters {
  // A Map iterates in insertion order: the first entry has been idle the longest.
  const own = new Map<string, CallTimes>()
  const shared = new Map<number, CallTimes>()

  const counterFor = (client: string, nowMs: number): CallTimes => {
    const counter = own.get(client)
    if (counter !== undefined) return counter
    const bucket = hashText(groupOf(client)) % SHARED_COUNTERS
    const sharedCounter = shared.get(bucket)
    if (sharedCounter !== undefined && !sharedCounter.isIdle(nowMs)) return sharedCounter
    shared.delete(bucket)
    const fresh = new CallTimes()
    if (own.size < clientsMax) own.set(client, fresh)
    else shared.set(bucket, fresh)
    return fresh
  }
  return {
    admit(client, callsMax, nowMs) {
      forgetIdle(own, client, nowMs)
      const counter = counterFor(client, nowMs)
      const admission = counter.admit(callsMax, nowMs)
      if (admission === 'admitted' && own.delete(client)) own.set(client, counter)
      return admission
    },
    hasOwn: (client) => own.has(client),
    clientCount: () => own.size,
  }
}

/**
 * One site has 65,536 networks of IPv6 to call from (RFC 6177): together they use up one shared
 * counter, and leave the others to everybody else.
 */
function groupOf(client: string): string {
  return client.endsWith('/64') ? client.split('.', 6).join('.') : client
}

/**
 * Checks two entries per call, so that the table shrinks without one call paying for it all. The
 * caller keeps its entry, so that address spraying cannot move a steady client to a shared counter.
 */
function forgetIdle(own: Map<string, CallTimes>, caller: string, nowMs: number): void {
  let checked = 0
  for (const [client, counter] of own) {
    if (checked === 2 || !counter.isIdle(nowMs)) return
    if (client !== caller) own.delete(client)
    checked += 1
  }
}
