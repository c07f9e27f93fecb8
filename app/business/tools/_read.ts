import type { Grant } from '../../contract/authority.ts'
import type { DomainOutcome } from '../../contract/domain.ts'
import { StoreUnavailable } from '../../foundation/store/port.ts'
import { type CallResult, refuse, toCallResult } from './_answers.ts'
import { lineOf } from './_audit_lines.ts'
import type { BusinessAnswer, BusinessCall } from './_business.ts'
import type { ArgumentsDigest } from './_digests.ts'
import { formatRefusal } from './_messages.ts'
import type { BusinessPorts } from './_ports.ts'
import { type PreparedCall, prepare, toDomainCall } from './_prepare.ts'

/**
 * Answers a private read. The domain checks the business, the membership and the reach inside its
 * own operation, so no state is ever older than the answer (contract 5, rule 3). The audit batches
 * the lines of many reads; while it cannot write, nothing is read.
 */
export async function read(
  ports: BusinessPorts,
  digest: ArgumentsDigest,
  grant: Grant<'mcp:business:read'>,
  call: BusinessCall,
): Promise<BusinessAnswer> {
  const prepared = prepare(grant, call, 'read')
  const argsDigest = prepared.ok ? digest(call.tool.name, prepared.value.args) : undefined
  const result: CallResult = prepared.ok
    ? await ask(ports, prepared.value)
    : refuse(prepared.error.message, prepared.error.outcome)
  const event = result.outcome === 'reach_violation' ? 'reach_violation' : 'tool_read'
  const more = { argsDigest: typeof argsDigest === 'object' ? await argsDigest : argsDigest }
  // Asked again: many reads can fill the audit while their domain answers.
  const isAudited = ports.audit.isHealthy()
  // Queued before the answer goes out, and not awaited: `isHealthy` stops the next read.
  ports.audit.appendLater(lineOf(event, result.outcome, grant, call, more)).catch(() => undefined)
  return isAudited ? result.answer : refuseUnaudited(call.tool.name).answer
}

function refuseUnaudited(tool: string): CallResult {
  return refuse(formatRefusal(tool, 'out_of_service'), 'audit_unavailable')
}

async function ask(ports: BusinessPorts, call: PreparedCall): Promise<CallResult> {
  if (!ports.audit.isHealthy()) return refuseUnaudited(call.tool.name)
  const outcome = await outcomeOf(ports, call)
  // Only changes are held; a domain that holds a read is at fault.
  return toCallResult(
    outcome.outcome === 'held' ? { outcome: 'unavailable' } : outcome,
    call,
    false,
  )
}

async function outcomeOf(
  { domain, clock }: BusinessPorts,
  call: PreparedCall,
): Promise<DomainOutcome> {
  try {
    return await domain.call(call.context, toDomainCall(call, clock))
  } catch (error) {
    if (error instanceof StoreUnavailable) return { outcome: 'unavailable' }
    throw error
  }
}
