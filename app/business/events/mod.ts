import type { Sql, Store } from '../../foundation/store/port.ts'
import { announceCorpus } from './_corpus_events.ts'
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
export {
  countDeliveries,
  type DeliveryChoice,
  listDeliveries,
  resendDeliveries,
} from './_operator.ts'
export type {
  ApproverChannels,
  Endpoint,
  EventPorts,
  EventSettings,
  Mail,
  PostAnswer,
  PostedMessage,
} from './port.ts'

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
