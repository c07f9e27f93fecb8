import type { SignedIn } from '../../contract/authority.ts'
import type { BusinessRegistry } from '../../contract/business.ts'
import { err, ok } from '../../contract/result.ts'
import { StoreUnavailable } from '../../foundation/store/port.ts'
import { findApproval } from './_approval_rows.ts'
import type { Decision } from './_business.ts'
import { decideRemote } from './_decide_remote.ts'
import type { DecisionResult } from './_decide_steps.ts'
import { auditDecision, type DecisionRequest, takeDecision } from './_decide_steps.ts'
import { callApproved, conclude, prepareHeldCall } from './_held_call.ts'
import { classifyWrite } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import { ReachViolation } from './_write_embedded.ts'
import type { Within } from './port.ts'

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
