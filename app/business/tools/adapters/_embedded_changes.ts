import { EXAMPLE_ISSUER } from '../../../contract/example.ts'
import { textIn } from '../../../foundation/store/columns.ts'
import type { Sql } from '../../../foundation/store/port.ts'

export type BusinessState = 'active' | 'archived' | 'removed'

/** Archives, restores or removes a business of the example workspace; false if it is unknown. */
export async function setBusinessState(
  sql: Sql,
  businessId: string,
  state: BusinessState,
): Promise<boolean> {
  const update = 'UPDATE business SET state = ? WHERE id = ?'
  return (await sql.run(update, state, businessId)) > 0
}

/**
 * Ends memberships of a user, who is named by id or, among the example users, by subject. Returns
 * the ids of everyone who lost one, including users who only shared the email address.
 */
export async function endMembership(
  sql: Sql,
  user: string,
  businessId: string,
): Promise<readonly string[]> {
  const ended = await sql.all(
    `DELETE FROM membership WHERE business_id = ? AND user_id IN
      (SELECT id FROM app_user WHERE id = ? OR (issuer = ? AND subject = ?)) RETURNING user_id`,
    businessId,
    user,
    EXAMPLE_ISSUER,
    user,
  )
  const ids = ended.map((row) => textIn(row, 'user_id'))
  const twins = await Promise.all(
    ids.map((id) =>
      sql.all(
        `SELECT me.id FROM app_user twin JOIN app_user me ON lower(me.email) = lower(twin.email)
          WHERE twin.id = ? AND twin.issuer = ? AND me.id <> twin.id`,
        id,
        EXAMPLE_ISSUER,
      ),
    ),
  )
  return [...new Set([...ids, ...twins.flat().map((row) => textIn(row, 'id'))])]
}
