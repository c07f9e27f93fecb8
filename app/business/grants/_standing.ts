import type { Standing } from '../../contract/authority.ts'
import type { StandingState } from '../../contract/domain.ts'
import type { Sql } from '../../foundation/store/port.ts'
import type { Businesses } from './port.ts'

/**
 * Asks whether a business is active. A domain in our own store answers within the transaction that
 * relies on it; a remote one is asked before, because none of our locks may wait for the network.
 */
export async function standingOf(
  businesses: Businesses,
  who: Standing,
): Promise<(sql: Sql) => Promise<StandingState>> {
  const { standingWithin } = businesses
  if (standingWithin !== undefined) return (sql) => standingWithin(sql, who)
  const state = await businesses.standing(who)
  return async () => state
}
