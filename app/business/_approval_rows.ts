import type { GrantFacts } from '../contract/authority.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { BUSINESS_SCOPES } from '../contract/scopes.ts'
import type { Sql, SqlRow } from '../store/port.ts'
import { stillGranted } from './_approval_grant.ts'
import { bytesOf, numberOf, textOf } from './_columns.ts'
import type { ApprovalState } from './_office.ts'

/** Calls of one user in one business that may wait at a time. */
const HELD_MAX = 100

/** A held call with everything that executing it needs, as it was when it was asked for. */
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

const COLUMNS = `id, workspace_id, business_id, tool, operation, args, args_hash, requested_by,
  grant_id, client_id, scopes, state, version, created, ends, decided_at, lease_ends, result`

export type ToHold = {
  readonly id: string
  readonly by: GrantFacts
  readonly tool: string
  readonly operation: string
  readonly args: JsonObject
  readonly argsHash: Uint8Array
  /** Who asks for the hold: the registry or the domain. */
  readonly policy: 'registry' | 'domain'
  readonly nowMs: number
  readonly ends: number
}

/** Holds a call; the same call of the same user, while it is held, is the same approval. */
export async function hold(sql: Sql, call: ToHold): Promise<string | undefined> {
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
    const id = textOf(known, 'id')
    if (await stillGranted(sql, id, nowMs)) return id
    // Nobody could approve it any more, so the call is held anew under the grant of today.
    await sql.run(
      `UPDATE held_approval SET state = 'cancelled', version = version + 1
        WHERE id = ? AND state = 'held'`,
      id,
    )
  }
  if ((await heldOf(sql, by, nowMs)) >= HELD_MAX) return undefined
  await insert(sql, call)
  // Another process may have been faster; then its approval is the one.
  const kept = await sql.one(find, ...names)
  return kept === undefined ? undefined : textOf(kept, 'id')
}

async function heldOf(
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
    HELD_MAX,
  )
  return rows.length
}

async function insert(sql: Sql, call: ToHold): Promise<void> {
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

export async function approvalById(sql: Sql, id: string): Promise<Approval | undefined> {
  const row = await sql.one(`SELECT ${COLUMNS} FROM held_approval WHERE id = ?`, id)
  return row === undefined ? undefined : approvalOf(row)
}

/** Those of a business that wait, then those that were made after an instant; newest first. */
export async function approvalsIn(
  sql: Sql,
  businessId: string,
  decidedAfter: number,
): Promise<readonly Approval[]> {
  const rows = await sql.all(
    `SELECT ${COLUMNS} FROM held_approval WHERE business_id = ?
      AND (state IN ('held', 'approved', 'applying') OR created > ?)
      ORDER BY CASE WHEN state IN ('held', 'approved', 'applying') THEN 0 ELSE 1 END,
        created DESC, id LIMIT 200`,
    businessId,
    decidedAfter,
  )
  return rows.map(approvalOf)
}

function approvalOf(row: SqlRow): Approval {
  const scopes = textOf(row, 'scopes').split(' ')
  return {
    id: textOf(row, 'id'),
    by: {
      grantId: textOf(row, 'grant_id'),
      clientId: textOf(row, 'client_id'),
      userId: textOf(row, 'requested_by'),
      workspaceId: textOf(row, 'workspace_id'),
      businessId: textOf(row, 'business_id'),
      scopes: BUSINESS_SCOPES.filter((scope) => scopes.includes(scope)),
    },
    tool: textOf(row, 'tool'),
    operation: textOf(row, 'operation'),
    // Only `insert` writes this column, from a JsonObject.
    args: JSON.parse(textOf(row, 'args')) as JsonObject,
    argsHash: bytesOf(row, 'args_hash'),
    // The schema lists the states of this column: they are those of ApprovalState.
    state: textOf(row, 'state') as ApprovalState,
    version: numberOf(row, 'version'),
    created: numberOf(row, 'created'),
    ends: numberOf(row, 'ends'),
    decidedAt: row.decided_at === null ? undefined : numberOf(row, 'decided_at'),
    leaseEnds: row.lease_ends === null ? undefined : numberOf(row, 'lease_ends'),
    result: row.result === null ? undefined : textOf(row, 'result'),
  }
}
