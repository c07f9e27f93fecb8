import type { SignedIn } from '../../contract/authority.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import { err, ok } from '../../contract/result.ts'
import { type Sql, StoreUnavailable } from '../../foundation/store/port.ts'
import { type Approval, findApproval } from './_approval_rows.ts'
import type { Business, Decision } from './_business.ts'
import {
  auditDecision,
  type DecisionDomain,
  type DecisionRequest,
  type DecisionResult,
  takeDecision,
} from './_decide_steps.ts'
import { callApproved, conclude, prepareHeldCall } from './_held_call.ts'
import { classifyWrite } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import { ReachViolation } from './_write_embedded.ts'
import type { DomainServices, Within } from './port.ts'

/** T6: a signed-in person decides a held call; no client, no package and no repeat can. */
export async function decide(
  ports: BusinessPorts,
  user: SignedIn,
  registry: BusinessRegistry,
  decision: Decision,
): Promise<DecisionResult> {
  const { within } = ports.domain
  try {
    const approval = await findApproval(ports.store.sql, decision.approvalId)
    if (approval === undefined) return err('not_found')
    const held = prepareHeldCall(ports, approval, registry)
    const request = { user, decision, approval, held }
    return within === undefined
      ? await decideRemote(ports, request)
      : await decideEmbedded(ports, within, request)
  } catch (error) {
    if (error instanceof ReachViolation) await auditViolation(ports, user, decision)
    else if (!(error instanceof StoreUnavailable)) throw error
    return err('unavailable')
  }
}

/** The change left its business: all of it was rolled back, and this line records that. */
async function auditViolation(
  { audit }: BusinessPorts,
  { userId }: SignedIn,
  { approvalId }: Decision,
): Promise<void> {
  const line = { event: 'reach_violation', outcome: 'rolled_back', actor: userId, approvalId }
  await audit.appendLater(line).catch(() => undefined)
}

/**
 * Decides a call to a domain that lives in our store: the checks, the decision and the change are
 * one transaction.
 */
async function decideEmbedded(
  ports: BusinessPorts,
  within: Within,
  request: DecisionRequest,
): Promise<DecisionResult> {
  const { approval, held, user } = request
  return await ports.store.transaction(async (sql) => {
    const domain = within(sql)
    const taken = await takeDecision(ports, sql, domain, request)
    if (!taken.ok || taken.value !== 'applying' || held === undefined) return taken
    const result = await callApproved(domain, held, ports.clock)
    // The audit chain is locked last, or two writes could wait for each other.
    await auditDecision(ports, sql, approval, user, 'approved')
    switch (classifyWrite(result.outcome)) {
      case 'violation':
        throw new ReachViolation()
      case 'final':
      case 'unknown':
        return ok(await conclude(ports, sql, held, user, result))
    }
  })
}

/**
 * Decides a call to a domain elsewhere: one transaction records the decision before the call goes
 * out, another one records what became of it.
 */
async function decideRemote(
  ports: BusinessPorts,
  request: DecisionRequest,
): Promise<DecisionResult> {
  const { store, domain, clock } = ports
  const { approval, held, user } = request
  // Asked before the transaction: nothing waits for the network while it holds the store.
  const standings = await askAhead(domain, user, approval)
  const taken = await store.transaction(async (sql) => {
    const step = await takeDecision(ports, sql, standings, request)
    if (step.ok && step.value === 'applying') {
      await auditDecision(ports, sql, approval, user, 'approved')
    }
    return step
  })
  if (!taken.ok || taken.value !== 'applying' || held === undefined) return taken
  const result = await callApproved(domain, held, clock)
  return ok(await store.transaction((sql) => conclude(ports, sql, held, user, result)))
}

/** What the domain says about the two users of an approval, as of just now. */
async function askAhead(
  domain: DomainServices,
  user: SignedIn,
  { by }: Approval,
): Promise<DecisionDomain> {
  const decider = { ...by, userId: user.userId }
  const [own, requester] = await Promise.all([domain.standing(decider), domain.standing(by)])
  const may = domain.mayDecide === undefined ? true : await domain.mayDecide(decider)
  return {
    standing: async (who) => (who.userId === user.userId ? own : requester),
    mayDecide: async () => may,
  }
}

/** Ends a user's own call that did not go out yet; nobody else needs to agree. */
export async function withdraw(
  ports: BusinessPorts,
  user: SignedIn,
  { approvalId, version }: Pick<Decision, 'approvalId' | 'version'>,
): ReturnType<Business['withdraw']> {
  return await ports.store.transaction(async (sql) => {
    const approval = await findApproval(sql, approvalId)
    if (approval === undefined || approval.by.userId !== user.userId) return err('not_found')
    const changed = await sql.run(
      `UPDATE held_approval SET state = 'cancelled', version = version + 1, decided_by = ?,
        decided_at = ? WHERE id = ? AND version = ? AND state IN ('held', 'approved')`,
      ...[user.userId, ports.clock(), approvalId, version],
    )
    if (changed !== 1) return err('not_pending')
    await auditDecision(ports, sql, approval, user, 'cancelled')
    return ok('cancelled')
  })
}

/** Cancels what a user asked for and nobody decided yet. */
export async function cancelHeldOf(sql: Sql, userId: string): Promise<number> {
  return await sql.run(
    `UPDATE held_approval SET state = 'cancelled', version = version + 1
      WHERE requested_by = ? AND state IN ('held', 'approved')`,
    userId,
  )
}
