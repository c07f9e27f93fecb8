import type { Audit, Sql } from '../store/port.ts'
import { GRANT_NAMES, namesIn } from './_names.ts'
import { endGrant } from './_tokens.ts'

/**
 * T5: ends the grants of a business that was removed, or of one user who is no longer its member,
 * in the transaction of the removal. An archived business keeps its grants: they work again once it
 * is active.
 */
export async function endGrantsOf(
  { audit, clock }: { readonly audit: Audit; readonly clock: () => number },
  sql: Sql,
  removed: { readonly businessId: string; readonly userId?: string | undefined },
): Promise<number> {
  const rows = await sql.all(
    `SELECT ${GRANT_NAMES} FROM grant_ g WHERE g.business_id = ? AND g.status <> 'revoked'
      ORDER BY g.id`,
    removed.businessId,
  )
  const concerned = rows
    .map(namesIn)
    .filter(({ actor }) => removed.userId === undefined || actor === removed.userId)
  for (const { grantId } of concerned) {
    await endGrant(sql, { grantId, reason: 'removed', now: clock() })
  }
  for (const names of concerned) {
    await audit.append(sql, { event: 'revoke', outcome: 'removed', ...names })
  }
  return concerned.length
}
