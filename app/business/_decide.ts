import type { SignedIn } from '../contract/authority.ts'
import type { BusinessRegistry } from '../contract/business.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { type Sql, StoreUnavailable } from '../store/port.ts'
import { type Asking, apply, askingOf, concluded, domainCallOf } from './_apply.ts'
import { stillGranted } from './_approval_grant.ts'
import { type Approval, approvalById } from './_approval_rows.ts'
import { approve, close, lease, reject } from './_approval_steps.ts'
import { lineOf } from './_audit_lines.ts'
import { KEY_KEPT_MS } from './_idempotency.ts'
import type { ApprovalState, DecisionRefusal } from './_office.ts'
import type { BusinessPorts } from './_ports.ts'
import { ReachBroken } from './_write_here.ts'
import type { DomainServices } from './port.ts'

export type Decision = {
  readonly approvalId: string
  readonly version: number
  readonly verdict: 'approve' | 'reject'
}

export type Decided = Result<ApprovalState, DecisionRefusal>

/** Who decides, and what the domain says of it: asked in the transaction where that is possible. */
type Judging = {
  readonly user: SignedIn
  readonly decision: Decision
  readonly domain: Pick<DomainServices, 'standing' | 'mayDecide'>
}

/** T6: a signed-in person decides a held call; no client, no package and no repeat can. */
export async function decide(
  ports: BusinessPorts,
  user: SignedIn,
  registry: BusinessRegistry,
  decision: Decision,
): Promise<Decided> {
  const { store, domain } = ports
  try {
    const found = await approvalById(store.sql, decision.approvalId)
    if (found === undefined) return err('not_found')
    const asking = askingOf(ports, found, registry)
    const { within } = domain
    if (within !== undefined) {
      return await store.transaction(async (sql) => {
        const inside = within(sql)
        const taken = await take(ports, sql, { user, decision, domain: inside }, asking)
        if (!taken.ok || taken.value !== 'applying' || asking === undefined) return taken
        const outcome = await inside.call(asking.call.context, domainCallOf(asking, ports.clock))
        // The chain of the audit is locked last, or two writes could wait for each other.
        await audited(ports, sql, found, user, 'approved')
        return ok(await concluded(ports, sql, asking, user, outcome, true))
      })
    }
    // Asked before the transaction: nothing waits for the network while it holds the store.
    const told = await foreknown(domain, user, found)
    const taken = await store.transaction(async (sql) => {
      const step = await take(ports, sql, { user, decision, domain: told }, asking)
      if (step.ok && step.value === 'applying') await audited(ports, sql, found, user, 'approved')
      return step
    })
    if (!taken.ok || taken.value !== 'applying' || asking === undefined) return taken
    return ok(await apply(ports, asking, user))
  } catch (error) {
    if (error instanceof ReachBroken) await violated(ports, user, decision)
    else if (!(error instanceof StoreUnavailable)) throw error
    return err('unavailable')
  }
}

/** The change left its business: all of it was rolled back, and this line says so. */
async function violated(
  { audit }: BusinessPorts,
  { userId }: SignedIn,
  { approvalId }: Decision,
): Promise<void> {
  const line = { event: 'reach_violation', outcome: 'rolled_back', actor: userId, approvalId }
  await audit.later(line).catch(() => undefined)
}

/** Answers of a domain elsewhere about the two users of an approval, as they were just now. */
async function foreknown(
  domain: DomainServices,
  user: SignedIn,
  { by }: Approval,
): Promise<Judging['domain']> {
  const decider = { ...by, userId: user.userId }
  const [own, requester] = await Promise.all([domain.standing(decider), domain.standing(by)])
  const may = domain.mayDecide === undefined ? true : await domain.mayDecide(decider)
  return {
    standing: async ({ userId }) => (userId === user.userId ? own : requester),
    mayDecide: async () => may,
  }
}

/** Every check of a decision, then its step; `applying` means that the call is to be executed. */
async function take(
  ports: BusinessPorts,
  sql: Sql,
  judging: Judging,
  asking: Asking | undefined,
): Promise<Decided> {
  const { user, decision, domain } = judging
  const approval = await approvalById(sql, decision.approvalId)
  if (approval === undefined) return err('not_found')
  const nowMs = ports.clock()
  const standing = await domain.standing({ ...approval.by, userId: user.userId })
  if (standing === 'unavailable') return err('unavailable')
  const isRequester = user.userId === approval.by.userId
  // Nobody but the requester learns that there is an approval in a business out of reach.
  if (standing === 'inactive' && !isRequester) return err('not_found')
  if (!isOpen(approval, nowMs) || approval.version !== decision.version) return err('not_pending')
  const ended = await endedBy(sql, approval, domain, asking, nowMs)
  if (ended === 'unavailable') return err('unavailable')
  if (ended !== undefined) return ok(await noted(ports, sql, approval, user, ended))
  if (!(await mayDecide(ports, judging, approval))) return err('not_allowed')
  if (decision.verdict === 'reject') {
    if (!(await reject(sql, approval, user, nowMs))) return err('not_pending')
    return ok(await noted(ports, sql, approval, user, 'rejected'))
  }
  if (!(await approve(sql, approval, user, nowMs))) return err('not_pending')
  if (!(await lease(sql, approval, nowMs))) return err('not_pending')
  return ok('applying')
}

/** A call waits for a decision, or was approved and never came to an end that we know. */
export function isOpen({ state, leaseEnds }: Approval, nowMs: number): boolean {
  if (state === 'held' || state === 'approved') return true
  return state === 'applying' && leaseEnds !== undefined && leaseEnds <= nowMs
}

/**
 * Too late to go out: who approved it did so for then. A call that went out and told nothing may
 * come again only while the product surely knows its key, or it would be made twice.
 */
export function isExpired({ state, ends, decidedAt }: Approval, nowMs: number): boolean {
  if (state === 'applying') return decidedAt !== undefined && decidedAt + KEY_KEPT_MS <= nowMs
  return (state === 'held' || state === 'approved') && ends <= nowMs
}

/** Everything that was true when the call was held must be true still (contract 5, rule 3). */
async function endedBy(
  sql: Sql,
  approval: Approval,
  domain: Judging['domain'],
  asking: Asking | undefined,
  nowMs: number,
): Promise<'expired' | 'cancelled' | 'unavailable' | undefined> {
  if (isExpired(approval, nowMs)) return 'expired'
  if (asking === undefined || !(await stillGranted(sql, approval.id, nowMs))) return 'cancelled'
  const standing = await domain.standing(approval.by)
  if (standing === 'unavailable') return 'unavailable'
  return standing === 'inactive' ? 'cancelled' : undefined
}

async function mayDecide(
  { settings }: BusinessPorts,
  { user, domain }: Judging,
  { by }: Approval,
): Promise<boolean> {
  if (user.userId === by.userId && !settings.requesterMayDecide) return false
  return domain.mayDecide === undefined || (await domain.mayDecide({ ...by, userId: user.userId }))
}

async function noted(
  ports: BusinessPorts,
  sql: Sql,
  approval: Approval,
  user: SignedIn,
  state: 'rejected' | 'expired' | 'cancelled',
): Promise<ApprovalState> {
  // Once it went out it cannot be called back, so what ends it then is a failure.
  const kept = state !== 'rejected' && approval.state === 'applying' ? 'failed' : state
  if (kept !== 'rejected') await close(sql, approval, kept)
  await audited(ports, sql, approval, user, kept)
  return kept
}

async function audited(
  { audit }: BusinessPorts,
  sql: Sql,
  { id, by, tool, operation }: Approval,
  user: SignedIn,
  outcome: string,
): Promise<void> {
  const who = { ...by, userId: user.userId }
  const call = { tool: { name: tool, operation }, requestId: id }
  await audit.append(sql, lineOf('approval_decided', outcome, who, call, { approvalId: id }))
}
