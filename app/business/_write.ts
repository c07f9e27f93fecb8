import type { Grant } from '../contract/authority.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../contract/business.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { StoreUnavailable } from '../store/port.ts'
import { refused, type Told } from './_answers.ts'
import { lineOf } from './_audit_lines.ts'
import { type ArgumentsDigest, canonical, digestOf } from './_digests.ts'
import type { BusinessAnswer } from './_office.ts'
import type { BusinessPorts } from './_ports.ts'
import { type Asked, type Prepared, prepare } from './_prepare.ts'
import { keyMissing, keyNotTaken, keyUnreadable, outOfOrder } from './_sentences.ts'
import { writeAfar } from './_write_afar.ts'
import { ReachBroken, writeHere } from './_write_here.ts'
import type { Write } from './_write_steps.ts'

export type AskedWrite = Asked & { readonly idempotencyKey: string | undefined }

/** Makes a private write: once under its key, held where policy says so, audited or not at all. */
export async function write(
  ports: BusinessPorts,
  digest: ArgumentsDigest,
  grant: Grant<'mcp:business:write'>,
  asked: AskedWrite,
): Promise<BusinessAnswer> {
  const prepared = prepare(grant, asked, 'write')
  const message = prepared.ok ? keyProblem(asked) : prepared.error.message
  if (!prepared.ok || message !== undefined) {
    const outcome = prepared.ok ? 'key_refused' : prepared.error.outcome
    await note(ports, grant, asked, outcome)
    return refused(message ?? '', outcome).answer
  }
  const told = await make(ports, await identified(prepared.value, asked, digest))
  return told.ok ? told.value.answer : refused(outOfOrder(asked.tool.name), told.error).answer
}

function keyProblem({ tool, idempotencyKey: key }: AskedWrite): string | undefined {
  if (key === undefined) {
    return tool.idempotency === 'required' ? keyMissing(tool.name) : undefined
  }
  if (tool.idempotency === 'none') return keyNotTaken(tool.name)
  return IDEMPOTENCY_KEY_PATTERN.test(key) ? undefined : keyUnreadable(tool.name)
}

/** Digests are made before any transaction begins: it must not wait for anything but the store. */
async function identified(
  call: Prepared,
  { idempotencyKey: key }: AskedWrite,
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

export function argsHashOf({ tool, args }: Pick<Prepared, 'tool' | 'args'>): Uint8Array {
  return digestOf(tool.name, canonical(args))
}

async function make(ports: BusinessPorts, call: Write): Promise<Result<Told, string>> {
  const { within } = ports.domain
  try {
    return ok(
      within === undefined ? await writeAfar(ports, call) : await writeHere(ports, within, call),
    )
  } catch (error) {
    if (error instanceof StoreUnavailable) return err('unavailable')
    if (!(error instanceof ReachBroken)) throw error
    const line = lineOf('reach_violation', 'rolled_back', call.context, {
      tool: call.tool,
      requestId: call.context.requestId,
    })
    await ports.audit.later(line).catch(() => undefined)
    return err('reach_violation')
  }
}

/** A call that never came to the store changes nothing, so it is refused even without its line. */
async function note(
  { audit }: BusinessPorts,
  grant: Grant<'mcp:business:write'>,
  asked: AskedWrite,
  outcome: string,
): Promise<void> {
  await audit.later(lineOf('tool_write', outcome, grant, asked)).catch(() => undefined)
}
