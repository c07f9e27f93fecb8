import type { BusinessChoice, Standing } from '../../contract/authority.ts'
import type { StandingState } from '../../contract/domain.ts'
import { EXAMPLE_ISSUER } from '../../contract/example.ts'
import type { Sql, SqlRow, SqlValue, Store } from '../../store/port.ts'
import { textOf } from '../_columns.ts'

/** A business `b` that is active, in a workspace that is. */
export const ACTIVE_BUSINESS = `business b JOIN workspace w
  ON w.id = b.workspace_id AND w.state = 'active' AND b.state = 'active'`

/** A membership `m` of the user `?` in the business `b`. */
const OWN = `membership m JOIN app_user me ON me.id = m.user_id AND me.state = 'active'
  WHERE me.id = ? AND m.business_id = b.id AND m.workspace_id = b.workspace_id`

/**
 * The same by way of the verified e-mail address: whoever signs in at a real provider has the
 * memberships of the example user with their address.
 */
const SHARED = `membership m JOIN app_user twin ON twin.id = m.user_id AND twin.state = 'active'
    AND twin.issuer = '${EXAMPLE_ISSUER}'
  JOIN app_user me ON lower(me.email) = lower(twin.email) AND me.state = 'active'
  WHERE me.id = ? AND m.business_id = b.id AND m.workspace_id = b.workspace_id`

/** The two ways to be a member; nearly all calls need to look at the first alone. */
export const WAYS: readonly string[] = [OWN, SHARED]

/** Whether the business `?` of workspace `?` is active and the user `?` a member of it. */
export function stands(way: string): string {
  return `b.id = ? AND b.workspace_id = ? AND EXISTS (SELECT 1 FROM ${way})`
}

export function standingValues({ userId, workspaceId, businessId }: Standing): readonly SqlValue[] {
  return [businessId, workspaceId, userId]
}

/** The first row that one of the ways leads to. */
async function found(
  sql: Sql,
  who: Standing,
  text: (way: string) => string,
): Promise<SqlRow | undefined> {
  for (const way of WAYS) {
    const row = await sql.one(text(way), ...standingValues(who))
    if (row !== undefined) return row
  }
  return undefined
}

export async function standing(sql: Sql, who: Standing): Promise<StandingState> {
  const text = (way: string) => `SELECT b.id FROM ${ACTIVE_BUSINESS} WHERE ${stands(way)}`
  return (await found(sql, who, text)) === undefined ? 'inactive' : 'active'
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
  if (dialect === 'postgres') await lock(sql, who)
  // Asked after the lock: what others committed before it is seen.
  return await standing(sql, who)
}

async function lock(sql: Sql, { workspaceId, businessId }: Standing): Promise<void> {
  await sql.all('SELECT id FROM workspace WHERE id = ? FOR SHARE', workspaceId)
  await sql.all('SELECT id FROM business WHERE id = ? FOR SHARE', businessId)
  await sql.all('SELECT user_id FROM membership WHERE business_id = ? FOR SHARE', businessId)
}

export async function mayDecide(sql: Sql, who: Standing): Promise<boolean> {
  const text = (way: string) =>
    `SELECT b.id FROM ${ACTIVE_BUSINESS} WHERE ${stands(`${way} AND m.role = 'approver'`)}`
  return (await found(sql, who, text)) !== undefined
}

export async function businessesOf(sql: Sql, userId: string): Promise<readonly BusinessChoice[]> {
  const lists = WAYS.map((way) =>
    sql.all(
      `SELECT b.workspace_id, w.name AS workspace, b.id, b.name FROM ${ACTIVE_BUSINESS}
        WHERE EXISTS (SELECT 1 FROM ${way})`,
      userId,
    ),
  )
  const choices = (await Promise.all(lists)).flat().map((row) => ({
    workspaceId: textOf(row, 'workspace_id'),
    workspaceName: textOf(row, 'workspace'),
    businessId: textOf(row, 'id'),
    businessName: textOf(row, 'name'),
  }))
  const each = new Map(choices.map((choice) => [choice.businessId, choice]))
  return [...each.values()].sort(byNames)
}

function byNames(one: BusinessChoice, other: BusinessChoice): number {
  const [left, right] = [one, other].map((each) => `${each.workspaceName}\n${each.businessName}`)
  return (left ?? '') < (right ?? '') ? -1 : 1
}
