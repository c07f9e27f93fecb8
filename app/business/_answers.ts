import type { BusinessTool } from '../contract/business.ts'
import type { DomainOutcome, DomainRecord } from '../contract/domain.ts'
import { cleanObject, cleanRecord } from './_cleaning.ts'
import type { BusinessAnswer } from './_office.ts'
import type { Prepared } from './_prepare.ts'
import {
  argumentRefused,
  inConflict,
  notAvailable,
  outcomeUnknown,
  outOfOrder,
  tooLarge,
} from './_sentences.ts'
import { allReach } from './reach.ts'

/** A record came that must not: its own event of the audit. */
const VIOLATION = 'reach_violation'

/** An answer, and the word that the audit keeps of it. */
export type Told = { readonly answer: BusinessAnswer; readonly outcome: string }

export function refused(message: string, outcome: string): Told {
  return { answer: { answer: 'refused', message }, outcome }
}

/** Outcomes that answer the caller at once; `held` is for the approvals. */
type Final = Exclude<DomainOutcome, { readonly outcome: 'held' }>

/** What the domain said, in the words of the back office; none of the domain's sentences pass. */
export function toldOf(outcome: Final, call: Prepared, hasKey: boolean): Told {
  const { tool } = call
  switch (outcome.outcome) {
    case 'records':
    case 'applied':
      return recordsOf(outcome, call)
    case 'inactive':
    case 'not_found':
    case 'denied':
      return refused(notAvailable(tool.name), outcome.outcome)
    case 'invalid':
      return refused(argumentRefused(tool.name, declared(tool, outcome.field)), 'invalid')
    case 'conflict':
      return refused(inConflict(tool.name), 'conflict')
    case 'unavailable':
      return refused(outOfOrder(tool.name), outcome.foreignRecord ? VIOLATION : 'unavailable')
    case 'unknown':
      // The adapter dropped the answer; that it had to is kept in the audit.
      if (outcome.foreignRecord) return refused(outOfOrder(tool.name), VIOLATION)
      return tool.kind === 'read'
        ? refused(outOfOrder(tool.name), 'unavailable')
        : refused(outcomeUnknown(tool.name, hasKey), 'unknown')
  }
}

/** A name that the domain gives is only repeated where the schema declares it. */
function declared(tool: BusinessTool, field: string): string | undefined {
  const { properties } = tool.input_schema
  const names = typeof properties === 'object' && properties !== null ? properties : {}
  return Object.hasOwn(names, field) ? field : undefined
}

type WithRecords = Extract<DomainOutcome, { readonly outcome: 'records' | 'applied' }>

/** Every record is checked again here, whatever the domain checked (contract 1, rule 9). */
function recordsOf(outcome: WithRecords, { tool, registry, types, context }: Prepared): Told {
  const { businessId } = context
  if (!allReach(outcome.records, { registry, types, businessId })) {
    return refused(outOfOrder(tool.name), VIOLATION)
  }
  // A read tool that changes something, or a write tool that only reads, is a fault of the domain.
  if ((tool.kind === 'read') !== (outcome.outcome === 'records')) {
    return refused(outOfOrder(tool.name), 'unavailable')
  }
  const records = outcome.records.map(cleanRecord)
  const fitting = fit(records, tool.result_bytes_max)
  if (outcome.outcome === 'applied') {
    const result = cleanObject(outcome.result)
    // What was applied stays applied; an answer that is too large only tells less.
    const told = byteLength(result) <= tool.result_bytes_max ? result : {}
    return { answer: { answer: 'applied', result: told, records: fitting }, outcome: 'applied' }
  }
  if (fitting.length === 0 && records.length > 0) return refused(tooLarge(tool.name), 'too_large')
  const more = outcome.more || fitting.length < records.length
  return { answer: { answer: 'records', records: fitting, more }, outcome: 'records' }
}

/** As many records from the first on as an answer may hold. */
function fit(records: readonly DomainRecord[], bytesMax: number): readonly DomainRecord[] {
  let bytes = 0
  const end = records.findIndex((record) => {
    bytes += byteLength(record)
    return bytes > bytesMax
  })
  return end === -1 ? records : records.slice(0, end)
}

const utf8 = new TextEncoder()

function byteLength(value: unknown): number {
  return utf8.encode(JSON.stringify(value)).length
}
