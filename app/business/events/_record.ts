import { composeEvent, type EventFacts, findEventType } from '../../contract/event_delivery.ts'
import { newId } from '../../contract/ids.ts'
import type { EventOccasion } from '../../contract/registry_events.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { insertDeliveries } from './_delivery_rows.ts'
import type { EventPorts } from './port.ts'

export type RecordPorts = Pick<
  EventPorts,
  'settings' | 'events' | 'clock' | 'randomBytes' | 'title' | 'baseUrl'
>

/** Something that happened, with the instant at which it did. */
export type Occurrence = {
  readonly occasion: EventOccasion
  readonly atMs: number
  readonly facts: EventFacts
}

/**
 * Writes an event for each endpoint that wants it, in the transaction of what happened: there is no
 * moment in which one of the two could be lost. One event has one id for all of its receivers.
 */
export async function recordEvents(
  { settings, events, clock, randomBytes }: RecordPorts,
  sql: Sql,
  occurrences: readonly Occurrence[],
): Promise<void> {
  const entry = events()
  const created = clock()
  const due = created + (entry.retry.schedule_seconds[0] ?? 0) * 1000
  const rows = occurrences.flatMap(({ occasion, atMs, facts }) => {
    const type = findEventType(entry, occasion)
    if (type === undefined) return []
    const receivers = settings.endpoints.filter(
      ({ types }) => types === undefined || types.includes(type.type),
    )
    if (receivers.length === 0) return []
    const id = newId('evt_', randomBytes)
    const instant = new Date(atMs).toISOString()
    const body = composeEvent(entry, type, { id, instant, facts })
    return receivers.map(({ name }) => ({
      ...({ id, channel: 'event', endpoint: name, type: type.type, body, due, created } as const),
    }))
  })
  await insertDeliveries(sql, rows)
}
