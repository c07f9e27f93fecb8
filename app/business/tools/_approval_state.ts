import { LIMITS } from '../../contract/limits.ts'
import type { Approval } from './_approval_rows.ts'

/** Whether a call awaits a decision, or was approved and never reached an end that we know of. */
export function isOpen({ state, leaseEnds }: Approval, nowMs: number): boolean {
  if (state === 'held' || state === 'approved') return true
  return state === 'applying' && leaseEnds !== undefined && leaseEnds <= nowMs
}

/**
 * Whether it is too late for the call to go out: its approval was for back then. A call that went
 * out without an answer may go out again only while the product surely knows its key, or the change
 * could be made twice.
 */
export function isExpired({ state, ends, decidedAt }: Approval, nowMs: number): boolean {
  if (state === 'applying') return decidedAt !== undefined && decidedAt + LIMITS.keyKeptMs <= nowMs
  return (state === 'held' || state === 'approved') && ends <= nowMs
}
