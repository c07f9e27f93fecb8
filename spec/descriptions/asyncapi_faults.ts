import { CAPABILITY_STATUSES } from '../../app/contract/statuses.ts'
import {
  createChecker,
  type EventDescription,
  operationOf,
  resolveReference,
} from './asyncapi_receiver.ts'

type Example = { readonly headers: object; readonly payload: Readonly<Record<string, unknown>> }
type Facts = { readonly version: string; readonly pages: ReadonlySet<string> }

/**
 * What no AsyncAPI linter finds: examples that do not match their schemas, a message outside the
 * channel, an extra event type, pages that do not exist, a stale vocabulary or version.
 */
export function findAsyncapiFaults(description: EventDescription, facts: Facts): readonly string[] {
  const { components, info } = description
  const channels = Object.values(description.channels)
  const names = Object.keys(components.messages)
  const operation = operationOf(description)
  const channelMessages = Object.entries(description.channels).flatMap(([channel, { messages }]) =>
    Object.keys(messages).map((name) => `#/channels/${channel}/messages/${name}`),
  )
  const sent = operation.messages.map(({ $ref }) => $ref)
  return [
    ...(channels.length === 1 ? [] : [`${channels.length} channels`]),
    ...(names.length === 6 ? [] : [`${names.length} event types`]),
    ...(Object.keys(description.operations).length === 1 ? [] : ['more than one operation']),
    ...(operation.action === 'send' ? [] : [`the operation is to ${operation.action}`]),
    ...(sent.join() === channelMessages.join()
      ? []
      : ['the operation sends messages that are not in the channel']),
    ...(info.version === facts.version ? [] : [`version ${info.version}`]),
    ...findStatusFaults(description),
    ...names.flatMap((name) => findMessageFaults(description, name)),
    ...findPageFaults(description, facts.pages),
  ]
}

function findMessageFaults(description: EventDescription, name: string): readonly string[] {
  const message = description.components.messages[name] as unknown as {
    readonly name: string
    readonly payload: { readonly $ref: string }
    readonly traits: readonly { readonly $ref: string }[]
    readonly examples: readonly Example[]
  }
  const check = createChecker(description)
  const [trait] = message.traits.map((each) => resolveReference(description, each))
  const headers = (trait as { headers: { $ref: string } }).headers.$ref.slice(1)
  const others = Object.entries(description.components.messages).filter(([other]) => other !== name)
  const wrong = message.examples.flatMap((example) => [
    ...check(message.payload.$ref.slice(1), example.payload),
    ...check(headers, example.headers),
    // Every message matches one message object of its channel and no other (AsyncAPI 3.1).
    ...others
      .filter(([, { payload }]) => check(payload.$ref.slice(1), example.payload).length === 0)
      .map(([other]) => `fits ${other} too`),
  ])
  const none = message.examples.length === 0 ? ['has no example'] : []
  return [...wrong, ...none].map((fault) => `${name}: ${fault}`)
}

function findStatusFaults({ components }: EventDescription): readonly string[] {
  const { CapabilityStatus: status } = components.schemas
  const values = (status as { enum?: readonly string[] } | undefined)?.enum ?? []
  return values.join() === CAPABILITY_STATUSES.join() ? [] : [`statuses: ${values.join()}`]
}

function findPageFaults(
  { components }: EventDescription,
  pages: ReadonlySet<string>,
): readonly string[] {
  const found = JSON.stringify(components.messages).matchAll(/"(?:page_id|id)":"(p[0-9]+)"/g)
  return [...found].flatMap(([, id = '']) => (pages.has(id) ? [] : [`no page ${id}`]))
}
