import type { BusinessChoice, SignedIn } from '../../contract/authority.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import { LIMITS } from '../../contract/limits.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { numberIn } from '../../foundation/store/columns.ts'
import { type Sql, type SqlValue, StoreUnavailable } from '../../foundation/store/port.ts'
import { type Approval, COLUMNS, readApproval } from './_approval_rows.ts'
import { findClientName } from './_approval_views.ts'
import type {
  Business,
  CallsOfClient,
  DecisionRefusal,
  RejectableCalls,
  SeenCall,
} from './_business.ts'
import { auditDecision } from './_decide_steps.ts'
import type { BusinessPorts } from './_ports.ts'

/** The open calls of a client in a business that a user may reject, oldest first. */
export async function listRejectable(
  ports: BusinessPorts,
  user: SignedIn,
  registry: BusinessRegistry,
  { businessId, clientId }: CallsOfClient,
): ReturnType<Business['listRejectable']> {
  const { sql } = ports.store
  return await withChoice(ports, user, businessId, async (choice) => {
    const { condition, values } = whereOpen(ports, user, { ...choice, clientId })
    const rows = await sql.all(
      `SELECT ${COLUMNS} FROM held_approval WHERE ${condition} ORDER BY created, id LIMIT ?`,
      ...[...values, LIMITS.rejectedAtOnceMax],
    )
    const calls = rows.map(readApproval)
    const [first, last] = [calls[0], calls.at(-1)]
    if (first === undefined || last === undefined) return err('not_pending')
    const text = `SELECT CAST(count(*) AS INTEGER) AS calls FROM held_approval WHERE ${condition}`
    const counted = await sql.one(text, ...values)
    const all = counted === undefined ? calls.length : numberIn(counted, 'calls')
    return ok({
      businessName: choice.businessName,
      clientName: await findClientName(ports, clientId),
      calls: calls.map(({ id, version }) => ({ approvalId: id, version })),
      tools: countTools(calls, registry),
      oldest: first.created,
      newest: last.created,
      remaining: Math.max(0, all - calls.length),
    })
  })
}

function countTools(
  calls: readonly Approval[],
  registry: BusinessRegistry,
): RejectableCalls['tools'] {
  const titleOf = (tool: string) => registry.tools.find(({ name }) => name === tool)?.title ?? tool
  const groups = Map.groupBy(calls, ({ tool }) => titleOf(tool))
  return new Map([...groups].map(([title, group]) => [title, group.length]))
}

/**
 * Rejects calls of a client in a business that the user saw, with an audit line for each. A call
 * that was held since, or that changed, is left alone: nobody saw it as it is.
 */
export async function rejectAll(
  ports: BusinessPorts,
  user: SignedIn,
  { businessId, clientId, seen }: Parameters<Business['rejectAll']>[1],
): ReturnType<Business['rejectAll']> {
  return await withChoice(ports, user, businessId, async (choice) => {
    const rejected = await ports.store.transaction(async (sql) => {
      let count = 0
      for (const call of seen.slice(0, LIMITS.rejectedAtOnceMax)) {
        const ended = await recordRejection(ports, sql, user, { ...choice, clientId, ...call })
        if (ended === undefined) continue
        await auditDecision(ports, sql, ended, user, 'rejected')
        count += 1
      }
      return count
    })
    return rejected === 0 ? err('not_pending') : ok(rejected)
  })
}

/** Answers for a business in which the user decides; the product is asked both. */
async function withChoice<Value>(
  { domain }: BusinessPorts,
  user: SignedIn,
  businessId: string,
  answer: (choice: BusinessChoice) => Promise<Result<Value, DecisionRefusal>>,
): Promise<Result<Value, DecisionRefusal>> {
  try {
    const businesses = await domain.businessesOf(user.userId)
    const choice = businesses.find((each) => each.businessId === businessId)
    if (choice === undefined) return err('not_found')
    const who = { ...choice, userId: user.userId }
    const may = domain.mayDecide === undefined || (await domain.mayDecide(who))
    return may ? await answer(choice) : err('not_allowed')
  } catch (error) {
    if (error instanceof StoreUnavailable) return err('unavailable')
    throw error
  }
}

type ClientInBusiness = BusinessChoice & { readonly clientId: string }

/** Calls of the client that have not gone out, without those that the user may not decide. */
function whereOpen(
  { clock, settings }: BusinessPorts,
  { userId }: SignedIn,
  { businessId, workspaceId, clientId }: ClientInBusiness,
): { readonly condition: string; readonly values: readonly SqlValue[] } {
  const others = settings.requesterMayDecide ? '' : 'AND requested_by <> ?'
  return {
    condition: `business_id = ? AND workspace_id = ? AND client_id = ?
      AND state IN ('held', 'approved') AND ends > ? ${others}`,
    values: [
      ...[businessId, workspaceId, clientId, clock()],
      ...(settings.requesterMayDecide ? [] : [userId]),
    ],
  }
}

async function recordRejection(
  ports: BusinessPorts,
  sql: Sql,
  user: SignedIn,
  { approvalId, version, ...where }: ClientInBusiness & SeenCall,
): Promise<Approval | undefined> {
  const { condition, values } = whereOpen(ports, user, where)
  const atMs = ports.clock()
  const row = await sql.one(
    `UPDATE held_approval SET state = 'rejected', version = version + 1, decided_by = ?,
      decided_at = ? WHERE id = ? AND version = ? AND ${condition} RETURNING ${COLUMNS}`,
    ...[user.userId, atMs, approvalId, version, ...values],
  )
  if (row === undefined) return undefined
  await ports.events?.recordDecided(sql, { approvalId, decision: 'rejected', atMs })
  return readApproval(row)
}
