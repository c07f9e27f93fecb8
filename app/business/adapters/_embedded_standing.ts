import type { BusinessChoice, Standing } from '../../contract/authority.ts'
import type { StandingState } from '../../contract/domain.ts'
import type { Sql, SqlValue, Store } from '../../store/port.ts'
import { textOf } from '../_columns.ts'

/** Issuer of the users that the example workspace brings along; no provider can have this name. */
export const EXAMPLE_ISSUER = 'urn:lectern:example'

/**
 * Members of a business `b`: the user, and an example user with the same verified e-mail address,
 * so that whoever signs in at a real provider can be given an example membership.
 */
const IS_MEMBER = `m.business_id = b.id AND m.workspace_id = b.workspace_id AND m.user_id IN (
  SELECT me.id FROM app_user me WHERE me.id = ? AND me.state = 'active'
  UNION ALL
  SELECT twin.id FROM app_user me JOIN app_user twin
    ON twin.issuer = '${EXAMPLE_ISSUER}' AND lower(twin.email) = lower(me.email)
    WHERE me.id = ? AND me.state = 'active' AND twin.state = 'active')`

/** A business `b` that is active for a user: every read of records stands on this. */
export const STANDING_FROM = `business b JOIN workspace w
  ON w.id = b.workspace_id AND w.state = 'active' AND b.state = 'active'`
export const STANDING_WHERE = `b.id = ? AND b.workspace_id = ?
  AND EXISTS (SELECT 1 FROM membership m WHERE ${IS_MEMBER})`

export function standingValues({ userId, workspaceId, businessId }: Standing): readonly SqlValue[] {
  return [businessId, workspaceId, userId, userId]
}

export async function standing(sql: Sql, who: Standing): Promise<StandingState> {
  const row = await sql.one(
    `SELECT b.id FROM ${STANDING_FROM} WHERE ${STANDING_WHERE}`,
    ...standingValues(who),
  )
  return row === undefined ? 'inactive' : 'active'
}

/**
 * The same, and so until the transaction ends: whoever archives the business or takes the
 * membership away waits for it. SQLite has one writer at a time, so nobody can come between.
 */
export async function lockedStanding(
  sql: Sql,
  dialect: Store['dialect'],
  who: Standing,
): Promise<StandingState> {
  if (dialect === 'sqlite') return await standing(sql, who)
  const row = await sql.one(
    `SELECT b.id FROM ${STANDING_FROM} JOIN membership m ON ${IS_MEMBER}
      WHERE b.id = ? AND b.workspace_id = ? FOR SHARE`,
    who.userId,
    who.userId,
    who.businessId,
    who.workspaceId,
  )
  return row === undefined ? 'inactive' : 'active'
}

export async function mayDecide(sql: Sql, who: Standing): Promise<boolean> {
  const row = await sql.one(
    `SELECT b.id FROM ${STANDING_FROM} JOIN membership m ON ${IS_MEMBER} AND m.role = 'approver'
      WHERE b.id = ? AND b.workspace_id = ?`,
    who.userId,
    who.userId,
    who.businessId,
    who.workspaceId,
  )
  return row !== undefined
}

export async function businessesOf(sql: Sql, userId: string): Promise<readonly BusinessChoice[]> {
  const rows = await sql.all(
    `SELECT DISTINCT b.workspace_id, w.name AS workspace, b.id, b.name FROM ${STANDING_FROM}
      JOIN membership m ON ${IS_MEMBER} ORDER BY w.name, b.name, b.id`,
    userId,
    userId,
  )
  return rows.map((row) => ({
    workspaceId: textOf(row, 'workspace_id'),
    workspaceName: textOf(row, 'workspace'),
    businessId: textOf(row, 'id'),
    businessName: textOf(row, 'name'),
  }))
}
