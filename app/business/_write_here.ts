import type { Sql } from '../store/port.ts'
import { refused, type Told, toldOf } from './_answers.ts'
import type { BusinessPorts } from './_ports.ts'
import { notAvailable, outOfOrder } from './_sentences.ts'
import {
  answeredBefore,
  domainCallOf,
  held,
  settle,
  type Write,
  writeLine,
} from './_write_steps.ts'
import type { DomainServices } from './port.ts'

/** Thrown inside a transaction so that nothing of a write that left its business stays. */
export class ReachBroken extends Error {
  override readonly name = 'ReachBroken'
}

type Within = NonNullable<DomainServices['within']>

/**
 * A write to a domain that lives in our store: key, standing, change and audit are one transaction
 * (T7), so that what was checked is still so when the change is kept.
 */
export async function writeHere(ports: BusinessPorts, within: Within, call: Write): Promise<Told> {
  return await ports.store.transaction(async (sql) => {
    const told = await steps(ports, within(sql), call, sql)
    await ports.audit.append(sql, writeLine(call, told))
    return told
  })
}

async function steps(
  ports: BusinessPorts,
  domain: ReturnType<Within>,
  call: Write,
  sql: Sql,
): Promise<Told> {
  const { tool, context } = call
  const standing = await domain.standing(context)
  if (standing === 'inactive') return refused(notAvailable(tool.name), 'inactive')
  if (standing === 'unavailable') return refused(outOfOrder(tool.name), 'unavailable')
  const before = await answeredBefore(sql, call, ports.clock())
  if (before !== undefined) return before
  const told = await executed(ports, domain, call, sql)
  if (told.outcome === 'reach_violation') throw new ReachBroken()
  await settle(sql, call, told)
  return told
}

async function executed(
  ports: BusinessPorts,
  domain: ReturnType<Within>,
  call: Write,
  sql: Sql,
): Promise<Told> {
  if (call.tool.hold === 'always') return await held(sql, ports, call, 'registry')
  const outcome = await domain.call(call.context, domainCallOf(call, ports.clock))
  if (outcome.outcome === 'held') return await held(sql, ports, call, 'domain')
  return toldOf(outcome, call, call.keyed !== undefined)
}
