import type { SignedIn } from '../../contract/authority.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import { areBytesEqual } from '../../contract/equal_bytes.ts'
import { newId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { type CallResult, toCallResult } from './_answers.ts'
import type { Approval } from './_approval_rows.ts'
import { complete, release } from './_approval_steps.ts'
import { lineOf } from './_audit_lines.ts'
import type { ApprovalState } from './_business.ts'
import type { DomainCallOutcome } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import { type PreparedCall, prepare, toDomainCall } from './_prepare.ts'
import { argsHashOf } from './_write_steps.ts'
import type { DomainServices } from './port.ts'

/** A held call that may still be executed: its tool exists and accepts the held arguments. */
export type HeldCall = { readonly approval: Approval; readonly call: PreparedCall }

/**
 * Prepares the call of an approval under today's registry. Only what was shown is executed: another
 * tool behind the name, or other constants, change the digest.
 */
export function prepareHeldCall(
  { randomBytes }: BusinessPorts,
  approval: Approval,
  registry: BusinessRegistry,
): HeldCall | undefined {
  const tool = registry.tools.find(({ name }) => name === approval.tool)
  if (tool === undefined || tool.operation !== approval.operation) return undefined
  const args = omitConstants(approval.args, tool.with)
  const requestId = newId('req_', randomBytes)
  const prepared = prepare(approval.by, { tool, registry, args, requestId }, 'write')
  if (!prepared.ok) return undefined
  const hash = argsHashOf(prepared.value)
  return areBytesEqual(hash, approval.argsHash) ? { approval, call: prepared.value } : undefined
}

/** The caller's own arguments, without those that the registry supplies. */
function omitConstants(args: JsonObject, constants: JsonObject | undefined): JsonObject {
  const own = Object.entries(args).filter(([name]) => !Object.hasOwn(constants ?? {}, name))
  return Object.fromEntries(own)
}

/** Asks the domain; the key of an approved call is the approval, so twice is the same as once. */
export async function callApproved(
  domain: Pick<DomainServices, 'call'>,
  { approval: { id }, call }: HeldCall,
  clock: () => number,
): Promise<CallResult<DomainCallOutcome>> {
  const names = { idempotencyKey: id, approvalId: id }
  const outcome = await domain.call(call.context, toDomainCall(call, clock, names))
  // Policy holds a call once; an approved one is not held again.
  return toCallResult(outcome.outcome === 'held' ? { outcome: 'denied' } : outcome, call, true)
}

/** Records what became of an approved call: its audit line, then its state. */
export async function conclude(
  { audit, clock }: BusinessPorts,
  sql: Sql,
  { approval, call }: HeldCall,
  user: SignedIn,
  result: CallResult<DomainCallOutcome>,
): Promise<ApprovalState> {
  const who = { ...approval.by, userId: user.userId }
  const { tool, context } = call
  const event = result.outcome === 'reach_violation' ? 'reach_violation' : 'approval_applied'
  const source = { tool, requestId: context.requestId }
  await audit.append(sql, lineOf(event, result.outcome, who, source, { approvalId: approval.id }))
  return await keepResult(sql, approval, result, clock())
}

async function keepResult(
  sql: Sql,
  approval: Approval,
  { answer, outcome }: CallResult<DomainCallOutcome>,
  nowMs: number,
): Promise<ApprovalState> {
  switch (outcome) {
    case 'applied':
      await complete(sql, approval, 'applied', JSON.stringify(answer), nowMs)
      return 'applied'
    // It may have been applied; when the lease ends, the call may go out again with the same key.
    case 'unknown':
    case 'reach_violation':
      return 'applying'
    case 'unavailable':
      await release(sql, approval)
      return 'approved'
    case 'records':
    case 'inactive':
    case 'not_found':
    case 'denied':
    case 'invalid':
    case 'conflict':
    case 'too_large':
      await complete(sql, approval, 'failed', null, nowMs)
      return 'failed'
  }
}
