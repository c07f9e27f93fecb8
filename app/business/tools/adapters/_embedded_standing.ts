import type { BusinessChoice, Standing } from '../../../contract/authority.ts'
import type { StandingState } from '../../../contract/domain.ts'
import { EXAMPLE_ISSUER } from '../../../contract/example.ts'
import { textIn } from '../../../foundation/store/columns.ts'
import type { Sql, SqlRow, SqlValue, Store } from '../../../foundation/store/port.ts'

/** A business `b` that is active, in a workspace that is. */
export const ACTIVE_BUSINESS = `business b JOIN workspace w
  ON w.id = b.workspace_id AND w.state = 'active' AND b.state = 'active'`

/** A membership `m` of the user `?` in the business `b`. */
const OWN = `membership m JOIN app_user me ON me.id = m.user_id AND me.state = 'active'
  WHERE me.id = ? AND m.business_id = b.id AND m.workspace_id = b.workspace_id`

/**
 * The same through the verified email address: whoever signs in at a real provider has the
 * memberships of the example user with that address.
 */
const SHARED = `membership m JOIN app_user twin ON twin.id = m.user_id AND twin.state = 'active'
    AND twin.issuer = '${EXAMPLE_ISSUER}'
  JOIN app_user me ON lower(me.email) = lower(twin.email) AND me.state = 'active'
  WHERE me.id = ? AND m.business_id = b.id AND m.workspace_id = b.workspace_id`

/** The two kinds of membership; nearly all calls need only the first. */
export const MEMBERSHIPS: readonly string[] = [OWN, SHARED]

/** The condition that business `?` of workspace `?` is active and user `?` is a member of it. */
export function whereStanding(membership: string): string {
  return `b.id = ? AND b.workspace_id = ? AND EXISTS (SELECT 1 FROM ${membership})`
}

export function standingValues({ userId, workspaceId, businessId }: Standing): readonly SqlValue[] {
  return [businessId, workspaceId, userId]
}

/** The first row that either kind of membership finds. */
async function findRow(
  sql: Sql,
  who: Standing,
  text: (membership: string) => string,
): Promise<SqlRow | undefined> {
  for (const membership of MEMBERSHIPS) {
    const row = await sql.one(text(membership), ...standingValues(who))
    if (row !== undefined) return row
  }
  return undefined
}

export async function findStanding(sql: Sql, who: Standing): Promise<StandingState> {
  const text = (membership: string) =>
    `SELECT b.id FROM ${ACTIVE_BUSINESS} WHERE ${whereStanding(membership)}`
  return (await findRow(sql, who, text)) === undefined ? 'inactive' : 'active'
}

/**
 * The same, locked until the transaction ends: whoever archives the business or ends the
 * membership waits for it. SQLite has one writer at a time, so nobody can come between.
 */
export async function lockStanding(
  sql: Sql,
  dialect: Store['dialect'],
  who: Standing,
): Promise<StandingState> {
  if (dialect === 'postgres') await lock(sql, who)
  // Queried after the lock, so it sees what others committed before.
  return await findStanding(sql, who)
}

async function lock(sql: Sql, { workspaceId, businessId }: Standing): Promise<void> {
  await sql.all('SELECT id FROM workspace WHERE id = ? FOR SHARE', workspaceId)
  await sql.all('SELECT id FROM business WHERE id = ? FOR SHARE', businessId)
  await sql.all('SELECT user_id FROM membership WHERE business_id = ? FOR SHARE', businessId)
}

export async function mayDecide(sql: Sql, who: Standing): Promise<boolean> {
  const text = (membership: string) => {
    const approver = `${membership} AND m.role = 'approver'`
    return `SELECT b.id FROM ${ACTIVE_BUSINESS} WHERE ${whereStanding(approver)}`
  }
  return (await findRow(sql, who, text)) !== undefined
}

export async function businessesOf(sql: Sql, userId: string): Promise<readonly BusinessChoice[]> {
  const lists = MEMBERSHIPS.map((membership) =>
    sql.all(
      `SELECT b.workspace_id, w.name AS workspace, b.id, b.name FROM ${ACTIVE_BUSINESS}
        WHERE EXISTS (SELECT 1 FROM ${membership})`,
      userId,
    ),
  )
  const choices = (await Promise.all(lists)).flat().map((row) => ({
    workspaceId: textIn(row, 'workspace_id'),
    workspaceName: textIn(row, 'workspace'),
    businessId: textIn(row, 'id'),
    businessName: textIn(row, 'name'),
  }))
  const each = new Map(choices.map((choice) => [choice.businessId, choice]))
  return [...each.values()].sort(compareNames)
}

function compareNames(one: BusinessChoice, other: BusinessChoice): number {
  const [left, right] = [one, other].map((each) => `${each.workspaceName}\n${each.businessName}`)
  return (left ?? '') < (right ?? '') ? -1 : 1
}
