import { numberIn, textIn } from '../../foundation/store/columns.ts'
import type { Sql, SqlValue, Store } from '../../foundation/store/port.ts'
import { announceCorpus } from './_corpus_events.ts'
import { type DeliveryRow, type DeliveryState, readDelivery } from './_delivery_rows.ts'
import { type HeldNotice, recordNotice } from './_notices.ts'
import { type RecordPorts, recordEvents } from './_record.ts'
import { createSender, type Sender } from './_sender.ts'
import type { EventPorts } from './port.ts'

/** Rows of one statement, so that nobody waits for it. */
const ROWS_AT_ONCE = 500

/**
 * Removes what ended long ago, and what waits for a receiver that nobody configures any more: no
 * attempt of the schedule is as late.
 */
async function pruneDeliveries(store: Store, beforeMs: number): Promise<number> {
  let removed = 0
  for (;;) {
    const some = await store.transaction((sql) =>
      sql.run(
        `DELETE FROM event_delivery WHERE name IN
          (SELECT name FROM event_delivery WHERE created < ? AND due < ? ORDER BY created LIMIT ?)`,
        ...[beforeMs, beforeMs, ROWS_AT_ONCE],
      ),
    )
    removed += some
    if (some < ROWS_AT_ONCE) return removed
  }
}

export type { DeliveryRow, DeliveryState } from './_delivery_rows.ts'
export type { EventPorts, EventSettings, Mail, PostAnswer, PostedMessage } from './port.ts'

type EventService = Sender & {
  /** Announces a build that this process serves, unless another replica did. */
  announce(
    snapshot: Parameters<typeof announceCorpus>[1],
    previous: string | undefined,
  ): Promise<boolean>
  /** Removes what is too old to be looked up; returns how much that was. */
  prune(): Promise<number>
}

export function createEvents(ports: EventPorts): EventService {
  return {
    ...createSender(ports),
    announce: (snapshot, previous) => announceCorpus(ports, snapshot, previous),
    prune: () => pruneDeliveries(ports.store, ports.clock() - ports.settings.keptMs),
  }
}

/** A decision of a person about a held call. */
type DecisionFacts = {
  readonly approvalId: string
  readonly decision: 'approved' | 'rejected'
  readonly atMs: number
}

/** What business tells as it happens, each inside its own transaction. */
export type ApprovalEvents = {
  recordHeld(sql: Sql, held: HeldNotice): Promise<void>
  recordDecided(sql: Sql, decided: DecisionFacts): Promise<void>
}

export function createApprovalEvents(ports: RecordPorts): ApprovalEvents {
  return {
    recordHeld: (sql, held) => recordNotice(ports, sql, held),
    recordDecided: (sql, { approvalId, decision, atMs }) =>
      recordEvents(ports, sql, [
        {
          occasion: 'approval.decided',
          atMs,
          facts: {
            object_id: approvalId,
            choice: decision === 'approved' ? 0 : 1,
            instant: new Date(atMs).toISOString(),
          },
        },
      ]),
  }
}

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
