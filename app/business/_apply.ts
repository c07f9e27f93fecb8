import type { SignedIn } from '../contract/authority.ts'
import type { BusinessRegistry } from '../contract/business.ts'
import type { DomainCall, DomainOutcome } from '../contract/domain.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import type { Sql } from '../store/port.ts'
import { type Told, toldOf } from './_answers.ts'
import type { Approval } from './_approval_rows.ts'
import { complete, release } from './_approval_steps.ts'
import { lineOf } from './_audit_lines.ts'
import { sameBytes } from './_columns.ts'
import type { ApprovalState } from './_office.ts'
import { type BusinessPorts, CALL_MS_MAX } from './_ports.ts'
import { type Prepared, prepare } from './_prepare.ts'
import { argsHashOf } from './_write.ts'
import { ReachBroken } from './_write_here.ts'
import { newId } from './identifiers.ts'

/** A held call that may still be executed: its tool is there, and takes what was held. */
export type Asking = { readonly approval: Approval; readonly call: Prepared }

/**
 * The call of an approval as the registry of today takes it. Nothing is executed but what was
 * shown: another tool behind the name, or other constants, make another digest.
 */
export function askingOf(
  { randomBytes }: BusinessPorts,
  approval: Approval,
  registry: BusinessRegistry,
): Asking | undefined {
  const tool = registry.tools.find(({ name }) => name === approval.tool)
  if (tool === undefined || tool.operation !== approval.operation) return undefined
  const args = givenArguments(approval.args, tool.with)
  const requestId = newId('req_', randomBytes)
  const prepared = prepare(approval.by, { tool, registry, args, requestId }, 'write')
  if (!prepared.ok) return undefined
  const hash = argsHashOf(prepared.value)
  return sameBytes(hash, approval.argsHash) ? { approval, call: prepared.value } : undefined
}

/** The caller's own arguments: those that the registry does not give. */
export function givenArguments(args: JsonObject, constants: JsonObject | undefined): JsonObject {
  const own = Object.entries(args).filter(([name]) => !Object.hasOwn(constants ?? {}, name))
  return Object.fromEntries(own)
}

/** Executes in a domain elsewhere: its key is the approval, so twice is the same as once. */
export async function apply(
  ports: BusinessPorts,
  asking: Asking,
  user: SignedIn,
): Promise<ApprovalState> {
  const outcome = await ports.domain.call(asking.call.context, domainCallOf(asking, ports.clock))
  return await ports.store.transaction((sql) => {
    return concluded(ports, sql, asking, user, outcome, false)
  })
}

export function domainCallOf({ approval, call }: Asking, clock: () => number): DomainCall {
  return {
    operation: call.tool.operation,
    kind: 'write',
    args: call.args,
    records: call.types,
    idempotencyKey: approval.id,
    approvalId: approval.id,
    deadline: clock() + CALL_MS_MAX,
  }
}

/** Keeps what became of an approved call. */
export async function concluded(
  ports: BusinessPorts,
  sql: Sql,
  { approval, call }: Asking,
  user: SignedIn,
  outcome: DomainOutcome,
  canRollBack: boolean,
): Promise<ApprovalState> {
  // Policy can hold a call once; what a person approved is not held again.
  const told = toldOf(outcome.outcome === 'held' ? { outcome: 'denied' } : outcome, call, true)
  const broken = told.outcome === 'reach_violation'
  if (broken && canRollBack) throw new ReachBroken()
  const who = { ...approval.by, userId: user.userId }
  const { tool, context } = call
  const named = { tool, requestId: context.requestId }
  const line = lineOf(broken ? 'reach_violation' : 'approval_applied', told.outcome, who, named, {
    approvalId: approval.id,
  })
  await ports.audit.append(sql, line)
  return await kept(sql, approval, told, ports.clock())
}

async function kept(
  sql: Sql,
  approval: Approval,
  told: Told,
  nowMs: number,
): Promise<ApprovalState> {
  switch (told.outcome) {
    case 'applied':
      await complete(sql, approval, 'applied', JSON.stringify(told.answer), nowMs)
      return 'applied'
    // It may have been applied; when the lease is over, the same key asks once more.
    case 'unknown':
    case 'reach_violation':
      return 'applying'
    case 'unavailable':
      await release(sql, approval)
      return 'approved'
    default:
      await complete(sql, approval, 'failed', null, nowMs)
      return 'failed'
  }
}
