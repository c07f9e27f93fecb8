import type { Grant } from '../../contract/authority.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../../contract/business.ts'
import type { DomainOutcome } from '../../contract/domain.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { type Sql, StoreUnavailable } from '../../foundation/store/port.ts'
import { type CallResult, refuse } from './_answers.ts'
import { lineOf } from './_audit_lines.ts'
import type { BusinessAnswer, BusinessCall, BusinessWriteCall } from './_business.ts'
import { type ArgumentsDigest, digestOf } from './_digests.ts'
import { leaveUnknown } from './_idempotency.ts'
import { formatOutcomeUnknown, formatRefusal } from './_messages.ts'
import { classifyWrite } from './_outcomes.ts'
import type { BusinessPorts } from './_ports.ts'
import { type PreparedCall, type PrepareRefusal, prepare, toDomainCall } from './_prepare.ts'
import { beginWrite, findTargetOf, toWriteResult } from './_write_begin.ts'
import { ReachViolation, writeEmbedded } from './_write_embedded.ts'
import { argsHashOf, nameWrite, settle, type Write, writeLineOf } from './_write_steps.ts'

/** Makes a private write: once under its key, held where policy says so, audited or not at all. */
export async function write(
  ports: BusinessPorts,
  digest: ArgumentsDigest,
  grant: Grant<'mcp:business:write'>,
  call: BusinessWriteCall,
): Promise<BusinessAnswer> {
  const prepared = prepare(grant, call, 'write')
  if (!prepared.ok) return await refuseAudited(ports, grant, call, prepared.error)
  const key = readKey(call)
  if (!key.ok) return await refuseAudited(ports, grant, call, key.error)
  return await makeWrite(ports, await identify(prepared.value, key.value, digest))
}

/** The key of a write, whose form is checked here alone: a refusal of it is in the audit, too. */
function readKey({
  tool,
  idempotencyKey: key,
}: BusinessWriteCall): Result<string | undefined, PrepareRefusal> {
  const refuseKey = (state: Parameters<typeof formatRefusal>[1]) =>
    err({ outcome: 'key_refused', message: formatRefusal(tool.name, state) } as const)
  if (key === undefined || key === null) {
    return tool.idempotency === 'required' ? refuseKey('key_missing') : ok(undefined)
  }
  if (tool.idempotency === 'none') return refuseKey('key_not_accepted')
  const isKey = typeof key === 'string' && IDEMPOTENCY_KEY_PATTERN.test(key)
  return isKey ? ok(key) : refuseKey('key_malformed')
}

/** Digests are made before any transaction begins: it must wait for nothing but the store. */
async function identify(
  call: PreparedCall,
  key: string | undefined,
  digest: ArgumentsDigest,
): Promise<Write> {
  const { tool, args, context } = call
  const { workspaceId, businessId, userId, clientId } = context
  const argsHash = argsHashOf(call)
  const argsDigest = await digest(tool.name, args)
  if (key === undefined) return { ...call, argsHash, argsDigest, keyed: undefined }
  const scopeHash = digestOf(workspaceId, businessId, userId, clientId, tool.name, key)
  return { ...call, argsHash, argsDigest, keyed: { scopeHash, argsHash, tool: tool.name } }
}

async function makeWrite(ports: BusinessPorts, call: Write): Promise<BusinessAnswer> {
  const { within } = ports.domain
  const { tool, context } = call
  try {
    const { answer } =
      within === undefined
        ? await writeRemote(ports, call)
        : await writeEmbedded(ports, within, call)
    return answer
  } catch (error) {
    if (error instanceof ReachViolation) {
      const { requestId } = context
      const line = lineOf('reach_violation', 'rolled_back', context, { tool, requestId })
      await ports.audit.appendLater(line).catch(() => undefined)
      return refuse(formatRefusal(tool.name, 'out_of_service'), 'reach_violation').answer
    }
    if (error instanceof StoreUnavailable) {
      return refuse(formatRefusal(tool.name, 'out_of_service'), 'unavailable').answer
    }
    throw error
  }
}

/** A call that never reached the store changes nothing, so it is refused even without its line. */
async function refuseAudited(
  { audit }: BusinessPorts,
  grant: Grant<'mcp:business:write'>,
  call: BusinessCall,
  { outcome, message }: PrepareRefusal,
): Promise<BusinessAnswer> {
  await audit.appendLater(lineOf('tool_write', outcome, grant, call)).catch(() => undefined)
  return refuse(message, outcome).answer
}

/**
 * A write to a domain elsewhere: the key is taken and the intent audited before the call goes out,
 * and the outcome is recorded after it. The product checks the business again inside its own
 * operation.
 */
async function writeRemote(ports: BusinessPorts, call: Write): Promise<CallResult> {
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
