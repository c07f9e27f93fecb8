import { numberIn, numberOrNone, textIn, textOrNone } from '../../foundation/store/columns.ts'
import type { Sql, SqlRow, SqlValue } from '../../foundation/store/port.ts'

/** What a row is: an event, word for approvers by their webhook, or by mail. */
export type Channel = 'event' | 'notice' | 'mail'

export type DeliveryState = 'waiting' | 'delivered' | 'dead' | 'dropped'

export type DeliveryRow = {
  readonly name: string
  readonly id: string
  readonly channel: Channel
  /** The name of an endpoint, or an address for mail. */
  readonly endpoint: string
  readonly type: string
  readonly body: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly claim: number
  readonly due: number
  readonly created: number
  readonly ended: number | undefined
  readonly status: number | undefined
  readonly reason: string | undefined
}

type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'channel' | 'endpoint' | 'type' | 'body' | 'due' | 'created'
>

/** Rows of one statement: a deploy may change thousands of pages. */
const ROWS_AT_ONCE = 25

/** Adds rows inside the transaction of what happened. */
export async function insertDeliveries(sql: Sql, rows: readonly NewDelivery[]): Promise<void> {
  const whole = rows.length - (rows.length % ROWS_AT_ONCE)
  for (let at = 0; at < whole; at += ROWS_AT_ONCE) {
    await insert(sql, rows.slice(at, at + ROWS_AT_ONCE))
  }
  for (const row of rows.slice(whole)) await insert(sql, [row])
}

const VALUES = `(?, ?, ?, ?, ?, ?, 'waiting', 0, 0, ?, ?)`

async function insert(sql: Sql, rows: readonly NewDelivery[]): Promise<void> {
  const values = rows.flatMap(({ id, channel, endpoint, type, body, due, created }): SqlValue[] => [
    `${channel} ${endpoint} ${id}`,
    ...[id, channel, endpoint, type, body, due, created],
  ])
  await sql.run(
    `INSERT INTO event_delivery (name, id, channel, endpoint, type, body, state, attempts, claim,
      due, created) VALUES ${rows.map(() => VALUES).join(', ')}`,
    ...values,
  )
}

export function readDelivery(row: SqlRow): DeliveryRow {
  return {
    name: textIn(row, 'name'),
    id: textIn(row, 'id'),
    // The schema lists the values of this column: they are those of the type.
    channel: textIn(row, 'channel') as Channel,
    // The same holds for this one.
    state: textIn(row, 'state') as DeliveryState,
    endpoint: textIn(row, 'endpoint'),
    type: textIn(row, 'type'),
    body: textIn(row, 'body'),
    attempts: numberIn(row, 'attempts'),
    claim: numberIn(row, 'claim'),
    due: numberIn(row, 'due'),
    created: numberIn(row, 'created'),
    ended: numberOrNone(row, 'ended'),
    status: numberOrNone(row, 'status'),
    reason: textOrNone(row, 'reason'),
  }
}
