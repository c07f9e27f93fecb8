import type { BusinessRegistry } from '../../contract/business.ts'
import type { DomainCall, DomainContext, DomainOutcome } from '../../contract/domain.ts'
import { type Sql, type Store, StoreUnavailable } from '../../store/port.ts'
import type { DomainServices } from '../port.ts'
import { getRecord, listRecords, searchRecords } from './_embedded_reads.ts'
import type { Desk } from './_embedded_records.ts'
import { businessesOf, lockedStanding, mayDecide, standing } from './_embedded_standing.ts'
import { createRecord, type Making, updateRecord } from './_embedded_writes.ts'

export { type BusinessState, endMembership, setBusinessState } from './_embedded_changes.ts'
export { seedExample } from './_embedded_seed.ts'

const READS = {
  'record.get': getRecord,
  'record.list': listRecords,
  'record.search': searchRecords,
} as const

const WRITES = { 'record.create': createRecord, 'record.update': updateRecord } as const

/** What the embedded domain can do; a registry binds its tools to these. */
export const EMBEDDED_OPERATIONS: readonly string[] = [
  ...Object.keys(READS),
  ...Object.keys(WRITES),
]

/**
 * The example workspace, in our own store: a product in small that shows what a domain service has
 * to look at. Each operation finds business, membership and reach out for itself.
 */
export function createEmbedded(
  store: Store,
  ports: Making & { readonly registry: () => BusinessRegistry },
): DomainServices {
  const { dialect, sql, transaction } = store
  const { registry } = ports
  const deskOn = (on: Sql): Desk => ({ sql: on, dialect, registry: registry() })
  const inside = (on: Sql): ReturnType<NonNullable<DomainServices['within']>> => ({
    standing: (who) => lockedStanding(on, dialect, who),
    mayDecide: (who) => mayDecide(on, who),
    call: (context, call) => called(deskOn(on), context, call, ports),
  })
  return {
    describe: async () => ({
      operations: EMBEDDED_OPERATIONS,
      recordTypes: registry().records.map(({ type }) => type),
    }),
    businessesOf: (userId) => businessesOf(sql, userId),
    standing: (who) => orUnavailable(standing(sql, who)),
    mayDecide: (who) => mayDecide(sql, who),
    call: (context, call) =>
      call.kind === 'read'
        ? called(deskOn(sql), context, call, ports)
        : transaction((on) => inside(on).call(context, call)),
    within: inside,
  }
}

async function called(
  desk: Desk,
  context: DomainContext,
  call: DomainCall,
  making: Making,
): Promise<DomainOutcome> {
  const { operation, kind } = call
  const scope = kind === 'read' ? 'mcp:business:read' : 'mcp:business:write'
  if (!context.scopes.includes(scope)) return { outcome: 'denied' }
  const reads: Readonly<Record<string, (typeof READS)[keyof typeof READS]>> = READS
  const writes: Readonly<Record<string, (typeof WRITES)[keyof typeof WRITES]>> = WRITES
  const reading = kind === 'read' && Object.hasOwn(reads, operation) ? reads[operation] : undefined
  if (reading !== undefined) return await reading(desk, context, call)
  const writing =
    kind === 'write' && Object.hasOwn(writes, operation) ? writes[operation] : undefined
  if (writing === undefined) return { outcome: 'denied' }
  // Held for the rest of the transaction, whoever began it.
  if ((await lockedStanding(desk.sql, desk.dialect, context)) !== 'active') {
    return { outcome: 'inactive' }
  }
  return await writing(desk, context, call, making)
}

async function orUnavailable<State>(state: Promise<State>): Promise<State | 'unavailable'> {
  try {
    return await state
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unavailable'
    throw error
  }
}
