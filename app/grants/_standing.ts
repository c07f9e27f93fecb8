import type { Standing } from '../contract/authority.ts'
import type { StandingState } from '../contract/domain.ts'
import type { Sql } from '../store/port.ts'
import type { Businesses } from './port.ts'

/**
 * Asks where a business stands. A domain inside our store answers in the transaction that relies on
 * it; one that is elsewhere is asked before, because no lock of ours may wait for the network.
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
