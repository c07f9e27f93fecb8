import { err, ok, type Result } from '../../contract/result.ts'
import { createCallCounters } from './_call_counters.ts'
import type { Admission } from './_call_times.ts'
import { createLimitChoice, type LimitOptions, type RateOverride } from './_limit_choice.ts'
import { type Address, parseList, parseRange } from './address_range.ts'

export type { LimitOptions, RateOverride }

export type RateLimit = {
  admit(address: Address | undefined, nowMs: number): Admission
  addressCount(): number
}

/**
 * A sliding window in the memory of this process: a call is admitted if fewer than the limit were
 * admitted in the 60 seconds before it, so no period of a minute ever has more (contract 8).
 */
export function createRateLimit(
  options: LimitOptions & { readonly addressesMax?: number },
): RateLimit {
  const limitOf = createLimitChoice(options)
  const counters = createCallCounters(options.addressesMax)
  return {
    admit(address, nowMs) {
      const { client, callsMax } = limitOf(address)
      return counters.admit(client, callsMax, nowMs)
    },
    addressCount: counters.clientCount,
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
