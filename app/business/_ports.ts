import type { OauthSettings } from '../contract/oauth.ts'
import type { Audit, Store } from '../store/port.ts'
import type { DomainServices } from './port.ts'

/** Everything that this folder is given. */
export type BusinessPorts = {
  readonly store: Store
  readonly audit: Audit
  readonly domain: DomainServices
  readonly settings: Pick<OauthSettings, 'requesterMayDecide' | 'lifetimes' | 'clients'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Unpredictable bytes. */
  readonly randomBytes: (count: number) => Uint8Array
}

/** How long a caller waits for a domain operation. */
export const CALL_MS_MAX = 10_000
