import { ok } from '../../contract/result.ts'
import {
  auditDecision,
  type DecisionRequest,
  type DecisionResult,
  takeDecision,
} from './_decide_steps.ts'
import { callApproved, conclude } from './_held_call.ts'
import { classifyWrite } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import { ReachViolation } from './_write_embedded.ts'
import type { Within } from './port.ts'

/**
 * Decides a call to a domain that lives in our store: the checks, the decision and the change are
 * one transaction.
 */
export async function decideEmbedded(
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
