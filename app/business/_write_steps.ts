import type { DomainCall } from '../contract/domain.ts'
import type { AuditEntry, Sql } from '../store/port.ts'
import { refused, type Told } from './_answers.ts'
import { approvalById, hold } from './_approval_rows.ts'
import { type BusinessEvent, lineOf } from './_audit_lines.ts'
import { hex } from './_digests.ts'
import { claim, finish, giveBack, type Keyed } from './_idempotency.ts'
import type { BusinessAnswer } from './_office.ts'
import { type BusinessPorts, CALL_MS_MAX } from './_ports.ts'
import type { Prepared } from './_prepare.ts'
import { keyInUse, keyUsed, notApproved, tooManyHeld } from './_sentences.ts'
import { newId } from './identifiers.ts'

/** A prepared write with the digests by which it is recognised. */
export type Write = Prepared & {
  readonly argsHash: Uint8Array
  readonly argsDigest: string | undefined
  readonly keyed: Keyed | undefined
}

/** Takes the key of a call; gives the answer where the call needs no more than its key. */
export async function answeredBefore(
  sql: Sql,
  { tool, keyed }: Write,
  nowMs: number,
): Promise<Told | undefined> {
  if (keyed === undefined) return undefined
  const claimed = await claim(sql, keyed, nowMs)
  switch (claimed.claim) {
    case 'taken':
      return undefined
    case 'running':
      return refused(keyInUse(tool.name), 'in_progress')
    case 'other_arguments':
      return refused(keyUsed(tool.name), 'key_conflict')
    case 'answered':
      return await repeated(sql, tool.name, claimed.answer, nowMs)
  }
}

/** The answer again; of a call that was held, what has become of it since. */
async function repeated(
  sql: Sql,
  tool: string,
  answer: BusinessAnswer,
  nowMs: number,
): Promise<Told> {
  if (answer.answer !== 'held') return { answer, outcome: 'repeated' }
  const approval = await approvalById(sql, answer.approvalId)
  if (approval === undefined) return refused(notApproved(tool, 'gone'), 'repeated')
  const { state, ends, result } = approval
  switch (state) {
    case 'held':
      return ends > nowMs
        ? { answer, outcome: 'repeated' }
        : refused(notApproved(tool, 'expired'), 'repeated')
    case 'approved':
    case 'applying':
      return { answer, outcome: 'repeated' }
    case 'applied':
      // Only an applied call writes this column, and it writes its answer.
      return { answer: JSON.parse(result ?? '') as BusinessAnswer, outcome: 'repeated' }
    case 'failed':
    case 'rejected':
    case 'expired':
    case 'cancelled':
      return refused(notApproved(tool, state), 'repeated')
  }
}

/** Holds a call for a person; nothing is executed (contract 5, rule 4). */
export async function held(
  sql: Sql,
  { clock, randomBytes, settings }: BusinessPorts,
  call: Write,
  policy: 'registry' | 'domain',
): Promise<Told> {
  const { tool, args, argsHash, context } = call
  const nowMs = clock()
  const approvalId = await hold(sql, {
    id: newId('appr_', randomBytes),
    by: context,
    tool: tool.name,
    operation: tool.operation,
    args,
    argsHash,
    policy,
    nowMs,
    ends: nowMs + settings.lifetimes.approval,
  })
  return approvalId === undefined
    ? refused(tooManyHeld(tool.name), 'too_many_held')
    : { answer: { answer: 'held', approvalId }, outcome: 'held' }
}

/** Keeps the answer of a call that did something; a call that did nothing gives its key back. */
export async function settle(sql: Sql, { keyed }: Write, { answer }: Told): Promise<void> {
  if (keyed === undefined) return
  if (answer.answer === 'refused') await giveBack(sql, keyed)
  else await finish(sql, keyed, answer)
}

export function domainCallOf({ tool, args, types, keyed }: Write, clock: () => number): DomainCall {
  return {
    operation: tool.operation,
    kind: 'write',
    args,
    records: types,
    deadline: clock() + CALL_MS_MAX,
    // A digest stands for the key: two users who choose the same word do not meet in the product.
    ...(keyed === undefined ? {} : { idempotencyKey: hex(keyed.scopeHash) }),
  }
}

export function writeLine(call: Write, told: Told | { readonly outcome: string }): AuditEntry {
  const { context, tool, argsDigest } = call
  const answer = 'answer' in told ? told.answer : undefined
  const approvalId = answer?.answer === 'held' ? answer.approvalId : undefined
  const event: BusinessEvent = told.outcome === 'held' ? 'approval_held' : 'tool_write'
  const { requestId } = context
  return lineOf(event, told.outcome, context, { tool, requestId }, { argsDigest, approvalId })
}
