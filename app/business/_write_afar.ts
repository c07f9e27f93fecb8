import type { DomainOutcome, StandingState } from '../contract/domain.ts'
import { type Sql, StoreUnavailable } from '../store/port.ts'
import { refused, type Told, toldOf } from './_answers.ts'
import { lineOf } from './_audit_lines.ts'
import { leaveUnknown } from './_idempotency.ts'
import type { BusinessPorts } from './_ports.ts'
import { notAvailable, outcomeUnknown, outOfOrder } from './_sentences.ts'
import {
  answeredBefore,
  domainCallOf,
  held,
  settle,
  type Write,
  writeLine,
} from './_write_steps.ts'

/**
 * A write to a domain elsewhere: the key is taken and the intent audited before the call goes out,
 * the outcome is kept after it. The product looks at the business again inside its own operation.
 */
export async function writeAfar(ports: BusinessPorts, call: Write): Promise<Told> {
  const { domain, store, clock } = ports
  const { tool, context } = call
  const standing = await domain.standing(context)
  const before = await store.transaction(async (sql) => {
    const told = await begun(sql, ports, call, standing)
    await ports.audit.append(sql, writeLine(call, told ?? { outcome: 'intended' }))
    return told
  })
  if (before !== undefined) return before
  const outcome = await domain.call(context, domainCallOf(call, clock))
  try {
    return await store.transaction((sql) => ended(sql, ports, call, outcome))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    // The change may stand while nothing of ours says so: the key, if any, still leads to it.
    return refused(outcomeUnknown(tool.name, call.keyed !== undefined), 'unknown')
  }
}

async function begun(
  sql: Sql,
  ports: BusinessPorts,
  call: Write,
  standing: StandingState,
): Promise<Told | undefined> {
  const { name } = call.tool
  if (standing === 'unavailable') return refused(outOfOrder(name), 'unavailable')
  if (standing === 'inactive') return refused(notAvailable(name), 'inactive')
  const before = await answeredBefore(sql, call, ports.clock())
  if (before !== undefined) return before
  if (call.tool.hold !== 'always') return undefined
  const told = await held(sql, ports, call, 'registry')
  await settle(sql, call, told)
  return told
}

async function ended(
  sql: Sql,
  ports: BusinessPorts,
  call: Write,
  outcome: DomainOutcome,
): Promise<Told> {
  const { keyed, tool, context } = call
  const told =
    outcome.outcome === 'held'
      ? await held(sql, ports, call, 'domain')
      : toldOf(outcome, call, keyed !== undefined)
  if (told.outcome === 'reach_violation') {
    const { requestId } = context
    const line = lineOf('reach_violation', 'dropped', context, { tool, requestId })
    await ports.audit.append(sql, line)
  } else {
    await ports.audit.append(sql, writeLine(call, told))
  }
  // An answer that cannot be shown says nothing of whether the change was made.
  const unknown = told.outcome === 'unknown' || told.outcome === 'reach_violation'
  if (!unknown) await settle(sql, call, told)
  else if (keyed !== undefined) await leaveUnknown(sql, keyed)
  return unknown ? refused(outcomeUnknown(tool.name, keyed !== undefined), told.outcome) : told
}
