import type { BusinessChoice, SignedIn } from '../contract/authority.ts'
import { err, ok } from '../contract/result.ts'
import { type Sql, StoreUnavailable } from '../store/port.ts'
import { type Approval, COLUMNS, readApproval } from './_approval_rows.ts'
import type { Business, CallsOfClient } from './_business.ts'
import { auditDecision } from './_decide_steps.ts'
import type { BusinessPorts } from './_ports.ts'

/** Rejects every open call of a client in a business: one update, and an audit line for each. */
export async function rejectAll(
  ports: BusinessPorts,
  user: SignedIn,
  { businessId, clientId }: CallsOfClient,
): ReturnType<Business['rejectAll']> {
  const { domain, store } = ports
  try {
    const businesses = await domain.businessesOf(user.userId)
    const choice = businesses.find((each) => each.businessId === businessId)
    if (choice === undefined) return err('not_found')
    const who = { ...choice, userId: user.userId }
    const may = domain.mayDecide === undefined || (await domain.mayDecide(who))
    if (!may) return err('not_allowed')
    const rejected = await store.transaction(async (sql) => {
      const calls = await recordRejections(ports, sql, user, { ...choice, clientId })
      for (const call of calls) await auditDecision(ports, sql, call, user, 'rejected')
      return calls.length
    })
    return rejected === 0 ? err('not_pending') : ok(rejected)
  } catch (error) {
    if (error instanceof StoreUnavailable) return err('unavailable')
    throw error
  }
}

async function recordRejections(
  { clock, settings }: BusinessPorts,
  sql: Sql,
  { userId }: SignedIn,
  { businessId, workspaceId, clientId }: BusinessChoice & CallsOfClient,
): Promise<readonly Approval[]> {
  const nowMs = clock()
  const others = settings.requesterMayDecide ? '' : 'AND requested_by <> ?'
  const rows = await sql.all(
    `UPDATE held_approval SET state = 'rejected', version = version + 1, decided_by = ?,
      decided_at = ? WHERE business_id = ? AND workspace_id = ? AND client_id = ?
      AND state IN ('held', 'approved') AND ends > ? ${others} RETURNING ${COLUMNS}`,
    ...[userId, nowMs, businessId, workspaceId, clientId, nowMs],
    ...(settings.requesterMayDecide ? [] : [userId]),
  )
  return rows.map(readApproval)
}
