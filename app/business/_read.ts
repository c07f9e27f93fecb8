import type { Grant } from '../contract/authority.ts'
import type { DomainOutcome } from '../contract/domain.ts'
import { StoreUnavailable } from '../store/port.ts'
import { refused, type Told, toldOf } from './_answers.ts'
import { lineOf } from './_audit_lines.ts'
import type { ArgumentsDigest } from './_digests.ts'
import type { BusinessAnswer } from './_office.ts'
import { type BusinessPorts, CALL_MS_MAX } from './_ports.ts'
import { type Asked, type Prepared, prepare } from './_prepare.ts'
import { outOfOrder } from './_sentences.ts'

/**
 * Answers a private read. The domain looks at the business, the membership and the reach inside
 * its own operation, so that no state is ever older than the answer (contract 5, rule 3). The audit
 * gathers the lines of many reads; while it cannot write, nothing is read.
 */
export async function read(
  ports: BusinessPorts,
  digest: ArgumentsDigest,
  grant: Grant<'mcp:business:read'>,
  asked: Asked,
): Promise<BusinessAnswer> {
  const prepared = prepare(grant, asked, 'read')
  const argsDigest = prepared.ok ? digest(asked.tool.name, prepared.value.args) : undefined
  const told = prepared.ok
    ? await ask(ports, prepared.value)
    : refused(prepared.error.message, prepared.error.outcome)
  const event = told.outcome === 'reach_violation' ? 'reach_violation' : 'tool_read'
  const more = { argsDigest: typeof argsDigest === 'object' ? await argsDigest : argsDigest }
  // Asked again: many reads can fill the audit while their domain answers.
  const isKept = ports.audit.healthy()
  // Gathered before the answer goes out, and not waited for: `healthy` tells the next read.
  ports.audit.later(lineOf(event, told.outcome, grant, asked, more)).catch(() => undefined)
  return isKept ? told.answer : refused(outOfOrder(asked.tool.name), UNAUDITED).answer
}

const UNAUDITED = 'audit_unavailable'

async function ask(ports: BusinessPorts, call: Prepared): Promise<Told> {
  if (!ports.audit.healthy()) return refused(outOfOrder(call.tool.name), UNAUDITED)
  const outcome = await outcomeOf(ports, call)
  // Holding back is for changes: a read that the domain holds is none that we know.
  return toldOf(outcome.outcome === 'held' ? { outcome: 'unavailable' } : outcome, call, false)
}

async function outcomeOf(
  { domain, clock }: BusinessPorts,
  { context, tool, args, types }: Prepared,
): Promise<DomainOutcome> {
  const { operation } = tool
  const deadline = clock() + CALL_MS_MAX
  try {
    return await domain.call(context, { operation, kind: 'read', args, records: types, deadline })
  } catch (error) {
    if (error instanceof StoreUnavailable) return { outcome: 'unavailable' }
    throw error
  }
}
