import { LIMITS } from '../../contract/limits.ts'
import { createCallCounters } from './_call_counters.ts'
import type { Admission } from './_call_times.ts'
import { createLimitChoice, type LimitOptions } from './_limit_choice.ts'
import type { Address } from './address_range.ts'
import type { SharedWindow } from './shared_window.ts'

type SharedLimitOptions = LimitOptions & {
  readonly window: SharedWindow
  /** What the keys of this limit begin with: no other limit and no other service may share it. */
  readonly keyPrefix: string
  /** How many processes share the limit; only used while the window is away. */
  readonly replicas: number
  /** Milliseconds; only differences count. */
  readonly clock: () => number
}

/**
 * The sliding window of `createRateLimit`, exact over several processes. While the store is away
 * each process goes on with its share of the limit, and for a minute after: the store may come back
 * empty. It has counted what it admitted before, so an outage gives nobody a new allowance here. A
 * store that is short of memory may forget clients and say nothing (`allkeys-…`, `volatile-…`): no
 * process admits more than the whole limit by its own count.
 */
export function createSharedRateLimit(options: SharedLimitOptions): {
  admit(address: Address | undefined): Promise<Admission>
} {
  const { window, keyPrefix, replicas, clock } = options
  const limitOf = createLimitChoice(options)
  const counters = createCallCounters()
  return {
    async admit(address) {
      const { client, callsMax } = limitOf(address)
      const admission = await window.count(keyPrefix + client, callsMax)
      const isForgetful = clock() - window.returnedMs() < LIMITS.countedMs
      if (admission === 'away' || (isForgetful && admission === 'admitted')) {
        return counters.admit(client, shareOf(callsMax, replicas), clock())
      }
      if (admission === 'refused') return 'refused'
      const counted = counters.admit(client, callsMax, clock())
      return counters.hasOwn(client) ? counted : 'admitted'
    },
  }
}

/** All shares together are no more than the limit, unless there are more processes than calls. */
function shareOf(callsMax: number, replicas: number): number {
  return Math.max(1, Math.floor(callsMax / replicas))
}
