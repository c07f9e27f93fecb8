import { type Address, type AddressRange, addressKey, isInRange } from './address_range.ts'

/** Another limit for the client addresses in one range, such as a shared exit or a load test. */
export type RateOverride = { readonly range: AddressRange; readonly callsPerMinute: number }

export type LimitOptions = {
  /** The limit, or a function that returns the current one, because a deploy may change it. */
  readonly callsPerMinute: number | (() => number)
  readonly overrides: readonly RateOverride[]
}

const UNKNOWN_ADDRESS = 'unknown'

/** What an address is counted as, and its calls a minute. */
type LimitedClient = { readonly client: string; readonly callsMax: number }

/** Finds the limit of an address: the narrowest range that contains it decides. */
export function createLimitChoice(
  options: LimitOptions,
): (address: Address | undefined) => LimitedClient {
  const { callsPerMinute: limit } = options
  const callsPerMinute = typeof limit === 'number' ? () => limit : limit
  const overrides = options.overrides.toSorted((a, b) => b.range.prefixBits - a.range.prefixBits)
  return (address) => {
    if (address === undefined) return { client: UNKNOWN_ADDRESS, callsMax: callsPerMinute() }
    const found = overrides.find(({ range }) => isInRange(range, address))
    return { client: addressKey(address), callsMax: found?.callsPerMinute ?? callsPerMinute() }
  }
}
