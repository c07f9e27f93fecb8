import type { Sql } from '../store/port.ts'
import { type CallResult, refuse, toCallResult } from './_answers.ts'
import { formatNotAvailable, formatOutOfService } from './_messages.ts'
import { classifyWrite, type WriteOutcome } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import {
  claimKey,
  holdCall,
  settle,
  toDomainCall,
  type Write,
  writeLineOf,
} from './_write_steps.ts'
import type { Within } from './port.ts'

/** Thrown inside a transaction so that nothing of a write that left its business remains. */
export class ReachViolation extends Error {
  override readonly name = 'ReachViolation'
}

/**
 * A write to a domain that lives in our store: key, standing, change and audit are one transaction
 * (T7), so whatever was checked still holds when the change is committed.
 */
export async function writeEmbedded(
  ports: BusinessPorts,
  within: Within,
  call: Write,
): Promise<CallResult> {
  return await ports.store.transaction(async (sql) => {
    const result = await runSteps(ports, within(sql), call, sql)
    await ports.audit.append(sql, writeLineOf(call, result))
    return result
  })
}

async function runSteps(
  ports: BusinessPorts,
  domain: ReturnType<Within>,
  call: Write,
  sql: Sql,
): Promise<CallResult> {
  const { tool, context } = call
  const standing = await domain.standing(context)
  if (standing === 'inactive') return refuse(formatNotAvailable(tool.name), 'inactive')
  if (standing === 'unavailable') return refuse(formatOutOfService(tool.name), 'unavailable')
  const before = await claimKey(sql, call, ports.clock())
  if (before !== undefined) return before
  const result = await execute(ports, domain, call, sql)
  switch (classifyWrite(result.outcome)) {
    case 'violation':
      throw new ReachViolation()
    case 'final':
    case 'unknown':
      await settle(sql, call, result)
      return result
  }
}

async function execute(
  ports: BusinessPorts,
  domain: ReturnType<Within>,
  call: Write,
  sql: Sql,
): Promise<CallResult<WriteOutcome>> {
  if (call.tool.hold === 'always') return await holdCall(sql, ports, call, 'registry')
  const outcome = await domain.call(call.context, toDomainCall(call, ports.clock))
  if (outcome.outcome === 'held') return await holdCall(sql, ports, call, 'domain')
  return toCallResult(outcome, call, call.keyed !== undefined)
}
