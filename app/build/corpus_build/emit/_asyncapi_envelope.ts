import type { JsonObject } from '../../../contract/json_rpc.ts'
import type { EventsEntry } from '../../../contract/registry.ts'
import type { EnvelopePart } from '../../../contract/registry_events.ts'
import { INSTANT, OBJECT_ID } from './_asyncapi_fields.ts'
import { makeSignaturePattern } from './_asyncapi_signature.ts'

export function findFieldName(events: EventsEntry, part: EnvelopePart): string {
  const field = events.envelope.fields.find(({ holds }) => holds === part)
  if (field === undefined) throw new Error(`Cannot write the envelope: no field holds "${part}"`)
  return field.name
}

/** The one envelope. It allows more fields: a receiver ignores those that it does not know. */
export function describeEnvelope(events: EventsEntry): JsonObject {
  const { title, description, fields } = events.envelope
  const types = events.types.map(({ type }) => type)
  // Types are an open set, like codes: a receiver ignores those that it does not know.
  const schemas: Readonly<Record<EnvelopePart, JsonObject>> = {
    delivery_id: OBJECT_ID,
    event_type: { type: 'string', minLength: 1, examples: types },
    instant: INSTANT,
    data: { type: 'object' },
  }
  const properties = fields.map((field) => [
    field.name,
    { ...schemas[field.holds], description: field.description },
  ])
  return {
    type: 'object',
    title,
    description,
    properties: Object.fromEntries(properties),
    required: fields.map(({ name }) => name),
  }
}

/** The headers that carry the signature and what it covers besides the body. */
export function describeHeaders({ signature }: EventsEntry): JsonObject {
  const { header, id_header: id, timestamp_header: timestamp } = signature
  return {
    type: 'object',
    title: 'Signature headers',
    properties: {
      [id]: { ...OBJECT_ID, description: 'The delivery id, as in the envelope.' },
      [timestamp]: {
        type: 'string',
        pattern: '^[0-9]{1,12}$',
        description: 'When this attempt was signed, in seconds since 1970.',
      },
      [header]: {
        type: 'string',
        pattern: makeSignaturePattern(signature),
        description: `${signature.algorithm} of the delivery; spaces separate several values.`,
      },
    },
    required: [id, timestamp, header],
  }
}
