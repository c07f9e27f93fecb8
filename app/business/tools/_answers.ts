import type { BusinessTool } from '../../contract/business.ts'
import type { DomainOutcome, DomainRecord } from '../../contract/domain.ts'
import type { BusinessAnswer } from './_business.ts'
import { cleanObject, cleanRecord } from './_cleaning.ts'
import {
  formatArgumentRefused,
  formatOutcomeUnknown,
  formatRefusal,
  formatTooLarge,
} from './_messages.ts'
import type { CallOutcome, DomainCallOutcome } from './_outcomes.ts'
import type { PreparedCall } from './_prepare.ts'
import { allReach } from './reach.ts'

/** The answer to a call, and the outcome that the audit keeps. */
export type CallResult<Outcome extends CallOutcome = CallOutcome> = {
  readonly answer: BusinessAnswer
  readonly outcome: Outcome
}

export function refuse<Outcome extends CallOutcome>(
  message: string,
  outcome: Outcome,
): CallResult<Outcome> {
  return { answer: { answer: 'refused', message }, outcome }
}

/** Outcomes that answer the caller at once; approvals handle `held`. */
type FinalOutcome = Exclude<DomainOutcome, { readonly outcome: 'held' }>

/** Turns a domain outcome into our own answer; no text of the domain reaches the caller. */
export function toCallResult(
  outcome: FinalOutcome,
  call: PreparedCall,
  hasKey: boolean,
): CallResult<DomainCallOutcome> {
  const { tool } = call
  switch (outcome.outcome) {
    case 'records':
    case 'applied':
      return checkRecords(outcome, call)
    case 'inactive':
    case 'not_found':
    case 'denied':
      return refuse(formatRefusal(tool.name, 'not_available'), outcome.outcome)
    case 'invalid':
      return refuse(formatArgumentRefused(tool.name, findDeclared(tool, outcome.field)), 'invalid')
    case 'conflict':
      return refuse(formatRefusal(tool.name, 'conflict'), 'conflict')
    case 'unavailable':
    case 'unknown': {
      const message = formatRefusal(tool.name, 'out_of_service')
      // The adapter dropped the answer; the audit records why.
      if (outcome.foreignRecord) return refuse(message, 'reach_violation')
      return outcome.outcome === 'unavailable' || tool.kind === 'read'
        ? refuse(message, 'unavailable')
        : refuse(formatOutcomeUnknown(tool.name, hasKey), 'unknown')
    }
  }
}

/** A field name from the domain is repeated only if the tool's schema declares it. */
function findDeclared(tool: BusinessTool, field: string): string | undefined {
  const { properties } = tool.input_schema
  const names = typeof properties === 'object' && properties !== null ? properties : {}
  return Object.hasOwn(names, field) ? field : undefined
}

type OutcomeWithRecords = Extract<DomainOutcome, { readonly outcome: 'records' | 'applied' }>

/** Checks every record again here, whatever the domain checked (contract 1, rule 9). */
function checkRecords(
  outcome: OutcomeWithRecords,
  { tool, registry, types, context }: PreparedCall,
): CallResult<DomainCallOutcome> {
  const { businessId } = context
  if (!allReach(outcome.records, { registry, types, businessId })) {
    return refuse(formatRefusal(tool.name, 'out_of_service'), 'reach_violation')
  }
  // A read tool that changes something, or a write tool that only reads, is a domain fault.
  if ((tool.kind === 'read') !== (outcome.outcome === 'records')) {
    return refuse(formatRefusal(tool.name, 'out_of_service'), 'unavailable')
  }
  const records = outcome.records.map(cleanRecord)
  const fitting = fitRecords(records, tool.result_bytes_max)
  if (outcome.outcome === 'applied') {
    const cleaned = cleanObject(outcome.result)
    // The change has been made; an answer that is too large only says less about it.
    const result = countBytes(cleaned) <= tool.result_bytes_max ? cleaned : {}
    return { answer: { answer: 'applied', result, records: fitting }, outcome: 'applied' }
  }
  if (fitting.length === 0 && records.length > 0) {
    return refuse(formatTooLarge(tool.name), 'too_large')
  }
  const more = outcome.more || fitting.length < records.length
  return { answer: { answer: 'records', records: fitting, more }, outcome: 'records' }
}

/** As many records, from the first on, as an answer may hold. */
function fitRecords(records: readonly DomainRecord[], bytesMax: number): readonly DomainRecord[] {
  let bytes = 0
  const end = records.findIndex((record) => {
    bytes += countBytes(record)
    return bytes > bytesMax
  })
  return end === -1 ? records : records.slice(0, end)
}

const utf8 = new TextEncoder()

function countBytes(value: unknown): number {
  return utf8.encode(JSON.stringify(value)).length
}
