import type { OauthSettings } from '../../contract/oauth.ts'
import type { Audit, Sql, Store } from '../../foundation/store/port.ts'
import type { DomainServices } from './port.ts'

/** Hears of held calls inside the transaction of each, so that neither exists without the other. */
type ApprovalEvents = {
  recordHeld(
    sql: Sql,
    held: {
      readonly approvalId: string
      readonly businessId: string
      readonly tool: string
      readonly toolTitle: string
      readonly endsMs: number
    },
  ): Promise<void>
  recordDecided(
    sql: Sql,
    decided: {
      readonly approvalId: string
      readonly decision: 'approved' | 'rejected'
      readonly atMs: number
    },
  ): Promise<void>
}

export type BusinessPorts = {
  readonly store: Store
  readonly audit: Audit
  readonly domain: DomainServices
  readonly settings: Pick<OauthSettings, 'requesterMayDecide' | 'lifetimes' | 'clients'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Unpredictable bytes. */
  readonly randomBytes: (count: number) => Uint8Array
  /** Absent where nobody is told. */
  readonly events?: ApprovalEvents | undefined
}
