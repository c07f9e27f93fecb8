import type { EventsEntry } from './registry.ts'
import {
  type EnvelopePart,
  EVENT_OCCASIONS,
  type EventFieldKind,
  type EventOccasion,
  type EventTypeEntry,
} from './registry_events.ts'

/** What happened, by what a field can hold; a `choice` is the place of its value in the list. */
export type EventFacts = Readonly<Partial<Record<EventFieldKind, unknown>>>

const PAGE_FACTS = ['page_record', 'page_id', 'page_url', 'page_title', 'instant'] as const

/** What each occasion can fill a field with. */
export const OCCASION_FACTS: Readonly<Record<EventOccasion, readonly EventFieldKind[]>> = {
  'corpus.published': ['version', 'instant', 'page_count'],
  'page.added': PAGE_FACTS,
  'page.updated': PAGE_FACTS,
  'page.removed': ['page_id', 'page_url', 'page_title', 'instant'],
  'capability.status_changed': [
    ...(['capability_id', 'capability_title', 'status', 'status_before', 'instant'] as const),
  ],
  'approval.decided': ['object_id', 'choice', 'instant'],
}

/** When an event type is sent; undefined for one that is described alone. */
export function findOccasion({
  when,
  type,
}: {
  readonly type: string
  readonly when?: EventOccasion | undefined
}): EventOccasion | undefined {
  return when ?? EVENT_OCCASIONS.find((occasion) => occasion === type)
}

/** The event type of an occasion, where the registry has one. */
export function findEventType(
  { types }: EventsEntry,
  occasion: EventOccasion,
): EventTypeEntry | undefined {
  return types.find((entry) => findOccasion(entry) === occasion)
}

/** The body of an event: the envelope, under the names that the registry gives its parts. */
export function composeEnvelope(
  { envelope }: EventsEntry,
  parts: Readonly<Record<EnvelopePart, unknown>>,
): string {
  return JSON.stringify(
    Object.fromEntries(envelope.fields.map(({ name, holds }) => [name, parts[holds]])),
  )
}

/** The body of an event with its data, which stays the same however often it is sent. */
export function composeEvent(
  events: EventsEntry,
  entry: EventTypeEntry,
  {
    id,
    instant,
    facts,
  }: { readonly id: string; readonly instant: string; readonly facts: EventFacts },
): string {
  const data = entry.data.map(({ name, holds, values }) => {
    const fact = facts[holds]
    return [name, holds === 'choice' ? values?.[Number(fact)] : fact]
  })
  return composeEnvelope(events, {
    delivery_id: id,
    event_type: entry.type,
    instant,
    data: Object.fromEntries(data),
  })
}
