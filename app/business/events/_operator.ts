import { numberIn, textIn } from '../../foundation/store/columns.ts'
import type { Sql, SqlValue } from '../../foundation/store/port.ts'
import { type DeliveryRow, type DeliveryState, readDelivery } from './_delivery_rows.ts'

/** Which deliveries: what is given must match. */
export type DeliveryChoice = {
  readonly state?: DeliveryState | undefined
  readonly endpoint?: string | undefined
  readonly id?: string | undefined
}

/** Lines that a person reads at once. */
const ROWS_MAX = 1000

function conditionOf(choice: DeliveryChoice): {
  readonly text: string
  readonly values: readonly SqlValue[]
} {
  const parts = Object.entries(choice).filter(([, value]) => value !== undefined)
  return {
    text: ['1 = 1', ...parts.map(([column]) => `${column} = ?`)].join(' AND '),
    values: parts.map(([, value]) => value ?? null),
  }
}

/** The deliveries of a choice, newest first, a thousand at most. */
export async function listDeliveries(
  sql: Sql,
  choice: DeliveryChoice,
): Promise<readonly DeliveryRow[]> {
  const { text, values } = conditionOf(choice)
  const rows = await sql.all(
    `SELECT * FROM event_delivery WHERE ${text} ORDER BY created DESC, name LIMIT ?`,
    ...values,
    ROWS_MAX,
  )
  return rows.map(readDelivery)
}

/** Makes ended deliveries due again under the same id, with all attempts before them. */
export async function resendDeliveries(
  sql: Sql,
  choice: DeliveryChoice,
  nowMs: number,
): Promise<number> {
  const { text, values } = conditionOf(choice)
  return await sql.run(
    `UPDATE event_delivery SET state = 'waiting', attempts = 0, claim = claim + 1, due = ?,
      ended = NULL WHERE ${text} AND state <> 'waiting'`,
    nowMs,
    ...values,
  )
}

export async function countDeliveries(
  sql: Sql,
): Promise<Readonly<Record<'waiting' | 'dead', number>>> {
  const rows = await sql.all(
    `SELECT state, CAST(count(*) AS INTEGER) AS deliveries FROM event_delivery
      WHERE state IN ('waiting', 'dead') GROUP BY state`,
  )
  const counts = new Map(rows.map((row) => [textIn(row, 'state'), numberIn(row, 'deliveries')]))
  return { waiting: counts.get('waiting') ?? 0, dead: counts.get('dead') ?? 0 }
}
