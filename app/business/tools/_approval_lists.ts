import type { Sql } from '../../foundation/store/port.ts'
import { type Approval, COLUMNS, readApproval } from './_approval_rows.ts'

/** A call in a list that is sorted by age: a list goes on behind it. */
export type ApprovalCursor = { readonly created: number; readonly id: string }

/** Whose calls are listed: all of a business, or one requester's. */
type CallsOf = {
  readonly businessId: string
  readonly workspaceId: string
  readonly requestedBy: string | null
}

const OPEN = `((state IN ('held', 'approved') AND ends > ?) OR state = 'applying')`
/** When a call was decided, or when it expired or would have. */
const ENDED_AT = `CASE WHEN state IN ('held', 'approved') THEN ends
  ELSE COALESCE(decided_at, ends) END`
const WHOSE = 'business_id = ? AND workspace_id = ? AND requested_by = COALESCE(?, requested_by)'

/** Whether a business has calls to list: open ones, or some that ended after an instant. */
export async function hasApprovals(
  sql: Sql,
  businessId: string,
  endedAfter: number,
): Promise<boolean> {
  const text = `SELECT id FROM held_approval WHERE business_id = ?
    AND (state IN ('held', 'approved', 'applying') OR ${ENDED_AT} > ?) LIMIT 1`
  return (await sql.one(text, businessId, endedAfter)) !== undefined
}

/** Calls that wait for a decision or for an answer, oldest first. */
export async function listOpen(
  sql: Sql,
  { businessId, workspaceId, requestedBy }: CallsOf,
  { created, id }: ApprovalCursor,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly Approval[]> {
  const rows = await sql.all(
    `SELECT ${COLUMNS} FROM held_approval WHERE ${WHOSE} AND ${OPEN}
      AND (created > ? OR (created = ? AND id > ?)) ORDER BY created, id LIMIT ?`,
    ...[businessId, workspaceId, requestedBy, nowMs, created, created, id, limit],
  )
  return rows.map(readApproval)
}

/** Calls that have ended, newest first. */
export async function listEnded(
  sql: Sql,
  { businessId, workspaceId, requestedBy }: CallsOf,
  endedAfter: number,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<readonly Approval[]> {
  const rows = await sql.all(
    `SELECT ${COLUMNS} FROM held_approval WHERE ${WHOSE} AND NOT ${OPEN} AND ${ENDED_AT} > ?
      ORDER BY created DESC, id LIMIT ?`,
    ...[businessId, workspaceId, requestedBy, nowMs, endedAfter, limit],
  )
  return rows.map(readApproval)
}
