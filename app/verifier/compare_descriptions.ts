import type { JsonObject } from '../contract/json_rpc.ts'
import { HTTP_API_PREFIX, HTTP_OPERATIONS } from '../contract/operations.ts'
import type { Book } from './findings.ts'
import { httpPaths } from './http_api.ts'
import { at, membersAt, objectsAt, resolved, textAt } from './json.ts'
import type { McpCaller } from './mcp.ts'
import { readOperations } from './openapi.ts'

const MCP = 'MCP'

/** More than any description of ours holds; more are not asked for. */
const ITEMS_MAX = 20

/** MCP tells of each workflow what the Arazzo document says (contract 1, rule 1). */
export async function compareWorkflowTool(
  arazzo: JsonObject,
  openapi: JsonObject,
  mcp: McpCaller,
  book: Book,
): Promise<void> {
  const usual = httpPaths(openapi)
  const paths = new Map(readOperations(openapi).map(({ id, path }) => [id, path]))
  await Promise.all(
    objectsAt(arazzo, 'workflows')
      .slice(0, ITEMS_MAX)
      .map(async (workflow) => {
        const id = textAt(workflow, 'workflowId') ?? ''
        const told = at(await mcp.run('workflow', { id }), 'workflow')
        const what = `workflow ${id}`
        book.equal(MCP, `${what} id`, id, at(told, 'id'))
        book.equal(MCP, `${what} title`, at(workflow, 'summary'), at(told, 'title'))
        book.equal(MCP, `${what} description`, workflow.description, at(told, 'description'))
        const steps = objectsAt(told, 'steps')
        const described = objectsAt(workflow, 'steps')
        const names = described.map(({ stepId, description }) => ({ id: stepId, description }))
        const own = steps.map(({ id: step, description }) => ({ id: step, description }))
        book.equal(MCP, `${what} steps`, names, own)
        for (const [index, { operationId }] of described.entries()) {
          const operation = HTTP_OPERATIONS.find((each) => each === steps[index]?.operation)
          const path = operation && HTTP_API_PREFIX + usual[operation]
          book.equal(MCP, `${what} step ${index} path`, paths.get(String(operationId)), path)
        }
      }),
  )
}

const ASYNCAPI = 'developers/asyncapi.yaml'

/** MCP tells of each event type what the AsyncAPI document says (contract 6, rule 3). */
export async function compareEventTool(
  asyncapi: JsonObject,
  mcp: McpCaller,
  book: Book,
): Promise<void> {
  const channels = membersAt(asyncapi, 'channels')
  book.equal(ASYNCAPI, 'number of channels', 1, channels.length)
  const [channelId, channel] = channels[0] ?? []
  const messages = membersAt(channel, 'messages')
  book.equal(ASYNCAPI, 'number of event types', 6, messages.length)
  const [, operation] = membersAt(asyncapi, 'operations')[0] ?? []
  book.equal(ASYNCAPI, 'action', 'send', at(operation, 'action'))
  await Promise.all(
    messages.slice(0, ITEMS_MAX).map(async ([type, reference]) => {
      const event = at(await mcp.run('event', { type }), 'event')
      const message = resolved(asyncapi, reference)
      const payload = resolved(asyncapi, at(message, 'payload'))
      for (const [name, described, told] of eventPairs(operation, event)) {
        book.equal(MCP, `event ${type} ${name}`, described, told)
      }
      book.equal(MCP, `event ${type} type`, type, at(event, 'type'))
      book.equal(MCP, `event ${type} title`, at(message, 'title'), at(event, 'title'))
      book.equal(MCP, `event ${type} channel`, channelId, at(event, 'channel', 'id'))
      const title = at(channel, 'title')
      book.equal(MCP, `event ${type} channel title`, title, at(event, 'channel', 'title'))
      const data = objectsAt(event, 'data').map(({ name }) => name)
      book.equal(MCP, `event ${type} data`, dataOf(asyncapi, payload), data)
    }),
  )
}

type Pair = readonly [name: string, described: unknown, told: unknown]

/** What both say about a delivery, in the words of each. */
function eventPairs(operation: unknown, event: unknown): readonly Pair[] {
  const [signature, delivery] = [at(operation, 'x-signature'), at(operation, 'x-delivery')]
  const told = (...path: readonly string[]) => at(event, ...path)
  return [
    ['signature header', at(signature, 'header'), told('signature', 'header')],
    ['signature algorithm', at(signature, 'algorithm'), told('signature', 'algorithm')],
    ['signed content', at(signature, 'signedContent'), told('signature', 'signed_content')],
    ['signature value', at(signature, 'value'), told('signature', 'value_format')],
    ['tolerance', at(signature, 'toleranceSeconds'), told('signature', 'tolerance_seconds')],
    ['schedule', at(delivery, 'waitSecondsBeforeAttempt'), told('retry', 'schedule_seconds')],
    ['time-out', at(delivery, 'timeoutSeconds'), told('retry', 'timeout_seconds')],
    [
      'deduplication key',
      textAt(operation, 'x-deduplication', 'key')?.replace(/^.*\//, ''),
      told('deduplication', 'key'),
    ],
  ]
}

/** Names of the members of `data` in the payload of one event type. */
function dataOf(asyncapi: JsonObject, payload: unknown): readonly string[] {
  for (const part of objectsAt(payload, 'allOf')) {
    const own = resolved(asyncapi, part)
    const data = resolved(asyncapi, at(own, 'properties', 'data'))
    const names = membersAt(data, 'properties').map(([name]) => name)
    if (names.length > 0) return names
  }
  return []
}
