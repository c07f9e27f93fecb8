import type { SignedIn } from '../../contract/authority.ts'
import { err, ok } from '../../contract/result.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { findApproval } from './_approval_rows.ts'
import type { Business, Decision } from './_business.ts'
import { auditDecision } from './_decide_steps.ts'
import type { BusinessPorts } from './_ports.ts'

/** Ends a user's own call that did not go out yet; nobody else needs to agree. */
export async function withdraw(
  ports: BusinessPorts,
  user: SignedIn,
  { approvalId, version }: Pick<Decision, 'approvalId' | 'version'>,
): ReturnType<Business['withdraw']> {
  return await ports.store.transaction(async (sql) => {
    const approval = await findApproval(sql, approvalId)
    if (approval === undefined || approval.by.userId !== user.userId) return err('not_found')
    const changed = await sql.run(
      `UPDATE held_approval SET state = 'cancelled', version = version + 1, decided_by = ?,
        decided_at = ? WHERE id = ? AND version = ? AND state IN ('held', 'approved')`,
      ...[user.userId, ports.clock(), approvalId, version],
    )
    if (changed !== 1) return err('not_pending')
    await auditDecision(ports, sql, approval, user, 'cancelled')
    return ok('cancelled')
  })
}

/** Cancels what a user asked for and nobody decided yet. */
export async function cancelHeldOf(sql: Sql, userId: string): Promise<number> {
  return await sql.run(
    `UPDATE held_approval SET state = 'cancelled', version = version + 1
      WHERE requested_by = ? AND state IN ('held', 'approved')`,
    userId,
  )
}
