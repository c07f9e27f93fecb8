import type {
  DomainCall,
  DomainContext,
  DomainOutcome,
  DomainRecord,
  DomainTarget,
} from '../../../contract/domain.ts'
import type { DomainAnswered, DomainWireRecord } from '../../../contract/domain_wire.ts'

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
  if (!('records' in answer)) return answer
  if (!areExpected(answer.records, expected)) return undefined
  return { ...answer, records: answer.records.map(recordOf) }
}

/** What a write is about, or nothing if the product speaks of a record of another business. */
export function targetOf(
  answer: DomainAnswered<'target'>,
  businessId: string,
): DomainTarget | undefined {
  if (answer.target !== 'record') return answer.target
  return answer.business_id === businessId ? { name: answer.name } : undefined
}

/** A call that may write nothing cannot have changed anything. */
export function lostOutcomeOf(
  { scopes }: DomainContext,
  { kind }: DomainCall,
): { readonly outcome: 'unknown' | 'unavailable' } {
  const mayWrite = kind === 'write' && scopes.includes('mcp:business:write')
  return { outcome: mayWrite ? 'unknown' : 'unavailable' }
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
