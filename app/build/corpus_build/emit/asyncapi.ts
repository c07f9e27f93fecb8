import type { JsonObject } from '../../../contract/json_rpc.ts'
import { ASYNCAPI_REVISION } from '../../../contract/protocol.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { describeDelivery, explainDelivery } from './_asyncapi_delivery.ts'
import { describeEnvelope, describeHeaders } from './_asyncapi_envelope.ts'
import { describeEventSchemas, describeMessage, ENVELOPE, TRAIT } from './_asyncapi_messages.ts'
import { describeAsyncapiLicense } from './_license.ts'
import { describeSchemas } from './_openapi_schemas.ts'
import { keepReferenced } from './_references.ts'

/** Path of the AsyncAPI description below the base address (contract 4.4). */
export const ASYNCAPI_FILE = 'developers/asyncapi.yaml'

const HEADERS = 'SignatureHeaders'
// HTTP bindings of servers and channels must be empty, so only operations and messages have one.
const HTTP_BINDING = { bindingVersion: '0.3.0' } as const

/** `developers/asyncapi.yaml`: one channel, one envelope, six event types (contract 2 and 6). */
export function describeAsyncapi(corpus: Corpus, generated: string): JsonObject {
  const { registry } = corpus
  const { channel } = registry.events
  const messages = registry.events.types.map(({ type }) => type)
  const channels = {
    [channel.id]: {
      title: channel.title,
      summary: 'Deliveries to an address that the receiver owns.',
      description: channel.description,
      messages: Object.fromEntries(
        messages.map((type) => [type, { $ref: `#/components/messages/${type}` }]),
      ),
    },
  }
  return {
    asyncapi: ASYNCAPI_REVISION,
    info: describeInfo(corpus, generated),
    defaultContentType: 'application/json',
    channels,
    operations: { [`send_${channel.id}`]: describeOperation(corpus, generated) },
    components: keepReferenced(describeComponents(corpus, generated), channels),
  }
}

function describeInfo({ registry, baseUrl }: Corpus, generated: string): object {
  const { title, version, contact, license } = registry.service
  const { name, url, email } = contact
  return {
    title: `${title} outbound events`,
    version,
    description:
      `What a receiver of events of ${title} can rely on. Clients cannot subscribe; for changes, ` +
      `read ${baseOf(baseUrl)}/changelog/feed.xml. To check whether a copy of this description ` +
      'is current, compare its `version` and `x-generated` with `version` and `generated` of ' +
      `${baseOf(baseUrl)}/docs-manifest.json.`,
    contact: { name, url, ...(email === undefined ? {} : { email }) },
    ...describeAsyncapiLicense(license),
    'x-generated': generated,
  }
}

function describeOperation(corpus: Corpus, generated: string): object {
  const { events } = corpus.registry
  const { channel, types } = events
  return {
    action: 'send',
    channel: { $ref: `#/channels/${channel.id}` },
    title: `Send: ${channel.title}`,
    summary: 'One signed POST request for each event.',
    description: explainDelivery(events),
    bindings: { http: { method: 'POST', ...HTTP_BINDING } },
    messages: types.map(({ type }) => ({ $ref: `#/channels/${channel.id}/messages/${type}` })),
    ...describeDelivery(corpus, generated),
  }
}

function describeComponents(corpus: Corpus, generated: string) {
  const { events } = corpus.registry
  return {
    schemas: describeComponentSchemas(corpus, generated),
    messageTraits: {
      [TRAIT]: {
        headers: { $ref: `#/components/schemas/${HEADERS}` },
        bindings: {
          http: {
            headers: {
              type: 'object',
              title: 'Media type header',
              properties: { 'Content-Type': { type: 'string', const: 'application/json' } },
              required: ['Content-Type'],
            },
            ...HTTP_BINDING,
          },
        },
      },
    },
    messages: Object.fromEntries(
      events.types.map((entry) => [entry.type, describeMessage(entry, corpus, generated)]),
    ),
  }
}

function describeComponentSchemas(
  corpus: Corpus,
  generated: string,
): Readonly<Record<string, JsonObject>> {
  const { events } = corpus.registry
  const entries = events.types.flatMap((type) =>
    Object.entries(describeEventSchemas(type, corpus, generated)),
  )
  return {
    [ENVELOPE]: describeEnvelope(events),
    [HEADERS]: describeHeaders(events),
    ...Object.fromEntries(entries),
    ...describeSchemas([]),
  }
}
