import type { GrantFacts } from '../contract/authority.ts'
import type { BusinessRegistry, BusinessTool } from '../contract/business.ts'
import type { DomainContext } from '../contract/domain.ts'
import type { JsonObject } from '../contract/json_rpc.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { readArguments } from './_arguments.ts'
import { notAvailable } from './_sentences.ts'
import { reaching } from './reach.ts'

/** A call of a private tool, as a window hands it in. */
export type Asked = {
  readonly tool: BusinessTool
  readonly registry: BusinessRegistry
  readonly args: unknown
  readonly requestId: string
}

/** A call whose scope, arguments and record types are in order. */
export type Prepared = {
  readonly tool: BusinessTool
  readonly registry: BusinessRegistry
  readonly context: DomainContext
  /** Those of the caller with those of the registry laid over them. */
  readonly args: JsonObject
  /** The record types that the answer may hold. */
  readonly types: readonly string[]
}

export type Unprepared = { readonly outcome: string; readonly message: string }

/** The steps of a call that need no store: kind and scope, arguments, record types. */
export function prepare(
  grant: GrantFacts,
  asked: Asked,
  kind: BusinessTool['kind'],
): Result<Prepared, Unprepared> {
  const { tool, registry, requestId } = asked
  // A grant of the wrong scope does not compile; what is not typed is refused all the same.
  if (tool.kind !== kind || !grant.scopes.includes(tool.scope)) {
    return err({ outcome: 'scope_missing', message: notAvailable(tool.name) })
  }
  const given = readArguments(tool, asked.args)
  if (!given.ok) return err({ outcome: 'arguments_refused', message: given.error })
  const args = { ...given.value, ...tool.with }
  const types = typesOf(registry, tool)
  if (namedTypes(args).some((type) => !types.includes(type))) {
    return err({ outcome: 'type_without_reach', message: notAvailable(tool.name) })
  }
  return ok({ tool, registry, context: contextOf(grant, requestId), args, types })
}

/** Made once for a tool of a registry: both are new when a build brings another. */
const reachingTypes = new WeakMap<BusinessRegistry, Map<BusinessTool, readonly string[]>>()

function typesOf(registry: BusinessRegistry, tool: BusinessTool): readonly string[] {
  const ofTools = reachingTypes.get(registry) ?? new Map<BusinessTool, readonly string[]>()
  const types = ofTools.get(tool) ?? reaching(registry, tool.records)
  reachingTypes.set(registry, ofTools.set(tool, types))
  return types
}

/** The facts of a grant and no more: whatever else the value carries stays here. */
export function contextOf(grant: GrantFacts, requestId: string): DomainContext {
  const { grantId, clientId, userId, workspaceId, businessId, scopes } = grant
  return { grantId, clientId, userId, workspaceId, businessId, scopes, requestId }
}

/** Types that a call asks for by name; one that reaches no business is asked for in vain. */
function namedTypes({ type, types }: JsonObject): readonly string[] {
  const named = Array.isArray(types) ? [type, ...types] : [type]
  return named.flatMap((each) => (each === undefined ? [] : [String(each)]))
}
