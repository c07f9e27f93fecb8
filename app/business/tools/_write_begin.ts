import type { DomainOutcome, DomainTarget, StandingState } from '../../contract/domain.ts'
import { newId } from '../../contract/ids.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { type CallResult, refuse, toCallResult } from './_answers.ts'
import { findApproval, hold } from './_approval_rows.ts'
import type { BusinessAnswer } from './_business.ts'
import { claim } from './_idempotency.ts'
import { formatNotApproved, formatRefusal } from './_messages.ts'
import type { WriteOutcome } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import { settle, type Write } from './_write_steps.ts'
import type { DomainServices } from './port.ts'

/** The result of a call that ends before the domain is asked, if it does. */
export async function beginWrite(
  sql: Sql,
  ports: BusinessPorts,
  call: Write,
  standing: StandingState,
  target: DomainTarget,
): Promise<CallResult | undefined> {
  const { name, hold: policy } = call.tool
  if (standing === 'unavailable') {
    return refuse(formatRefusal(name, 'out_of_service'), 'unavailable')
  }
  if (standing === 'inactive') return refuse(formatRefusal(name, 'not_available'), 'inactive')
  const before = await claimKey(sql, call, ports.clock())
  if (before !== undefined) return before
  if (policy !== 'always') return undefined
  // Nobody is asked to approve a change of what is not there.
  const result =
    target === 'absent'
      ? toCallResult({ outcome: 'not_found' }, call, call.keyed !== undefined)
      : await holdCall(sql, ports, call, 'registry')
  await settle(sql, call, result)
  return result
}

/** The result of a call that the domain answered: it may ask that a person decides first. */
export async function toWriteResult(
  sql: Sql,
  ports: BusinessPorts,
  call: Write,
  outcome: DomainOutcome,
): Promise<CallResult<WriteOutcome>> {
  if (outcome.outcome === 'held') return await holdCall(sql, ports, call, 'domain')
  return toCallResult(outcome, call, call.keyed !== undefined)
}

/** Claims the key of a call; returns the result where the key alone already answers the call. */
async function claimKey(
  sql: Sql,
  { tool, keyed }: Write,
  nowMs: number,
): Promise<CallResult | undefined> {
  if (keyed === undefined) return undefined
  const claimed = await claim(sql, keyed, nowMs)
  switch (claimed.claim) {
    case 'taken':
      return undefined
    case 'running':
      return refuse(formatRefusal(tool.name, 'key_in_use'), 'in_progress')
    case 'other_arguments':
      return refuse(formatRefusal(tool.name, 'key_conflict'), 'key_conflict')
    case 'answered':
      return await repeatAnswer(sql, tool.name, claimed.answer, nowMs)
  }
}

/** The same answer again; for a call that was held, what has become of it since. */
async function repeatAnswer(
  sql: Sql,
  tool: string,
  answer: BusinessAnswer,
  nowMs: number,
): Promise<CallResult> {
  if (answer.answer !== 'held') return { answer, outcome: 'repeated' }
  const approval = await findApproval(sql, answer.approvalId)
  if (approval === undefined) return refuse(formatNotApproved(tool, 'gone'), 'repeated')
  const { state, ends, result } = approval
  switch (state) {
    case 'held':
      return ends > nowMs
        ? { answer, outcome: 'repeated' }
        : refuse(formatNotApproved(tool, 'expired'), 'repeated')
    case 'approved':
    case 'applying':
      return { answer, outcome: 'repeated' }
    case 'applied':
      // Only an applied call writes this column, and what it writes is its answer.
      return { answer: JSON.parse(result ?? '') as BusinessAnswer, outcome: 'repeated' }
    case 'failed':
    case 'rejected':
    case 'expired':
    case 'cancelled':
      return refuse(formatNotApproved(tool, state), 'repeated')
  }
}

/** Holds a call for a person; nothing is executed (contract 5, rule 4). */
async function holdCall(
  sql: Sql,
  { clock, randomBytes, settings, events }: BusinessPorts,
  call: Write,
  policy: 'registry' | 'domain',
): Promise<CallResult<'held' | 'too_many_held'>> {
  const { tool, args, argsHash, context } = call
  const nowMs = clock()
  const [id, endsMs] = [newId('appr_', randomBytes), nowMs + settings.lifetimes.approval]
  const approvalId = await hold(sql, {
    id,
    by: context,
    tool: tool.name,
    operation: tool.operation,
    args,
    argsHash,
    policy,
    nowMs,
    ends: endsMs,
  })
  // The same call again is the approval that waits already.
  if (approvalId === id) {
    const { name, title } = tool
    const { businessId } = context
    await events?.recordHeld(sql, { approvalId, businessId, tool: name, toolTitle: title, endsMs })
  }
  return approvalId === undefined
    ? refuse(formatRefusal(tool.name, 'too_many_held'), 'too_many_held')
    : { answer: { answer: 'held', approvalId }, outcome: 'held' }
}

/** What a call that waits for a person is about; others find out when they are made. */
export async function findTargetOf(
  domain: Pick<DomainServices, 'target'>,
  { tool, context, args }: Write,
): Promise<DomainTarget> {
  if (tool.hold !== 'always' || domain.target === undefined) return 'unknown'
  return await domain.target(context, { operation: tool.operation, args })
}
