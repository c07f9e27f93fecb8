import type { Store } from '../../foundation/store/port.ts'
import { type Channel, type DeliveryRow, readDelivery } from './_delivery_rows.ts'

/** The rows of one receiver; a receiver that is slow or away holds up no other. */
export type Target = { readonly channel: Channel; readonly endpoint: string }

const DUE = `state = 'waiting' AND channel = ? AND endpoint = ? AND due <= ?`

/**
 * Takes what is due for a while, in which nobody else takes it. The oldest come first, but attempts
 * overlap and fail, so a receiver may rely on no order.
 */
export async function claimDue(
  store: Store,
  { channel, endpoint }: Target,
  given: { readonly nowMs: number; readonly leaseMs: number; readonly rowsMax: number },
): Promise<readonly DeliveryRow[]> {
  const { nowMs, leaseMs, rowsMax } = given
  const values = [channel, endpoint, nowMs] as const
  // Most looks find nothing, and need no lock for it.
  const first = await store.sql.one(
    `SELECT name FROM event_delivery WHERE ${DUE} LIMIT 1`,
    ...values,
  )
  if (first === undefined) return []
  // Two replicas take different rows, so that neither waits for the other.
  const skip = store.dialect === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : ''
  const rows = await store.transaction((sql) =>
    sql.all(
      `UPDATE event_delivery SET claim = claim + 1, due = ? WHERE name IN
        (SELECT name FROM event_delivery WHERE ${DUE} ORDER BY due, created LIMIT ?${skip})
        RETURNING *`,
      nowMs + leaseMs,
      ...values,
      rowsMax,
    ),
  )
  return rows.map(readDelivery).sort((a, b) => a.created - b.created)
}

export type AttemptEnd =
  | { readonly end: 'delivered'; readonly status?: number | undefined }
  /** The call is decided, so nobody needs to hear that it waits. */
  | { readonly end: 'dropped' }
  | { readonly end: 'dead'; readonly status?: number | undefined; readonly reason: string }
  | {
      readonly end: 'waiting'
      readonly due: number
      readonly status?: number | undefined
      readonly reason: string
    }

/**
 * Records how an attempt ended. A failure counts only for whoever still holds the row; a success is
 * one, even after the row was taken again.
 */
export async function settleDelivery(
  store: Store,
  { name, claim }: DeliveryRow,
  ended: AttemptEnd,
  nowMs: number,
): Promise<boolean> {
  const guard = ended.end === 'delivered' ? `state <> 'delivered'` : `state = 'waiting'`
  const changed = await store.transaction((sql) =>
    sql.run(
      `UPDATE event_delivery SET state = ?, attempts = attempts + 1, due = ?, ended = ?,
        status = ?, reason = ?
        WHERE name = ? AND ${guard} AND (claim = ? OR ? = 'delivered')`,
      ended.end,
      ended.end === 'waiting' ? ended.due : nowMs,
      ended.end === 'waiting' ? null : nowMs,
      ('status' in ended ? ended.status : undefined) ?? null,
      'reason' in ended ? ended.reason : null,
      name,
      claim,
      ended.end,
    ),
  )
  return changed === 1
}
