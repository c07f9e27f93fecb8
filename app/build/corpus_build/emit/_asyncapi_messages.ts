import { composeEnvelope } from '../../../contract/event_delivery.ts'
import { type Delivery, signDelivery } from '../../../contract/event_signature.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import type { EventTypeEntry } from '../../../contract/registry_events.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { nameDataSchema, nameEventSchema } from '../../../docs/model/event_names.ts'
import { findFieldName } from './_asyncapi_envelope.ts'
import { describeField, makeObjectId } from './_asyncapi_fields.ts'
import { makeTestSecret } from './_asyncapi_signature.ts'

export const TRAIT = 'SignedDelivery'
export const ENVELOPE = 'SignedEnvelope'

/** A Message Object: one event type in the envelope, with an example whose signature verifies. */
export function describeMessage(entry: EventTypeEntry, corpus: Corpus, generated: string): object {
  const delivery = makeExampleDelivery(entry, corpus, generated)
  const { registry } = corpus
  const { signature } = registry.events
  const secret = makeTestSecret(registry.service.name, signature)
  return {
    name: entry.type,
    title: entry.title,
    summary: entry.description,
    contentType: 'application/json',
    traits: [{ $ref: `#/components/messageTraits/${TRAIT}` }],
    payload: { $ref: `#/components/schemas/${nameEventSchema(entry.type)}` },
    examples: [
      {
        name: 'example',
        summary: 'Signed with the secret of the test vector; the body is compact JSON.',
        headers: {
          [signature.id_header]: delivery.id,
          [signature.timestamp_header]: String(delivery.timestamp),
          [signature.header]: signDelivery(delivery, secret, signature),
        },
        payload: JSON.parse(delivery.body),
      },
    ],
  }
}

/** An example delivery of an event, with values from the corpus where possible. */
export function makeExampleDelivery(
  entry: EventTypeEntry,
  corpus: Corpus,
  generated: string,
): Delivery {
  const { registry } = corpus
  const number = registry.events.types.indexOf(entry) + 1
  const id = makeObjectId('evt_', number)
  const data = entry.data.map((field) => [
    field.name,
    describeField(field, corpus, generated).example,
  ])
  const body = composeEnvelope(registry.events, {
    delivery_id: id,
    event_type: entry.type,
    instant: generated,
    data: Object.fromEntries(data),
  })
  return { id, timestamp: Date.parse(generated) / 1000, body }
}

/** The two schemas of an event type: its data, and the envelope with that data. */
export function describeEventSchemas(
  entry: EventTypeEntry,
  corpus: Corpus,
  generated: string,
): Readonly<Record<string, JsonObject>> {
  const fields = entry.data.map((field) => [
    field.name,
    describeField(field, corpus, generated).schema,
  ])
  const data = nameDataSchema(entry.type)
  const { events } = corpus.registry
  const narrowed = {
    [findFieldName(events, 'event_type')]: { type: 'string', const: entry.type },
    [findFieldName(events, 'data')]: { $ref: `#/components/schemas/${data}` },
  }
  return {
    [nameEventSchema(entry.type)]: {
      title: entry.title,
      description: entry.description,
      allOf: [
        { $ref: `#/components/schemas/${ENVELOPE}` },
        { type: 'object', title: `${entry.title}: type and data`, properties: narrowed },
      ],
    },
    [data]: {
      type: 'object',
      title: `${entry.title}: data`,
      description: `The data of an event of type ${entry.type}.`,
      properties: Object.fromEntries(fields),
      required: entry.data.map(({ name }) => name),
    },
  }
}
