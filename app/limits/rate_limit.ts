import { err, ok, type Result } from '../contract/result.ts'
import { hashText } from '../contract/text_hash.ts'
import { type Admission, CallTimes } from './_call_times.ts'
import {
  type Address,
  type AddressRange,
  addressKey,
  isInRange,
  parseList,
  parseRange,
} from './address_range.ts'

/** Another limit for the client addresses in one range, such as a shared exit or a load test. */
export type RateOverride = { readonly range: AddressRange; readonly callsPerMinute: number }

/** Client addresses with their own counter; further ones share counters. */
const ADDRESSES_MAX = 20_000

const SHARED_COUNTERS = 1024
const UNKNOWN_ADDRESS = 'unknown'

export type RateLimit = {
  /** Counts a call from this address at this instant, or refuses it. */
  admit(address: Address | undefined, nowMs: number): Admission
  /** Addresses with their own counter. */
  addressCount(): number
}

/**
 * A sliding window: a call is admitted if fewer than the limit were admitted in the 60 seconds
 * before it, so no period of a minute ever has more (contract 8).
 *
 * Memory is bounded, and nothing that a caller sends can reset a counter: only an address without
 * calls in the last minute is forgotten. While the table is full, new addresses are counted in a
 * fixed number of shared counters, chosen by a hash of the address. Sharing can refuse a call too
 * early, but never admits one too many. An address leaves its shared counter only when that is
 * empty, so the two never add up.
 */
export function createRateLimit(options: {
  /** The limit, or a function that returns the current one, because a deploy may change it. */
  readonly callsPerMinute: number | (() => number)
  readonly overrides: readonly RateOverride[]
  readonly addressesMax?: number
}): RateLimit {
  const { callsPerMinute: limit, addressesMax = ADDRESSES_MAX } = options
  const callsPerMinute = typeof limit === 'number' ? () => limit : limit
  // The narrowest range that contains an address decides.
  const overrides = options.overrides.toSorted((a, b) => b.range.prefixBits - a.range.prefixBits)
  // A Map iterates in insertion order: the first entry has been idle the longest.
  const own = new Map<string, CallTimes>()
  const shared = new Map<number, CallTimes>()

  const limitOf = (address: Address | undefined): number => {
    if (address === undefined) return callsPerMinute()
    const found = overrides.find(({ range }) => isInRange(range, address))
    return found?.callsPerMinute ?? callsPerMinute()
  }
  const counterFor = (key: string, nowMs: number): CallTimes => {
    const counter = own.get(key)
    if (counter !== undefined) return counter
    const bucket = hashText(key) % SHARED_COUNTERS
    const sharedCounter = shared.get(bucket)
    if (sharedCounter !== undefined && !sharedCounter.isIdle(nowMs)) return sharedCounter
    shared.delete(bucket)
    const fresh = new CallTimes()
    if (own.size < addressesMax) own.set(key, fresh)
    else shared.set(bucket, fresh)
    return fresh
  }
  return {
    admit(address, nowMs) {
      const key = address === undefined ? UNKNOWN_ADDRESS : addressKey(address)
      forgetIdle(own, key, nowMs)
      const counter = counterFor(key, nowMs)
      const admission = counter.admit(limitOf(address), nowMs)
      if (admission === 'admitted' && own.delete(key)) own.set(key, counter)
      return admission
    },
    addressCount: () => own.size,
  }
}

/**
 * Checks two entries per call, so that the table shrinks without one call paying for it all. The
 * caller keeps its entry, so that address spraying cannot move a steady client to a shared counter.
 */
function forgetIdle(own: Map<string, CallTimes>, caller: string, nowMs: number): void {
  let checked = 0
  for (const [key, counter] of own) {
    if (checked === 2 || !counter.isIdle(nowMs)) return
    if (key !== caller) own.delete(key)
    checked += 1
  }
}

/** `RATE_LIMIT_OVERRIDES`: `CIDR=calls per minute`, separated by commas. */
export function parseOverrides(text: string): Result<readonly RateOverride[], string> {
  return parseList(text, parseOverride)
}

function parseOverride(text: string): Result<RateOverride, string> {
  const [left = '', right = '', ...more] = text.split('=')
  const callsPerMinute = /^[0-9]{1,9}$/.test(right.trim()) ? Number(right) : 0
  if (callsPerMinute === 0 || more.length > 0) {
    return err(`Cannot read override "${text}": not CIDR=calls per minute such as 10.0.0.0/8=600`)
  }
  const range = parseRange(left)
  return range.ok ? ok({ range: range.value, callsPerMinute }) : range
}
