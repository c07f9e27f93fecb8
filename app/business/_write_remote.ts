import type { DomainOutcome, StandingState } from '../contract/domain.ts'
import { type Sql, StoreUnavailable } from '../store/port.ts'
import { type CallResult, refuse, toCallResult } from './_answers.ts'
import { lineOf } from './_audit_lines.ts'
import { leaveUnknown } from './_idempotency.ts'
import { formatNotAvailable, formatOutcomeUnknown, formatOutOfService } from './_messages.ts'
import { classifyWrite } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import {
  claimKey,
  holdCall,
  settle,
  toDomainCall,
  type Write,
  writeLineOf,
} from './_write_steps.ts'

/**
 * A write to a domain elsewhere: the key is taken and the intent audited before the call goes out,
 * and the outcome is recorded after it. The product checks the business again inside its own
 * operation.
 */
export async function writeRemote(ports: BusinessPorts, call: Write): Promise<CallResult> {
  const { domain, store, clock } = ports
  const { tool, context } = call
  const standing = await domain.standing(context)
  const early = await store.transaction(async (sql) => {
    const result = await beginWrite(sql, ports, call, standing)
    await ports.audit.append(sql, writeLineOf(call, result ?? { outcome: 'intended' }))
    return result
  })
  if (early !== undefined) return early
  const outcome = await domain.call(context, toDomainCall(call, clock))
  try {
    return await store.transaction((sql) => endWrite(sql, ports, call, outcome))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    // The change may exist without a trace of it here: the key, if any, still leads to it.
    return refuse(formatOutcomeUnknown(tool.name, call.keyed !== undefined), 'unknown')
  }
}

/** The result of a call that ends before the domain is asked, if it does. */
async function beginWrite(
  sql: Sql,
  ports: BusinessPorts,
  call: Write,
  standing: StandingState,
): Promise<CallResult | undefined> {
  const { name } = call.tool
  if (standing === 'unavailable') return refuse(formatOutOfService(name), 'unavailable')
  if (standing === 'inactive') return refuse(formatNotAvailable(name), 'inactive')
  const before = await claimKey(sql, call, ports.clock())
  if (before !== undefined) return before
  if (call.tool.hold !== 'always') return undefined
  const result = await holdCall(sql, ports, call, 'registry')
  await settle(sql, call, result)
  return result
}

async function endWrite(
  sql: Sql,
  ports: BusinessPorts,
  call: Write,
  outcome: DomainOutcome,
): Promise<CallResult> {
  const { keyed, tool, context } = call
  const { requestId } = context
  const hasKey = keyed !== undefined
  const result =
    outcome.outcome === 'held'
      ? await holdCall(sql, ports, call, 'domain')
      : toCallResult(outcome, call, hasKey)
  switch (classifyWrite(result.outcome)) {
    case 'final':
      await ports.audit.append(sql, writeLineOf(call, result))
      await settle(sql, call, result)
      return result
    case 'unknown':
      await ports.audit.append(sql, writeLineOf(call, result))
      break
    case 'violation':
      await ports.audit.append(
        sql,
        lineOf('reach_violation', 'dropped', context, { tool, requestId }),
      )
  }
  // An answer that cannot be shown does not say whether the change was made.
  if (keyed !== undefined) await leaveUnknown(sql, keyed)
  return refuse(formatOutcomeUnknown(tool.name, hasKey), result.outcome)
}
