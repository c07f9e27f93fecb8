import type { Sql } from '../../foundation/store/port.ts'
import { type HeldNotice, recordNotice } from './_notices.ts'
import { type RecordPorts, recordEvents } from './_record.ts'

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
