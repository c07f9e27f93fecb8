import type { SignedIn } from '../../contract/authority.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Sql } from '../../foundation/store/port.ts'
import type { Approval } from './_approval_rows.ts'
import type { Decision } from './_business.ts'

/** An execution that has not ended within this time is considered lost. */
const LEASE_MS = 3 * LIMITS.domainCallMsMax

// Every step is one conditional update: of two deciders at once, one finds its row.

/**
 * T6. A call that was already approved but never concluded needs no second approval; until it goes
 * out it may still be rejected.
 */
export async function recordVerdict(
  sql: Sql,
  { id, version, state }: Approval,
  verdict: Decision['verdict'],
  user: SignedIn,
  nowMs: number,
): Promise<boolean> {
  if (verdict === 'approve' && state !== 'held') return true
  const [next, from] =
    verdict === 'approve' ? ['approved', "'held'"] : ['rejected', "'held', 'approved'"]
  const changed = await sql.run(
    `UPDATE held_approval SET state = '${next}', version = version + 1, decided_by = ?,
      decided_at = ? WHERE id = ? AND state IN (${from}) AND version = ? AND ends > ?`,
    user.userId,
    nowMs,
    id,
    version,
    nowMs,
  )
  return changed === 1
}

/** Takes the exclusive right to execute; a lease that expired may be taken over. */
export async function lease(sql: Sql, { id }: Approval, nowMs: number): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE held_approval SET state = 'applying', version = version + 1, lease_ends = ?
      WHERE id = ? AND (state = 'approved' OR (state = 'applying' AND lease_ends <= ?))`,
    nowMs + LEASE_MS,
    id,
    nowMs,
  )
  return changed === 1
}

/** Returns the right to execute: the call never went out. */
export async function release(sql: Sql, { id }: Approval): Promise<void> {
  await sql.run(
    `UPDATE held_approval SET state = 'approved', version = version + 1, lease_ends = NULL
      WHERE id = ? AND state = 'applying'`,
    id,
  )
}

export async function complete(
  sql: Sql,
  { id }: Approval,
  state: 'applied' | 'failed',
  result: string | null,
  nowMs: number,
): Promise<void> {
  await sql.run(
    `UPDATE held_approval SET state = ?, version = version + 1, lease_ends = NULL, result = ?,
      applied_at = ? WHERE id = ? AND state = 'applying'`,
    state,
    result,
    nowMs,
    id,
  )
}

export async function close(
  sql: Sql,
  { id, version }: Approval,
  state: 'expired' | 'cancelled' | 'failed',
): Promise<void> {
  await sql.run(
    `UPDATE held_approval SET state = ?, version = version + 1 WHERE id = ? AND version = ?`,
    state,
    id,
    version,
  )
}

/** Cancels held calls of a business that was archived or removed: they do not outlast it. */
export async function cancelHeldIn(sql: Sql, businessId: string): Promise<number> {
  return await sql.run(
    `UPDATE held_approval SET state = 'cancelled', version = version + 1
      WHERE business_id = ? AND state IN ('held', 'approved')`,
    businessId,
  )
}
