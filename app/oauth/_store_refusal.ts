import type { StoreUnavailable } from '../store/port.ts'
import type { Log } from '../telemetry/log.ts'

/**
 * Logs a call that an unavailable store made fail, under a new id. The outage itself has one line
 * of level error; each call that it meets is a warning.
 */
export function logStoreRefusal(log: Log, error: StoreUnavailable, path: string): string {
  const incident = crypto.randomUUID()
  log.warn('oauth_store_unavailable', { incident, path, reason: error.message })
  return incident
}
