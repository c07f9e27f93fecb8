import { textIn } from '../../foundation/store/columns.ts'
import type { Audit, Sql } from '../../foundation/store/port.ts'
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
  for (const userId of users) {
    ended.push(...(await endGrantsOfUser(sql, userId, { businessId }, 'removed', clock())))
  }
  for (const names of ended)
    await audit.append(sql, { event: 'revoke', outcome: 'removed', ...names })
  return ended.length
}

/** Which grants: what is given must match. */
export type GrantChoice = {
  readonly userId?: string | undefined
  readonly clientId?: string | undefined
  readonly businessId?: string | undefined
}

/** The condition of a choice on the table `grant_ g`, and its values. */
export function conditionOf(choice: GrantChoice): {
  readonly text: string
  readonly values: readonly string[]
} {
  const { userId, clientId, businessId } = choice
  const parts = [
    ['g.user_id', userId],
    ['g.client_id', clientId],
    ['g.business_id', businessId],
  ] as const
  const given = parts.flatMap(([column, value]) => (value === undefined ? [] : [{ column, value }]))
  return {
    text: given.map(({ column }) => ` AND ${column} = ?`).join(''),
    values: given.map(({ value }) => value),
  }
}

/** Locks the user first, like everything that changes grants. */
export async function endGrantsOfUser(
  sql: Sql,
  userId: string,
  choice: GrantChoice,
  reason: 'removed' | 'operator',
  now: number,
): Promise<readonly Names[]> {
  await sql.one('SELECT id FROM app_user WHERE id = ? FOR UPDATE', userId)
  const { text, values } = conditionOf({ ...choice, userId })
  const rows = await sql.all(
    `SELECT ${GRANT_NAMES} FROM grant_ g WHERE g.status <> 'revoked'${text} ORDER BY g.id`,
    ...values,
  )
  const all = rows.map(namesIn)
  for (const { grantId } of all) await endGrant(sql, { grantId, reason, now })
  return all
}
