import type { DomainOutcome, DomainRecord } from '../../contract/domain.ts'
import type { DomainAnswered, DomainWireRecord } from '../../contract/domain_wire.ts'

/** What the records of an answer must be: of this business, of one of these types. */
type ExpectedRecords = { readonly businessId: string; readonly types: readonly string[] }

/**
 * The outcome in a product's answer, or nothing if it holds a record that must not be there: then
 * the whole answer is in doubt, and leaving out that record would hide the fault.
 */
export function outcomeOf(
  answer: DomainAnswered<'call'>,
  expected: ExpectedRecords,
): DomainOutcome | undefined {
  switch (answer.outcome) {
    case 'records': {
      const { records, more } = answer
      if (!areExpected(records, expected)) return undefined
      return { outcome: 'records', records: records.map(recordOf), more }
    }
    case 'applied': {
      const { result, records } = answer
      if (!areExpected(records, expected)) return undefined
      return { outcome: 'applied', result, records: records.map(recordOf) }
    }
    case 'held':
    case 'inactive':
    case 'not_found':
    case 'denied':
    case 'invalid':
    case 'conflict':
    case 'unavailable':
      return answer
  }
}

function areExpected(records: readonly DomainWireRecord[], expected: ExpectedRecords): boolean {
  const { businessId, types } = expected
  return records.every(
    ({ business_id, type }) => business_id === businessId && types.includes(type),
  )
}

function recordOf({ type, id, business_id, fields }: DomainWireRecord): DomainRecord {
  return { type, id, businessId: business_id, fields }
}
