import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { COUNTS } from '../../../contract/registry_words.ts'
import type { Check } from '../findings.ts'
import { at, membersAt, objectsAt, omit, resolveAll, resolveReference } from '../json.ts'
import { ITEMS_MAX } from '../openapi.ts'
import type { Reading } from '../reading.ts'
import { nameText } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const event: OperationCheck = {
  listStatements: (content) => nameText('event', JSON.stringify(content.event)),
  compare: (corpus, checks) => compareEventTool(corpus, checks.of('descriptions')),
}

const ASYNCAPI = 'developers/asyncapi.yaml'

/** MCP describes each event type as the AsyncAPI document does (contract 6, rule 3). */
async function compareEventTool(
  { files: { asyncapi }, mcp }: Reading,
  check: Check,
): Promise<void> {
  if (asyncapi === undefined) return
  const channels = membersAt(asyncapi, 'channels')
  check.equal(ASYNCAPI, 'number of channels', 1, channels.length)
  const messages = membersAt(channels[0]?.[1], 'messages')
  check.equal(ASYNCAPI, 'number of event types', COUNTS.eventTypes, messages.length)
  const [, operation] = membersAt(asyncapi, 'operations')[0] ?? []
  check.equal(ASYNCAPI, 'action', 'send', at(operation, 'action'))
  await Promise.all(
    messages.slice(0, ITEMS_MAX).map(async ([type, reference]) => {
      const event = at(await mcp.run('event', { type }), 'event')
      const expected = describeEvent(asyncapi, type, reference)
      check.equal(
        'MCP',
        `event ${type}`,
        expected,
        isJsonObject(event) ? omit(event, 'data') : event,
      )
      const payload = resolveAll(asyncapi, at(resolveReference(asyncapi, reference), 'payload'))
      const data = objectsAt(payload, 'allOf').map((part) => at(part, 'properties', 'data'))
      check.equal('MCP', `event ${type} data`, data.at(-1), at(event, 'data'))
    }),
  )
}

/** What the document says about an event type, under the names of the tool. */
function describeEvent(asyncapi: JsonObject, type: string, reference: unknown): JsonObject {
  const [channelId, channel] = membersAt(asyncapi, 'channels')[0] ?? []
  const [, operation] = membersAt(asyncapi, 'operations')[0] ?? []
  const message = resolveReference(asyncapi, reference)
  const [trait] = objectsAt(message, 'traits')
  const [example] = objectsAt(message, 'examples')
  const payload = resolveAll(asyncapi, at(message, 'payload'))
  const signature = at(operation, 'x-signature')
  return {
    type,
    title: at(message, 'title'),
    description: at(message, 'summary'),
    channel: {
      id: channelId,
      title: at(channel, 'title'),
      description: at(channel, 'description'),
    },
    headers: at(resolveAll(asyncapi, trait), 'headers'),
    envelope: at(payload, 'allOf', 0),
    example: { headers: at(example, 'headers'), payload: at(example, 'payload') },
    signature: isJsonObject(signature) ? omit(signature, 'testVector') : signature,
    delivery: at(operation, 'x-delivery'),
    deduplication: at(operation, 'x-deduplication'),
  }
}
