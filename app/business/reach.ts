import type { BusinessRegistry } from '../contract/business.ts'
import type { DomainRecord } from '../contract/domain.ts'

const STEPS_MAX = 8

/** How a type reaches a business: through these records, and at the last by a column of it. */
export type Reaching = {
  /** Each names the field of the record before it, and the type of the record it leads to. */
  readonly links: readonly { readonly field: string; readonly type: string }[]
  readonly column: string
}

/**
 * The way from a type to its business, if it has one. A type that is not listed, has rule `none`,
 * or goes in circles reaches nothing (contract 1, rule 9: fail closed).
 */
export function reachOf(registry: BusinessRegistry, type: string): Reaching | undefined {
  const links: { field: string; type: string }[] = []
  let at = type
  while (links.length <= STEPS_MAX) {
    const reach = registry.records.find((entry) => entry.type === at)?.reach
    if (reach === undefined || reach.rule === 'none') return undefined
    if (reach.rule === 'column') return { links, column: reach.field }
    links.push({ field: reach.field, type: reach.through })
    at = reach.through
  }
  return undefined
}

/** Those of the types that reach a business at all. */
export function reaching(registry: BusinessRegistry, types: readonly string[]): readonly string[] {
  return types.filter((type) => reachOf(registry, type) !== undefined)
}

/**
 * Whether every record of an answer may be shown to a grant of this business. One that may not is
 * a fault of the domain, so the answer as a whole is dropped: leaving it out would hide the fault.
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
    // The domain said whom it reaches; where the record itself says so too, both must agree.
    const own = way.links.length === 0 ? record.fields[way.column] : undefined
    return own === undefined || own === businessId
  })
}
