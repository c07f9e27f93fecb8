import { textIn } from '../store/columns.ts'
import type { Audit, Sql } from '../store/port.ts'
import { GRANT_NAMES, type Names, namesIn } from './_names.ts'
import { endGrant } from './_tokens.ts'

/**
 * T5: ends the grants of a removed business, or of users who are no longer its members, as the last
 * step of the transaction that removes them. An archived business keeps its grants: they work again
 * once it is active.
 */
export async function endGrantsOf(
  { audit, clock }: { readonly audit: Audit; readonly clock: () => number },
  sql: Sql,
  removed: { readonly businessId: string; readonly userIds?: readonly string[] },
): Promise<number> {
  const { businessId, userIds } = removed
  const rows = await sql.all(
    `SELECT DISTINCT user_id FROM grant_ WHERE business_id = ? AND status <> 'revoked'
      ORDER BY user_id`,
    businessId,
  )
  const users = rows
    .map((row) => textIn(row, 'user_id'))
    .filter((userId) => userIds === undefined || userIds.includes(userId))
  const ended: Names[] = []
  for (const userId of users) ended.push(...(await endGrants(sql, { businessId, userId }, clock())))
  for (const names of ended)
    await audit.append(sql, { event: 'revoke', outcome: 'removed', ...names })
  return ended.length
}

/** Locks the user first, like everything that changes grants. */
async function endGrants(
  sql: Sql,
  { businessId, userId }: { readonly businessId: string; readonly userId: string },
  now: number,
): Promise<readonly Names[]> {
  await sql.one('SELECT id FROM app_user WHERE id = ? FOR UPDATE', userId)
  const rows = await sql.all(
    `SELECT ${GRANT_NAMES} FROM grant_ g
      WHERE g.business_id = ? AND g.user_id = ? AND g.status <> 'revoked' ORDER BY g.id`,
    businessId,
    userId,
  )
  const all = rows.map(namesIn)
  for (const { grantId } of all) await endGrant(sql, { grantId, reason: 'removed', now })
  return all
}
