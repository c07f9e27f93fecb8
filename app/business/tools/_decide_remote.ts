import type { SignedIn } from '../../contract/authority.ts'
import { ok } from '../../contract/result.ts'
import type { Approval } from './_approval_rows.ts'
import {
  auditDecision,
  type DecisionDomain,
  type DecisionRequest,
  type DecisionResult,
  takeDecision,
} from './_decide_steps.ts'
import { callApproved, conclude } from './_held_call.ts'
import type { BusinessPorts } from './_ports.ts'
import type { DomainServices } from './port.ts'

/**
 * Decides a call to a domain elsewhere: one transaction records the decision before the call goes
 * out, another one records what became of it.
 */
export async function decideRemote(
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
