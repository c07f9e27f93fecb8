import { type BusinessRegistry, REACH_STEPS_MAX } from '../../contract/business.ts'
import type { DomainRecord } from '../../contract/domain.ts'

/** How a type reaches a business: over these links, and finally through a column. */
export type ReachPath = {
  /** Each names a field of the previous record, and the type of the record it leads to. */
  readonly links: readonly { readonly field: string; readonly type: string }[]
  readonly column: string
}

/**
 * The path from a type to its business, if it has one. A type that is not listed, has the rule
 * `none` or leads in a circle reaches nothing (contract 1, rule 9: fail closed).
 */
export function reachOf(registry: BusinessRegistry, type: string): ReachPath | undefined {
  const links: { field: string; type: string }[] = []
  let at = type
  while (links.length <= REACH_STEPS_MAX) {
    const reach = registry.records.find((entry) => entry.type === at)?.reach
    if (reach === undefined || reach.rule === 'none') return undefined
    if (reach.rule === 'column') return { links, column: reach.field }
    links.push({ field: reach.field, type: reach.through })
    at = reach.through
  }
  return undefined
}

/** The types that reach a business at all. */
export function filterReaching(
  registry: BusinessRegistry,
  types: readonly string[],
): readonly string[] {
  return types.filter((type) => reachOf(registry, type) !== undefined)
}

/**
 * Whether every record of an answer may be shown to a grant of this business. One that may not is a
 * domain fault, so the whole answer is dropped: leaving out the record would hide the fault.
 */
export function allReach(
  records: readonly DomainRecord[],
  expected: {
    readonly registry: BusinessRegistry
    readonly types: readonly string[]
    readonly businessId: string
  },
): boolean {
  const { registry, types, businessId } = expected
  return records.every((record) => {
    if (!types.includes(record.type) || record.businessId !== businessId) return false
    const way = reachOf(registry, record.type)
    if (way === undefined) return false
    // The domain names the business; where the record names it too, both must agree.
    const own = way.links.length === 0 ? record.fields[way.column] : undefined
    return own === undefined || own === businessId
  })
}
