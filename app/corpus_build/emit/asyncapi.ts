import type { JsonObject } from '../../contract/json_rpc.ts'
import { ASYNCAPI_REVISION } from '../../contract/protocol.ts'
import type { EmittedFile } from '../../files/folder_writer.ts'
import { yamlDocument } from '../../source_text/yaml_text.ts'
import { baseOf } from '../model/addresses.ts'
import type { Corpus } from '../model/corpus.ts'
import { deliveryExtensions, deliveryWords } from './_asyncapi_delivery.ts'
import { envelopeSchema, headersSchema } from './_asyncapi_envelope.ts'
import { ENVELOPE, eventSchemas, messageObject, TRAIT } from './_asyncapi_messages.ts'
import { asyncapiLicense } from './_license.ts'
import { schemaComponents } from './_openapi_schemas.ts'
import { onlyUsed } from './_references.ts'

/** Path of the AsyncAPI description below the base address (contract 4.4). */
export const ASYNCAPI_FILE = 'developers/asyncapi.yaml'

const HEADERS = 'SignatureHeaders'
// Server and channel bindings of HTTP must be empty; these two are the ones that say something.
const HTTP_BINDING = { bindingVersion: '0.3.0' } as const

/** `developers/asyncapi.yaml`: one channel, one envelope, six event types (contract 2 and 6). */
export function asyncapi(corpus: Corpus, generated: string): EmittedFile {
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
  const document = {
    asyncapi: ASYNCAPI_REVISION,
    info: infoOf(corpus, generated),
    defaultContentType: 'application/json',
    channels,
    operations: { [`send_${channel.id}`]: operationOf(corpus, generated) },
    components: onlyUsed(componentsOf(corpus, generated), channels),
  }
  return { path: ASYNCAPI_FILE, bytes: yamlDocument(document) }
}

function infoOf({ registry, baseUrl }: Corpus, generated: string): object {
  const { title, version, contact, license } = registry.service
  const { name, url, email } = contact
  return {
    title: `${title} outbound events`,
    version,
    description:
      `What a receiver of events of ${title} may rely on. None are sent today. To learn about ` +
      `changes, read ${baseOf(baseUrl)}/changelog/feed.xml. To find out whether a copy of this ` +
      'description is still good, compare `version` and `x-generated` here with `version` and ' +
      `\`generated\` of ${baseOf(baseUrl)}/docs-manifest.json.`,
    contact: { name, url, ...(email === undefined ? {} : { email }) },
    ...asyncapiLicense(license),
    'x-generated': generated,
  }
}

function operationOf(corpus: Corpus, generated: string): object {
  const { events } = corpus.registry
  const { channel, types } = events
  return {
    action: 'send',
    channel: { $ref: `#/channels/${channel.id}` },
    title: `Send: ${channel.title}`,
    summary: 'One signed POST request for each event.',
    description: deliveryWords(events),
    bindings: { http: { method: 'POST', ...HTTP_BINDING } },
    messages: types.map(({ type }) => ({ $ref: `#/channels/${channel.id}/messages/${type}` })),
    ...deliveryExtensions(corpus, generated),
  }
}

function componentsOf(corpus: Corpus, generated: string) {
  const { events } = corpus.registry
  return {
    schemas: schemasOf(corpus, generated),
    messageTraits: {
      [TRAIT]: {
        headers: { $ref: `#/components/schemas/${HEADERS}` },
        bindings: {
          http: {
            headers: {
              type: 'object',
              properties: { 'Content-Type': { type: 'string', const: 'application/json' } },
              required: ['Content-Type'],
            },
            ...HTTP_BINDING,
          },
        },
      },
    },
    messages: Object.fromEntries(
      events.types.map((entry) => [entry.type, messageObject(entry, corpus, generated)]),
    ),
  }
}

function schemasOf(corpus: Corpus, generated: string): Readonly<Record<string, JsonObject>> {
  const { events } = corpus.registry
  const entries = events.types.flatMap((type) =>
    Object.entries(eventSchemas(type, corpus, generated)),
  )
  return {
    [ENVELOPE]: envelopeSchema(events),
    [HEADERS]: headersSchema(events),
    ...Object.fromEntries(entries),
    ...schemaComponents([]),
  }
}
