import type { TSchema } from '@sinclair/typebox'
import type { Limits } from '../../../contract/limits.ts'
import { type HttpRoute, httpRoute } from '../../../contract/operations/mod.ts'
import { PUBLIC_ERROR_STATUS, type PublicErrorReason } from '../../../contract/public_error.ts'
import type { HttpOperationEntry } from '../../../contract/registry.ts'
import type { ExampleCall } from '../../../docs/public_docs/operations/mod.ts'
import {
  ANSWER_HEADERS,
  IF_NONE_MATCH,
  MATCH_HEADERS,
  nameResponse,
} from './_openapi_components.ts'
import { makeReference, publishInput, publishSchema } from './_openapi_schemas.ts'

type Facts = {
  readonly tag: string
  readonly limits: Limits
  readonly example: ExampleCall
}

export function describeOperation(entry: HttpOperationEntry, facts: Facts): object {
  const { operation, id, summary, description } = entry
  const route = httpRoute(operation)
  return {
    operationId: id,
    summary,
    description,
    tags: [facts.tag],
    // Explicitly empty: a security requirement at the root could not reach a public operation.
    security: [],
    parameters: [...describeParameters(route, facts), makeReference('parameters', IF_NONE_MATCH)],
    responses: describeResponses(route, facts),
  }
}

function describeParameters(route: HttpRoute, { limits, example }: Facts): readonly object[] {
  const { properties, required = [] } = route.parameters(limits)
  return Object.entries<TSchema>(properties).map(([name, property]) => {
    // The parameter carries the description, because its schema may be only a reference.
    const { description: _, ...schema } = publishInput(property)
    const value = example.parameters[name]
    return {
      name,
      in: route.place,
      description: property.description,
      required: required.includes(name),
      schema,
      ...(value === undefined ? {} : { example: value }),
    }
  })
}

const ALWAYS: readonly PublicErrorReason[] = ['method_not_allowed', 'rate_limited', 'internal']

function describeResponses(route: HttpRoute, facts: Facts): Readonly<Record<string, object>> {
  const headers = {
    'Cache-Control': {
      description: 'How long this response may be reused without revalidation.',
      schema: { type: 'string', const: route.cache },
    },
    ...Object.fromEntries(
      [...ANSWER_HEADERS, ...(route.hasMatchHeaders ? MATCH_HEADERS : [])].map(
        ({ name, component }) => [name, makeReference('headers', component)],
      ),
    ),
  }
  // JavaScript puts integer-like keys in ascending order, whatever the order here.
  const refusals = [...route.refusals, ...ALWAYS].map((reason) => [
    PUBLIC_ERROR_STATUS[reason],
    makeReference('responses', nameResponse(reason)),
  ])
  return {
    200: {
      description: route.says,
      headers,
      content: { 'application/json': describeContent(route, facts) },
    },
    304: {
      description: 'The stored response that `If-None-Match` names is still current.',
      headers,
    },
    ...Object.fromEntries(refusals),
  }
}

function describeContent(route: HttpRoute, { limits, example }: Facts): object {
  const { answer: value, parameters } = example
  const schema = publishSchema(route.answer(limits))
  if (value === undefined) return { schema }
  const call = Object.keys(parameters).length > 0 ? ' to the example values' : ''
  const published = { summary: `The response of this build${call}.`, value }
  return { schema, examples: { published } }
}
