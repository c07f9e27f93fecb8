import type { JsonObject } from '../contract/json_rpc.ts'
import { HTTP_API_PREFIX, HTTP_OPERATIONS } from '../contract/operations.ts'
import type { Check } from './findings.ts'
import { findHttpPaths } from './http_api.ts'
import { at, membersAt, objectsAt, resolveReference, textAt } from './json.ts'
import { ITEMS_MAX, readOperations } from './openapi.ts'
import type { Reading } from './reading.ts'

const MCP = 'MCP'

/** MCP describes each workflow as the Arazzo document does (contract 1, rule 1). */
export async function compareWorkflowTool(
  { files: { arazzo, openapi }, mcp }: Reading,
  check: Check,
): Promise<void> {
  if (arazzo === undefined || openapi === undefined) return
  const usual = findHttpPaths(openapi)
  const paths = new Map(readOperations(openapi).map(({ id, path }) => [id, path]))
  await Promise.all(
    objectsAt(arazzo, 'workflows')
      .slice(0, ITEMS_MAX)
      .map(async (workflow) => {
        const id = textAt(workflow, 'workflowId') ?? ''
        const answer = at(await mcp.run('workflow', { id }), 'workflow')
        const what = `workflow ${id}`
        check.equal(MCP, `${what} id`, id, at(answer, 'id'))
        check.equal(MCP, `${what} title`, at(workflow, 'summary'), at(answer, 'title'))
        check.equal(MCP, `${what} description`, workflow.description, at(answer, 'description'))
        const steps = objectsAt(answer, 'steps')
        const described = objectsAt(workflow, 'steps')
        const names = described.map(({ stepId, description }) => ({ id: stepId, description }))
        const own = steps.map(({ id: step, description }) => ({ id: step, description }))
        check.equal(MCP, `${what} steps`, names, own)
        for (const [index, { operationId }] of described.entries()) {
          const operation = HTTP_OPERATIONS.find((each) => each === steps[index]?.operation)
          const path = operation && HTTP_API_PREFIX + usual[operation]
          check.equal(MCP, `${what} step ${index} path`, paths.get(String(operationId)), path)
        }
      }),
  )
}

const ASYNCAPI = 'developers/asyncapi.yaml'

/** MCP describes each event type as the AsyncAPI document does (contract 6, rule 3). */
export async function compareEventTool(
  { files: { asyncapi }, mcp }: Reading,
  check: Check,
): Promise<void> {
  if (asyncapi === undefined) return
  const channels = membersAt(asyncapi, 'channels')
  check.equal(ASYNCAPI, 'number of channels', 1, channels.length)
  const [channelId, channel] = channels[0] ?? []
  const messages = membersAt(channel, 'messages')
  check.equal(ASYNCAPI, 'number of event types', 6, messages.length)
  const [, operation] = membersAt(asyncapi, 'operations')[0] ?? []
  check.equal(ASYNCAPI, 'action', 'send', at(operation, 'action'))
  await Promise.all(
    messages.slice(0, ITEMS_MAX).map(async ([type, reference]) => {
      const event = at(await mcp.run('event', { type }), 'event')
      const message = resolveReference(asyncapi, reference)
      const payload = resolveReference(asyncapi, at(message, 'payload'))
      for (const [name, described, answered] of pairEventMembers(operation, event)) {
        check.equal(MCP, `event ${type} ${name}`, described, answered)
      }
      check.equal(MCP, `event ${type} type`, type, at(event, 'type'))
      check.equal(MCP, `event ${type} title`, at(message, 'title'), at(event, 'title'))
      check.equal(MCP, `event ${type} channel`, channelId, at(event, 'channel', 'id'))
      const title = at(channel, 'title')
      check.equal(MCP, `event ${type} channel title`, title, at(event, 'channel', 'title'))
      const data = objectsAt(event, 'data').map(({ name }) => name)
      check.equal(MCP, `event ${type} data`, dataOf(asyncapi, payload), data)
    }),
  )
}

type Pair = readonly [name: string, described: unknown, answered: unknown]

/** What both say about a delivery, each under its own names. */
function pairEventMembers(operation: unknown, event: unknown): readonly Pair[] {
  const [signature, delivery] = [at(operation, 'x-signature'), at(operation, 'x-delivery')]
  const member = (...path: readonly string[]) => at(event, ...path)
  return [
    ['signature header', at(signature, 'header'), member('signature', 'header')],
    ['signature algorithm', at(signature, 'algorithm'), member('signature', 'algorithm')],
    ['signed content', at(signature, 'signedContent'), member('signature', 'signed_content')],
    ['signature value', at(signature, 'value'), member('signature', 'value_format')],
    ['tolerance', at(signature, 'toleranceSeconds'), member('signature', 'tolerance_seconds')],
    ['schedule', at(delivery, 'waitSecondsBeforeAttempt'), member('retry', 'schedule_seconds')],
    ['time-out', at(delivery, 'timeoutSeconds'), member('retry', 'timeout_seconds')],
    [
      'deduplication key',
      textAt(operation, 'x-deduplication', 'key')?.replace(/^.*\//, ''),
      member('deduplication', 'key'),
    ],
  ]
}

/** Names of the members of `data` in the payload of an event type. */
function dataOf(asyncapi: JsonObject, payload: unknown): readonly string[] {
  for (const part of objectsAt(payload, 'allOf')) {
    const own = resolveReference(asyncapi, part)
    const data = resolveReference(asyncapi, at(own, 'properties', 'data'))
    const names = membersAt(data, 'properties').map(([name]) => name)
    if (names.length > 0) return names
  }
  return []
}
