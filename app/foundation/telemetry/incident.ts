import type { Log, LogFields } from './log.ts'

/**
 * Logs a throw under a new id and gives the id. A throw is a bug: the client gets the id to quote,
 * the log gets the reason under it.
 */
export function logIncident(
  log: Log,
  event: string,
  error: unknown,
  fields: LogFields = {},
  idField: 'id' | 'incident' = 'incident',
): string {
  const id = crypto.randomUUID()
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.error(event, { [idField]: id, ...fields, reason })
  return id
}
