import type { JsonObject } from '../../contract/json_rpc.ts'
import type { EventTypeEntry } from '../../contract/registry_events.ts'
import type { Corpus } from '../model/corpus.ts'
import { dataSchemaName, eventSchemaName } from '../model/event_names.ts'
import { fieldOf } from './_asyncapi_envelope.ts'
import { exampleObjectId, fieldFacts } from './_asyncapi_fields.ts'
import { type SignedDelivery, signatureValue, testSecret } from './_asyncapi_signature.ts'

export const TRAIT = 'SignedDelivery'
export const ENVELOPE = 'SignedEnvelope'

/** A Message Object: one event type in the one envelope, with an example that verifies. */
export function messageObject(entry: EventTypeEntry, corpus: Corpus, generated: string): object {
  const delivery = exampleDelivery(entry, corpus, generated)
  const { registry } = corpus
  const { signature } = registry.events
  const secret = testSecret(registry.service.name, signature)
  return {
    name: entry.type,
    title: entry.title,
    summary: entry.description,
    contentType: 'application/json',
    traits: [{ $ref: `#/components/messageTraits/${TRAIT}` }],
    payload: { $ref: `#/components/schemas/${eventSchemaName(entry.type)}` },
    examples: [
      {
        name: 'example',
        summary: 'Signed with the secret of the test vector; the body is compact JSON.',
        headers: {
          [signature.id_header]: delivery.id,
          [signature.timestamp_header]: String(delivery.timestamp),
          [signature.header]: signatureValue(delivery, secret, signature),
        },
        payload: JSON.parse(delivery.body),
      },
    ],
  }
}

/** The delivery of an event, with values of the corpus where the event has any. */
export function exampleDelivery(
  entry: EventTypeEntry,
  corpus: Corpus,
  generated: string,
): SignedDelivery {
  const { registry } = corpus
  const { fields } = registry.events.envelope
  const number = registry.events.types.indexOf(entry) + 1
  const id = exampleObjectId('evt_', number)
  const data = entry.data.map((field) => [field.name, fieldFacts(field, corpus, generated).example])
  const values = {
    delivery_id: id,
    event_type: entry.type,
    instant: generated,
    data: Object.fromEntries(data),
  }
  const payload = fields.map(({ name, holds }) => [name, values[holds]])
  const body = JSON.stringify(Object.fromEntries(payload))
  return { id, timestamp: Date.parse(generated) / 1000, body }
}

/** The two schemas of an event type: its data, and the envelope with that data. */
export function eventSchemas(
  entry: EventTypeEntry,
  corpus: Corpus,
  generated: string,
): Readonly<Record<string, JsonObject>> {
  const fields = entry.data.map((field) => [
    field.name,
    fieldFacts(field, corpus, generated).schema,
  ])
  const data = dataSchemaName(entry.type)
  const { events } = corpus.registry
  const narrowed = {
    [fieldOf(events, 'event_type')]: { type: 'string', const: entry.type },
    [fieldOf(events, 'data')]: { $ref: `#/components/schemas/${data}` },
  }
  return {
    [eventSchemaName(entry.type)]: {
      title: entry.title,
      description: entry.description,
      allOf: [
        { $ref: `#/components/schemas/${ENVELOPE}` },
        { type: 'object', properties: narrowed },
      ],
    },
    [data]: {
      type: 'object',
      title: `${entry.title}: data`,
      description: `What an event of type ${entry.type} says.`,
      properties: Object.fromEntries(fields),
      required: entry.data.map(({ name }) => name),
    },
  }
}
