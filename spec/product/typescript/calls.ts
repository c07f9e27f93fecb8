import type {
  CallQuestion,
  Choice,
  Fields,
  Outcome,
  Person,
  Place,
  TargetAnswer,
  TargetQuestion,
} from './wire.ts'

/** One call of an operation, after everything that this package checks. */
export type Call = {
  readonly user: Person
  /** From the grant, never from an argument. */
  readonly place: Place
  readonly args: Fields
  readonly recordTypes: readonly string[]
  /** There when a person approved this call: do not hold it again. */
  readonly approvalId: string | undefined
}

type Operation = {
  readonly kind: 'read' | 'write'
  readonly run: (call: Call) => Outcome | Promise<Outcome>
}

export type Role = 'member' | 'approver'

/** An active business of a person, who approves held calls of it or not. */
export type Business = Choice & { readonly may_decide?: boolean }

/** What your product says; this package does the rest. */
export type Product = {
  /** Every operation that the service may call, by its name; no other exists. */
  readonly operations: Readonly<Record<string, Operation>>
  readonly recordTypes: readonly string[]
  /** The active businesses of a person, who is known by issuer and subject together. */
  readonly businesses: (user: Person) => readonly Business[] | Promise<readonly Business[]>
  /**
   * The role of a person in one active business; absent for whatever reason. It is asked at each
   * call; without it, all businesses of the person are.
   */
  readonly role?: (user: Person, place: Place) => Role | undefined | Promise<Role | undefined>
  /** Names what a write is about; without it, approvers see the id of the record. */
  readonly target?: (asked: TargetQuestion) => TargetAnswer | Promise<TargetAnswer>
}

/**
 * Idempotency keys of writes. `applyOnce` gives the first outcome again to the same key and text,
 * and a `conflict` to another text. In a database, make the key and the change one transaction.
 */
export type WriteKeys = {
  applyOnce(key: string, text: string, apply: () => Promise<Outcome>): Promise<Outcome>
}

const KEY_KEPT_MS = 24 * 60 * 60 * 1000

/** Answers calls: who may, which kind, until when, and each write once. */
export function createCalls(
  product: Product,
  clock: () => number,
  keys: WriteKeys = keepInMemory(clock),
): (asked: CallQuestion) => Promise<Outcome> {
  return async (asked) => {
    const { operation: name, context, args, kind, deadline, idempotency_key } = asked
    const { workspace_id, business_id, user } = context
    const operation = Object.hasOwn(product.operations, name) ? product.operations[name] : undefined
    if (operation === undefined) return { outcome: 'denied' }
    const place = { workspace_id, business_id }
    // Checked at every call: an archived business is out of reach whatever was granted.
    if ((await findRole(product, user, place)) === undefined) return { outcome: 'inactive' }
    if (!context.scopes.includes(`mcp:business:${operation.kind}`)) return { outcome: 'denied' }
    // A call that is declared a read changes nothing, whatever operation it names.
    if (operation.kind !== kind) return { outcome: 'denied' }
    const call = { user, place, args, recordTypes: asked.record_types }
    const run = async (): Promise<Outcome> => {
      // Once more: a write may have waited for its key, and nobody waits for a late one.
      if (clock() > deadline) return { outcome: 'unavailable' }
      return checkRecords(asked, await operation.run({ ...call, approvalId: asked.approval_id }))
    }
    if (kind === 'read' || idempotency_key === undefined) return await run()
    // A key belongs to one person in one business: the same text from elsewhere is another key.
    const owner = [workspace_id, business_id, user.issuer, user.subject]
    return await keys.applyOnce(
      JSON.stringify([...owner, idempotency_key]),
      JSON.stringify([name, args]),
      run,
    )
  }
}

/** The role of a person in a business, as the product says it now. */
export async function findRole(
  product: Product,
  user: Person,
  place: Place,
): Promise<Role | undefined> {
  if (product.role !== undefined) return await product.role(user, place)
  const found = (await product.businesses(user)).find(
    ({ workspace_id, business_id }) =>
      workspace_id === place.workspace_id && business_id === place.business_id,
  )
  if (found === undefined) return undefined
  return found.may_decide === true ? 'approver' : 'member'
}

/** A record that leads elsewhere is a fault of ours: no part of such an answer may leave. */
function checkRecords({ context, record_types }: CallQuestion, outcome: Outcome): Outcome {
  const records = 'records' in outcome ? outcome.records : []
  for (const { type, id, business_id } of records) {
    if (business_id !== context.business_id || !record_types.includes(type)) {
      throw new Error(`Cannot answer with ${type} "${id}": it is not what the call may see`)
    }
  }
  return outcome
}

function keepInMemory(clock: () => number): WriteKeys {
  type Write = { text: string; endsMs: number; outcome: Promise<Outcome> }
  const writes = new Map<string, Write>()
  let sweepsAtMs = 0
  const sweep = (nowMs: number) => {
    // Once a minute, because it looks at every key of a day.
    if (nowMs < sweepsAtMs) return
    sweepsAtMs = nowMs + 60_000
    for (const [each, { endsMs }] of writes) if (endsMs < nowMs) writes.delete(each)
  }
  return {
    applyOnce: async (key, text, apply) => {
      sweep(clock())
      const before = writes.get(key)
      if (before !== undefined) {
        if (before.text === text) return await before.outcome
        return { outcome: 'conflict', message: 'The key was used before' }
      }
      const outcome = apply()
      writes.set(key, { text, endsMs: clock() + KEY_KEPT_MS, outcome })
      // A refusal changed nothing, so the same key may be used again. After a failure nobody knows.
      if ((await outcome).outcome !== 'applied') writes.delete(key)
      return await outcome
    },
  }
}
