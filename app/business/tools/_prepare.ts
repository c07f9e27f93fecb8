import type { GrantFacts } from '../../contract/authority.ts'
import type { BusinessRegistry, BusinessTool } from '../../contract/business.ts'
import type { DomainCall, DomainContext } from '../../contract/domain.ts'
import type { JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import { memoize } from '../../contract/memo.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { readArguments } from './_arguments.ts'
import type { BusinessCall } from './_business.ts'
import { formatRefusal } from './_messages.ts'
import type { CallOutcome } from './_outcomes.ts'
import { filterReaching } from './reach.ts'

/** A call whose scope, arguments and record types are in order. */
export type PreparedCall = {
  readonly tool: BusinessTool
  readonly registry: BusinessRegistry
  readonly context: DomainContext
  /** Those of the caller, overridden by those of the registry. */
  readonly args: JsonObject
  /** The record types that the answer may hold. */
  readonly types: readonly string[]
}

export type PrepareRefusal = { readonly outcome: CallOutcome; readonly message: string }

/** The checks of a call that need no store: kind and scope, arguments, record types. */
export function prepare(
  grant: GrantFacts,
  call: BusinessCall,
  kind: BusinessTool['kind'],
): Result<PreparedCall, PrepareRefusal> {
  const { tool, registry, requestId } = call
  // A grant of the wrong scope does not compile; untyped callers are refused all the same.
  if (tool.kind !== kind || !grant.scopes.includes(tool.scope)) {
    return err({ outcome: 'scope_missing', message: formatRefusal(tool.name, 'not_available') })
  }
  const given = readArguments(tool, call.args)
  if (!given.ok) return err({ outcome: 'arguments_refused', message: given.error })
  const args = { ...given.value, ...tool.with }
  const types = typesOf(registry)(tool)
  // What the product's own API calls a type is no type of records.
  const named = tool.http === undefined ? listNamedTypes(args) : []
  if (named.some((type) => !types.includes(type))) {
    return err({
      outcome: 'type_without_reach',
      message: formatRefusal(tool.name, 'not_available'),
    })
  }
  return ok({ tool, registry, context: contextOf(grant, requestId), args, types })
}

/** Computed once for each tool of a registry: a new build brings new objects for both. */
const typesOf = memoize((registry: BusinessRegistry) =>
  memoize((tool: BusinessTool) => filterReaching(registry, tool.records)),
)

/** What a prepared call asks the domain; a write has a name by which the product knows it again. */
export function toDomainCall(
  { tool, args, types }: PreparedCall,
  clock: () => number,
  names: Pick<DomainCall, 'idempotencyKey' | 'approvalId'> = {},
): DomainCall {
  const { operation, http } = tool
  const kind = tool.kind === 'read' ? 'read' : 'write'
  const call = {
    operation,
    kind,
    args,
    records: types,
    deadline: clock() + LIMITS.domainCallMsMax,
  } as const
  return { ...call, ...names, ...(http === undefined ? {} : { http }) }
}

/** The facts of a grant and no more: whatever else the value carries stays here. */
function contextOf(grant: GrantFacts, requestId: string): DomainContext {
  const { grantId, clientId, userId, workspaceId, businessId, scopes } = grant
  return { grantId, clientId, userId, workspaceId, businessId, scopes, requestId }
}

/** Types that a call asks for by name; asking for one that reaches no business is refused. */
function listNamedTypes({ type, types }: JsonObject): readonly string[] {
  const named = Array.isArray(types) ? [type, ...types] : [type]
  return named.flatMap((each) => (each === undefined ? [] : [String(each)]))
}
