import { Value } from '@sinclair/typebox/value'
import { type Descriptions, DescriptionsSchema } from '../../../contract/descriptions.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json_rpc.ts'
import { nameDataSchema } from '../../../docs/model/event_names.ts'
import { readValue } from '../../../text/source_text/yaml_column.ts'
import { ENVELOPE } from './_asyncapi_messages.ts'

/** The three descriptions as plain data, before they are written as YAML. */
type Documents = {
  readonly openapi: object
  readonly arazzo: object
  readonly asyncapi: object
}

/**
 * Each operation, workflow and event type of the published descriptions by itself, without
 * references, so that a tool can answer with it.
 */
export function describeForTools({ openapi, arazzo, asyncapi }: Documents): Descriptions {
  const operations = Object.entries(membersOf(openapi, 'paths')).map(([path, item]) =>
    describeOperation(path, resolveReferences(item, openapi), openapi),
  )
  const workflows = Object.values(membersOf(arazzo, 'workflows')).map((workflow) =>
    resolveReferences(workflow, arazzo),
  )
  const events = Object.values(membersOf(asyncapi, 'components', 'messages')).map((message) =>
    describeEvent(message, asyncapi),
  )
  const descriptions = {
    operation: indexBy(operations, 'operationId'),
    workflow: indexBy(workflows, 'workflowId'),
    event: indexBy(events, 'type'),
  }
  if (Value.Check(DescriptionsSchema, descriptions)) return descriptions
  const first = Value.Errors(DescriptionsSchema, descriptions).First()
  throw new Error(`Cannot describe for tools: ${first?.path} is not as its schema says`)
}

function describeOperation(path: string, item: unknown, openapi: object): JsonObject {
  const { operationId, summary, description, ...operation } = membersOf(item, 'get')
  const parameters = Object.values(membersOf(operation, 'parameters'))
  const url = `${readValue(openapi, ['servers', 0, 'url'])}${path}`
  const responses = Object.entries(membersOf(operation, 'responses'))
  const answer = membersOf(operation, 'responses', '200', 'content', 'application/json')
  const body = readValue(answer, ['examples', 'published', 'value'])
  return {
    operationId,
    summary,
    description,
    method: 'GET',
    url,
    parameters,
    responses: Object.fromEntries(responses.map(([status, each]) => [status, trimResponse(each)])),
    example: {
      url: fillUrl(url, parameters),
      ...(body === undefined ? {} : { status: 200, body }),
    },
  }
}

/** A response without headers and examples, which a model does not need to call. */
function trimResponse(response: unknown): JsonObject {
  const content = Object.entries(membersOf(response, 'content')).map(([type, each]) => {
    return [type, { schema: readValue(each, ['schema']) }]
  })
  const description = readValue(response, ['description'])
  return content.length === 0
    ? { description }
    : { description, content: Object.fromEntries(content) }
}

/** The address with the example value of each parameter. */
function fillUrl(template: string, parameters: readonly unknown[]): string {
  const query = new URLSearchParams()
  let url = template
  for (const parameter of parameters.filter(isJsonObject)) {
    const { name, in: place, example } = parameter
    if (example === undefined) continue
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(example)))
    if (place === 'query') query.append(String(name), String(example))
  }
  return query.size === 0 ? url : `${url}?${query}`
}

function describeEvent(message: unknown, asyncapi: object): JsonObject {
  const { name: type, title, summary: description, examples } = membersOf(message)
  const schemaOf = (name: string) =>
    resolveReferences(readValue(asyncapi, ['components', 'schemas', name]), asyncapi)
  const [channelId, channel] = Object.entries(membersOf(asyncapi, 'channels'))[0] ?? []
  const [operation] = Object.values(membersOf(asyncapi, 'operations'))
  const { testVector: _, ...signature } = membersOf(operation, 'x-signature')
  const [trait] = Object.values(membersOf(asyncapi, 'components', 'messageTraits'))
  const { headers, payload } = membersOf(examples, 0)
  return {
    type,
    title,
    description,
    channel: {
      id: channelId,
      title: readValue(channel, ['title']),
      description: readValue(channel, ['description']),
    },
    headers: readValue(resolveReferences(trait, asyncapi), ['headers']),
    envelope: schemaOf(ENVELOPE),
    data: schemaOf(nameDataSchema(String(type))),
    example: { headers, payload },
    signature,
    delivery: membersOf(operation, 'x-delivery'),
    deduplication: membersOf(operation, 'x-deduplication'),
  }
}

/**
 * A value with every reference replaced by its target: `$ref` of JSON Schema, OpenAPI and AsyncAPI,
 * and `reference` of Arazzo, which is an expression.
 */
function resolveReferences(value: unknown, document: object): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, document))
  if (!isJsonObject(value)) return value
  const { $ref, reference } = value
  const path =
    typeof $ref === 'string'
      ? $ref.split('/').slice(1)
      : typeof reference === 'string'
        ? reference.replace('$', '').split('.')
        : undefined
  if (path !== undefined) return resolveReferences(readValue(document, path), document)
  const members = Object.entries(value).map(([name, member]) => {
    return [name, resolveReferences(member, document)]
  })
  return Object.fromEntries(members)
}

function membersOf(value: unknown, ...path: readonly (string | number)[]): JsonObject {
  const found = readValue(value, path)
  if (Array.isArray(found)) return { ...found }
  return isJsonObject(found) ? found : {}
}

function indexBy(items: readonly unknown[], name: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(items.map((item) => [String(readValue(item, [name])), item]))
}
