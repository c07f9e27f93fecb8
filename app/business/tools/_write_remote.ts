import type { DomainOutcome } from '../../contract/domain.ts'
import { type Sql, StoreUnavailable } from '../../foundation/store/port.ts'
import { type CallResult, refuse } from './_answers.ts'
import { lineOf } from './_audit_lines.ts'
import { leaveUnknown } from './_idempotency.ts'
import { formatOutcomeUnknown } from './_messages.ts'
import { classifyWrite } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import { toDomainCall } from './_prepare.ts'
import { beginWrite, findTargetOf, toWriteResult } from './_write_begin.ts'
import { nameWrite, settle, type Write, writeLineOf } from './_write_steps.ts'

/**
 * A write to a domain elsewhere: the key is taken and the intent audited before the call goes out,
 * and the outcome is recorded after it. The product checks the business again inside its own
 * operation.
 */
export async function writeRemote(ports: BusinessPorts, call: Write): Promise<CallResult> {
  const { domain, store, clock } = ports
  const { tool, context } = call
  const [standing, target] = await Promise.all([
    domain.standing(context),
    findTargetOf(domain, call),
  ])
  const early = await store.transaction(async (sql) => {
    const result = await beginWrite(sql, ports, call, standing, target)
    await ports.audit.append(sql, writeLineOf(call, result ?? { outcome: 'intended' }))
    return result
  })
  if (early !== undefined) return early
  const outcome = await domain.call(context, toDomainCall(call, clock, nameWrite(call)))
  try {
    return await store.transaction((sql) => endWrite(sql, ports, call, outcome))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    // The change may exist without a trace of it here: the key, if any, still leads to it.
    return refuse(formatOutcomeUnknown(tool.name, call.keyed !== undefined), 'unknown')
  }
}

async function endWrite(
  sql: Sql,
  ports: BusinessPorts,
  call: Write,
  outcome: DomainOutcome,
): Promise<CallResult> {
  const { keyed, tool, context } = call
  const { requestId } = context
  const result = await toWriteResult(sql, ports, call, outcome)
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
  return refuse(formatOutcomeUnknown(tool.name, keyed !== undefined), result.outcome)
}
