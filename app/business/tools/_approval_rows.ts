import type { GrantFacts } from '../../contract/authority.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import { BUSINESS_SCOPES } from '../../contract/oauth.ts'
import {
  bytesIn,
  numberIn,
  numberOrNone,
  textIn,
  textOrNone,
} from '../../foundation/store/columns.ts'
import type { Sql, SqlRow } from '../../foundation/store/port.ts'
import { isStillGranted } from './_approval_grant.ts'
import type { ApprovalState } from './_business.ts'

/** A held call with everything that executing it needs, as it was when it was held. */
export type Approval = {
  readonly id: string
  readonly by: GrantFacts
  readonly tool: string
  readonly operation: string
  readonly args: JsonObject
  readonly argsHash: Uint8Array
  readonly state: ApprovalState
  readonly version: number
  readonly created: number
  readonly ends: number
  readonly decidedAt: number | undefined
  readonly leaseEnds: number | undefined
  /** The answer of an applied call, as the caller gets it under the same idempotency key. */
  readonly result: string | undefined
}

export const COLUMNS = `id, workspace_id, business_id, tool, operation, args, args_hash,
  requested_by, grant_id, client_id, scopes, state, version, created, ends, decided_at,
  lease_ends, result`

type CallToHold = Omit<
  Approval,
  'state' | 'version' | 'created' | 'decidedAt' | 'leaseEnds' | 'result'
> & {
  /** Who requires the hold: the registry or the domain. */
  readonly policy: 'registry' | 'domain'
  readonly nowMs: number
}

/** Holds a call; while it is held, the same call by the same user is the same approval. */
export async function hold(sql: Sql, call: CallToHold): Promise<string | undefined> {
  const { by, tool, argsHash, nowMs } = call
  const same = 'business_id = ? AND requested_by = ? AND tool = ? AND args_hash = ?'
  const names = [by.businessId, by.userId, tool, argsHash] as const
  await sql.run(
    `UPDATE held_approval SET state = 'expired', version = version + 1
      WHERE ${same} AND state = 'held' AND ends <= ?`,
    ...names,
    nowMs,
  )
  const find = `SELECT id FROM held_approval WHERE ${same} AND state = 'held'`
  const known = await sql.one(find, ...names)
  if (known !== undefined) {
    const id = textIn(known, 'id')
    if (await isStillGranted(sql, id, nowMs)) return id
    // Nobody can approve it any more, so the call is held again under the current grant.
    await sql.run(
      `UPDATE held_approval SET state = 'cancelled', version = version + 1
        WHERE id = ? AND state = 'held'`,
      id,
    )
  }
  if ((await countHeldOf(sql, by, nowMs)) >= LIMITS.heldCallsMax) return undefined
  await insert(sql, call)
  // Another process may have been faster; then its approval counts.
  const stored = await sql.one(find, ...names)
  return stored === undefined ? undefined : textIn(stored, 'id')
}

/** How many calls wait for approval, of all businesses. */
export async function countHeld(sql: Sql, nowMs: number): Promise<number> {
  const query = "SELECT count(*) AS held FROM held_approval WHERE state = 'held' AND ends > ?"
  const row = await sql.one(query, nowMs)
  return row === undefined ? 0 : numberIn(row, 'held')
}

/** Whether a call still waits for a decision. */
export async function isHeld(sql: Sql, id: string, nowMs: number): Promise<boolean> {
  const query = "SELECT id FROM held_approval WHERE id = ? AND state = 'held' AND ends > ?"
  return (await sql.one(query, id, nowMs)) !== undefined
}

async function countHeldOf(
  sql: Sql,
  { businessId, userId }: GrantFacts,
  nowMs: number,
): Promise<number> {
  const rows = await sql.all(
    `SELECT id FROM held_approval WHERE business_id = ? AND requested_by = ? AND state = 'held'
      AND ends > ? LIMIT ?`,
    businessId,
    userId,
    nowMs,
    LIMITS.heldCallsMax,
  )
  return rows.length
}

async function insert(sql: Sql, call: CallToHold): Promise<void> {
  const { by } = call
  await sql.run(
    `INSERT INTO held_approval (id, workspace_id, business_id, tool, operation, args, args_hash,
      requested_by, grant_id, client_id, scopes, state, version, policy, created, ends)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'held', 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
    call.id,
    by.workspaceId,
    by.businessId,
    call.tool,
    call.operation,
    JSON.stringify(call.args),
    call.argsHash,
    by.userId,
    by.grantId,
    by.clientId,
    by.scopes.join(' '),
    call.policy,
    call.nowMs,
    call.ends,
  )
}

export async function findApproval(sql: Sql, id: string): Promise<Approval | undefined> {
  const row = await sql.one(`SELECT ${COLUMNS} FROM held_approval WHERE id = ?`, id)
  return row === undefined ? undefined : readApproval(row)
}

export function readApproval(row: SqlRow): Approval {
  const scopes = textIn(row, 'scopes').split(' ')
  return {
    id: textIn(row, 'id'),
    by: {
      grantId: textIn(row, 'grant_id'),
      clientId: textIn(row, 'client_id'),
      userId: textIn(row, 'requested_by'),
      workspaceId: textIn(row, 'workspace_id'),
      businessId: textIn(row, 'business_id'),
      scopes: BUSINESS_SCOPES.filter((scope) => scopes.includes(scope)),
    },
    tool: textIn(row, 'tool'),
    operation: textIn(row, 'operation'),
    // Only `insert` writes this column, from a JsonObject.
    args: JSON.parse(textIn(row, 'args')) as JsonObject,
    argsHash: bytesIn(row, 'args_hash'),
    // The schema lists the states of this column: they are those of ApprovalState.
    state: textIn(row, 'state') as ApprovalState,
    version: numberIn(row, 'version'),
    created: numberIn(row, 'created'),
    ends: numberIn(row, 'ends'),
    decidedAt: numberOrNone(row, 'decided_at'),
    leaseEnds: numberOrNone(row, 'lease_ends'),
    result: textOrNone(row, 'result'),
  }
}
