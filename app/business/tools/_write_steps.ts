import type { DomainCall } from '../../contract/domain.ts'
import type { AuditEntry, Sql } from '../../foundation/store/port.ts'
import type { CallResult } from './_answers.ts'
import { type BusinessEvent, lineOf } from './_audit_lines.ts'
import { digestOf, toCanonicalJson } from './_digests.ts'
import { finish, giveBack, type KeyedCall } from './_idempotency.ts'
import type { PreparedCall } from './_prepare.ts'

/** A prepared write with the digests by which it is recognised. */
export type Write = PreparedCall & {
  readonly argsHash: Uint8Array
  readonly argsDigest: string | undefined
  readonly keyed: KeyedCall | undefined
}

/** Keeps the answer of a call that did something; a call that did nothing releases its key. */
export async function settle(sql: Sql, { keyed }: Write, { answer }: CallResult): Promise<void> {
  if (keyed === undefined) return
  if (answer.answer === 'refused') await giveBack(sql, keyed)
  else await finish(sql, keyed, answer)
}

/** A digest replaces the key: two users who choose the same word do not collide in the product. */
export function nameWrite({ keyed }: Write): Pick<DomainCall, 'idempotencyKey'> {
  return keyed === undefined ? {} : { idempotencyKey: keyed.scopeHash.toHex() }
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
  const call = [tool.name, toCanonicalJson(args)]
  // Where the API is called otherwise than when it was shown, it is another call.
  return digestOf(...call, ...(tool.http === undefined ? [] : [toCanonicalJson(tool.http)]))
}
