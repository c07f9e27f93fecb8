import type { JsonObject } from '../../../app/contract/json_rpc.ts'
import { EXAMPLE, REGISTRY } from './business_fixture.ts'

// How records reach a business, computed independently of the product.

/** Records of the example that reach a business. */
export function findExpectedIds(type: string, businessId: string): readonly string[] {
  return EXAMPLE.records
    .filter(
      (record) => record.type === type && findBusinessOf(record.type, record.fields) === businessId,
    )
    .map(({ id }) => id)
    .sort()
}

/** The business that the rule of a type leads a record to, if it has one. */
export function findBusinessOf(type: string, fields: JsonObject): unknown {
  const reach = REGISTRY.records.find((entry) => entry.type === type)?.reach
  if (reach === undefined || reach.rule === 'none') return undefined
  const value = fields[reach.field]
  if (reach.rule === 'column') return typeof value === 'string' ? value : undefined
  const next = EXAMPLE.records.find(({ type: of, id }) => of === reach.through && id === value)
  return next === undefined ? undefined : findBusinessOf(next.type, next.fields)
}
