import type { Sql } from '../../foundation/store/port.ts'
import type { CallResult } from './_answers.ts'
import { classifyWrite } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import { toDomainCall } from './_prepare.ts'
import { beginWrite, findTargetOf, toWriteResult } from './_write_begin.ts'
import { nameWrite, settle, type Write, writeLineOf } from './_write_steps.ts'
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
  const { context } = call
  const standing = await domain.standing(context)
  const early = await beginWrite(sql, ports, call, standing, await findTargetOf(domain, call))
  if (early !== undefined) return early
  const outcome = await domain.call(context, toDomainCall(call, ports.clock, nameWrite(call)))
  const result = await toWriteResult(sql, ports, call, outcome)
  switch (classifyWrite(result.outcome)) {
    case 'violation':
      throw new ReachViolation()
    case 'final':
    case 'unknown':
      await settle(sql, call, result)
      return result
  }
}
