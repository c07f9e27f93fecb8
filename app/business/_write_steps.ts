import type { DomainCall } from '../contract/domain.ts'
import { newId } from '../contract/ids.ts'
import type { AuditEntry, Sql } from '../store/port.ts'
import { type CallResult, refuse } from './_answers.ts'
import { findApproval, hold } from './_approval_rows.ts'
import { type BusinessEvent, lineOf } from './_audit_lines.ts'
import type { BusinessAnswer } from './_business.ts'
import { digestOf, toCanonicalJson } from './_digests.ts'
import { claim, finish, giveBack, type KeyedCall } from './_idempotency.ts'
import {
  formatKeyConflict,
  formatKeyInUse,
  formatNotApproved,
  formatTooManyHeld,
} from './_messages.ts'
import { type BusinessPorts, CALL_MS_MAX } from './_ports.ts'
import type { PreparedCall } from './_prepare.ts'

/** A prepared write with the digests by which it is recognised. */
export type Write = PreparedCall & {
  readonly argsHash: Uint8Array
  readonly argsDigest: string | undefined
  readonly keyed: KeyedCall | undefined
}

/** Claims the key of a call; returns the result where the key alone already answers the call. */
export async function claimKey(
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
      return refuse(formatKeyInUse(tool.name), 'in_progress')
    case 'other_arguments':
      return refuse(formatKeyConflict(tool.name), 'key_conflict')
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
export async function holdCall(
  sql: Sql,
  { clock, randomBytes, settings }: BusinessPorts,
  call: Write,
  policy: 'registry' | 'domain',
): Promise<CallResult<'held' | 'too_many_held'>> {
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
    ? refuse(formatTooManyHeld(tool.name), 'too_many_held')
    : { answer: { answer: 'held', approvalId }, outcome: 'held' }
}

/** Keeps the answer of a call that did something; a call that did nothing releases its key. */
export async function settle(sql: Sql, { keyed }: Write, { answer }: CallResult): Promise<void> {
  if (keyed === undefined) return
  if (answer.answer === 'refused') await giveBack(sql, keyed)
  else await finish(sql, keyed, answer)
}

export function toDomainCall({ tool, args, types, keyed }: Write, clock: () => number): DomainCall {
  return {
    operation: tool.operation,
    kind: 'write',
    args,
    records: types,
    deadline: clock() + CALL_MS_MAX,
    // A digest replaces the key: two users who choose the same word do not collide in the product.
    ...(keyed === undefined ? {} : { idempotencyKey: keyed.scopeHash.toHex() }),
  }
}

/** The audit line of a write, or of its intent before it goes out. */
export function writeLineOf(
  call: Write,
  result: CallResult | { readonly outcome: 'intended' },
): AuditEntry {
  const { context, tool, argsDigest } = call
  const answer = 'answer' in result ? result.answer : undefined
  const approvalId = answer?.answer === 'held' ? answer.approvalId : undefined
  const event: BusinessEvent = result.outcome === 'held' ? 'approval_held' : 'tool_write'
  const { requestId } = context
  return lineOf(event, result.outcome, context, { tool, requestId }, { argsDigest, approvalId })
}

export function argsHashOf({ tool, args }: Pick<PreparedCall, 'tool' | 'args'>): Uint8Array {
  return digestOf(tool.name, toCanonicalJson(args))
}
