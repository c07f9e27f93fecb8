import type { SignedIn } from '../../contract/authority.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { isStillGranted } from './_approval_grant.ts'
import { type Approval, findApproval } from './_approval_rows.ts'
import { isExpired, isOpen } from './_approval_state.ts'
import { close, lease, recordVerdict } from './_approval_steps.ts'
import { lineOf } from './_audit_lines.ts'
import type { ApprovalState, Decision, DecisionRefusal } from './_business.ts'
import type { HeldCall } from './_held_call.ts'
import type { AuditOutcome } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import type { DomainServices } from './port.ts'

export type DecisionResult = Result<ApprovalState, DecisionRefusal>

/** A decision by a person, with the approval and its call as they were found. */
export type DecisionRequest = {
  readonly user: SignedIn
  readonly decision: Decision
  readonly approval: Approval
  /** Absent where the call can no longer be executed as it was held. */
  readonly held: HeldCall | undefined
}

/** What a decision asks the domain: inside the transaction where the domain lives in our store. */
export type DecisionDomain = Pick<DomainServices, 'standing' | 'mayDecide'>

/** Checks a decision and takes its step; `applying` means that the call is to be executed. */
export async function takeDecision(
  ports: BusinessPorts,
  sql: Sql,
  domain: DecisionDomain,
  { user, decision, held }: DecisionRequest,
): Promise<DecisionResult> {
  const approval = await findApproval(sql, decision.approvalId)
  if (approval === undefined) return err('not_found')
  const nowMs = ports.clock()
  const standing = await domain.standing({ ...approval.by, userId: user.userId })
  if (standing === 'unavailable') return err('unavailable')
  const isRequester = user.userId === approval.by.userId
  // Only the requester learns that an approval exists in a business out of reach.
  if (standing === 'inactive' && !isRequester) return err('not_found')
  if (!isOpen(approval, nowMs) || approval.version !== decision.version) return err('not_pending')
  const end = await findEnd(sql, approval, domain, held, nowMs)
  if (end === 'unavailable') return err('unavailable')
  if (end !== undefined) return ok(await recordEnd(ports, sql, approval, user, end))
  if (!(await mayDecide(ports, domain, user, approval))) return err('not_allowed')
  const { verdict } = decision
  if (!(await recordVerdict(sql, approval, verdict, user, nowMs))) return err('not_pending')
  // A call that was approved before goes out again without a new decision.
  if (verdict === 'reject' || approval.state === 'held') {
    const decision = verdict === 'reject' ? 'rejected' : 'approved'
    await ports.events?.recordDecided(sql, { approvalId: approval.id, decision, atMs: nowMs })
  }
  if (verdict === 'reject') return ok(await recordEnd(ports, sql, approval, user, 'rejected'))
  if (!(await lease(sql, approval, nowMs))) return err('not_pending')
  return ok('applying')
}

/** Everything that was true when the call was held must still be true (contract 5, rule 3). */
async function findEnd(
  sql: Sql,
  approval: Approval,
  domain: DecisionDomain,
  held: HeldCall | undefined,
  nowMs: number,
): Promise<'expired' | 'cancelled' | 'unavailable' | undefined> {
  if (isExpired(approval, nowMs)) return 'expired'
  if (held === undefined || !(await isStillGranted(sql, approval.id, nowMs))) return 'cancelled'
  const standing = await domain.standing(approval.by)
  if (standing === 'unavailable') return 'unavailable'
  return standing === 'inactive' ? 'cancelled' : undefined
}

async function mayDecide(
  { settings }: BusinessPorts,
  domain: DecisionDomain,
  user: SignedIn,
  { by }: Approval,
): Promise<boolean> {
  if (user.userId === by.userId && !settings.requesterMayDecide) return false
  return domain.mayDecide === undefined || (await domain.mayDecide({ ...by, userId: user.userId }))
}

async function recordEnd(
  ports: BusinessPorts,
  sql: Sql,
  approval: Approval,
  user: SignedIn,
  end: 'rejected' | 'expired' | 'cancelled',
): Promise<ApprovalState> {
  // A call that went out cannot be called back, so whatever ends it then is a failure.
  const state = end !== 'rejected' && approval.state === 'applying' ? 'failed' : end
  if (state !== 'rejected') await close(sql, approval, state)
  await auditDecision(ports, sql, approval, user, state)
  return state
}

export async function auditDecision(
  { audit }: BusinessPorts,
  sql: Sql,
  { id, by, tool, operation }: Approval,
  user: SignedIn,
  outcome: Extract<AuditOutcome, ApprovalState>,
): Promise<void> {
  const who = { ...by, userId: user.userId }
  const call = { tool: { name: tool, operation }, requestId: id }
  await audit.append(sql, lineOf('approval_decided', outcome, who, call, { approvalId: id }))
}
