import { type Static, Type } from '@sinclair/typebox'
import {
  COUNTS,
  closed,
  exactly,
  identifier,
  line,
  oneOf,
  patternText,
  text,
} from './registry_words.ts'

/** The parts of the one envelope; a deployment names them (contract 6, rule 3). */
export const ENVELOPE_PARTS = ['delivery_id', 'event_type', 'instant', 'data'] as const
export type EnvelopePart = (typeof ENVELOPE_PARTS)[number]

/** What a field of an event can hold: each has one schema and a real value of the corpus. */
const EVENT_FIELD_KINDS = [
  'version',
  'instant',
  'page_count',
  'page_record',
  'page_id',
  'page_url',
  'page_title',
  'status',
  'status_before',
  'capability_id',
  'capability_title',
  'object_id',
  'choice',
] as const
export type EventFieldKind = (typeof EVENT_FIELD_KINDS)[number]

/** What can happen; a deployment may name the event type of each differently. */
export const EVENT_OCCASIONS = [
  'corpus.published',
  'page.added',
  'page.updated',
  'page.removed',
  'capability.status_changed',
  'approval.decided',
] as const
export type EventOccasion = (typeof EVENT_OCCASIONS)[number]

const headerName = patternText('^X-[A-Za-z0-9-]+$', 'a header name that begins with X-')

const EventFieldSchema = Type.Object(
  {
    name: identifier,
    holds: oneOf(EVENT_FIELD_KINDS),
    description: text,
    /** Of an `object_id`: what stands before its 22 base62 characters. */
    prefix: Type.Optional(patternText('^[a-z]+_$', 'a prefix such as appr_')),
    /** Of a `choice`. */
    values: Type.Optional(Type.Array(identifier, { minItems: 2 })),
  },
  closed,
)

const EventTypeSchema = Type.Object(
  {
    type: patternText(
      '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*$',
      'lower-case words joined by dots, such as page.added',
    ),
    title: line,
    description: text,
    /** When it is sent; needed only where the type has a name of its own. */
    when: Type.Optional(oneOf(EVENT_OCCASIONS)),
    data: Type.Array(EventFieldSchema, { minItems: 1 }),
  },
  closed,
)

const SignatureSchema = Type.Object(
  {
    header: patternText(
      '^X-[A-Za-z0-9]+(-[A-Za-z0-9]+)*-Signature$',
      'a header of the form X-Service-Signature',
    ),
    id_header: headerName,
    timestamp_header: headerName,
    algorithm: oneOf(['HMAC-SHA256']),
    secret_prefix: patternText('^[a-z][a-z0-9]*_$', 'a prefix such as whsec_'),
    signed_content: patternText('^[^\\s]+$', 'a text such as {id}.{timestamp}.{body}'),
    value_format: patternText('^[^\\s]+$', 'a text such as v1,{signature}'),
    tolerance_seconds: Type.Integer({ minimum: 1 }),
  },
  closed,
)

// A redirection is no success: a sender follows none, so it would count as one that was not.
const successStatus = Type.Integer({ minimum: 200, maximum: 299 })

/** Everything a receiver must know about outbound events; all of it is data (open points 6). */
export const EventsSchema = Type.Object(
  {
    channel: Type.Object({ id: identifier, title: line, description: text }, closed),
    envelope: Type.Object(
      {
        title: line,
        description: text,
        fields: exactly(
          ENVELOPE_PARTS.length,
          Type.Object(
            { name: identifier, holds: oneOf(ENVELOPE_PARTS), description: text },
            closed,
          ),
        ),
      },
      closed,
    ),
    signature: SignatureSchema,
    retry: Type.Object(
      {
        success: Type.Object({ from: successStatus, to: successStatus }, closed),
        timeout_seconds: Type.Integer({ minimum: 1 }),
        schedule_seconds: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }),
        description: text,
      },
      closed,
    ),
    deduplication: Type.Object({ key: identifier, description: text }, closed),
    types: exactly(COUNTS.eventTypes, EventTypeSchema),
  },
  closed,
)

export type EventTypeEntry = Static<typeof EventTypeSchema>
export type EventField = Static<typeof EventFieldSchema>
