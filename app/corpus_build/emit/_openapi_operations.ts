import type { TSchema } from '@sinclair/typebox'
import type { Limits } from '../../contract/limits.ts'
import { type HttpOperation, httpRoute } from '../../contract/operations/mod.ts'
import { PUBLIC_ERROR_STATUS, type PublicErrorReason } from '../../contract/public_error.ts'
import type { HttpOperationEntry } from '../../contract/registry.ts'
import {
  ANSWER_HEADERS,
  IF_NONE_MATCH,
  MATCH_HEADERS,
  nameResponse,
} from './_openapi_components.ts'
import type { CorpusExamples } from './_openapi_examples.ts'
import { makeReference, publishInput, publishSchema } from './_openapi_schemas.ts'

type Facts = {
  readonly tag: string
  readonly limits: Limits
  readonly examples: CorpusExamples
}

/** The Operation Object of one allowlisted operation. */
export function describeOperation(entry: HttpOperationEntry, facts: Facts): object {
  const { operation, id, summary, description } = entry
  return {
    operationId: id,
    summary,
    description,
    tags: [facts.tag],
    // Explicitly empty: a security requirement at the root could not reach a public operation.
    security: [],
    parameters: [
      ...describeParameters(operation, facts),
      makeReference('parameters', IF_NONE_MATCH),
    ],
    responses: describeResponses(operation, facts),
  }
}

function describeParameters(
  operation: HttpOperation,
  { limits, examples }: Facts,
): readonly object[] {
  const { properties, required = [] } = httpRoute(operation).parameters(limits)
  return Object.entries<TSchema>(properties).map(([name, property]) => {
    // The parameter carries the description, because its schema may be only a reference.
    const { description: _, ...schema } = publishInput(property)
    const example = examples[operation].parameters[name]
    return {
      name,
      in: httpRoute(operation).place,
      description: property.description,
      required: required.includes(name),
      schema,
      ...(example === undefined ? {} : { example }),
    }
  })
}

/**
 * Refusals besides those of every operation. An operation without parameters has nothing to
 * refuse; only a page is looked up by id, and only its text is read on demand.
 */
const REFUSALS: Readonly<Record<HttpOperation, readonly PublicErrorReason[]>> = {
  search: ['invalid_parameter'],
  status: [],
  pages: ['invalid_parameter'],
  page: ['invalid_parameter', 'not_found', 'unavailable'],
  capabilities: [],
}
const ALWAYS: readonly PublicErrorReason[] = ['method_not_allowed', 'rate_limited', 'internal']

function describeResponses(
  operation: HttpOperation,
  facts: Facts,
): Readonly<Record<string, object>> {
  const headers = {
    'Cache-Control': {
      description: 'How long this response may be reused without revalidation.',
      schema: { type: 'string', const: httpRoute(operation).cache },
    },
    ...Object.fromEntries(
      [...ANSWER_HEADERS, ...(operation === 'search' ? MATCH_HEADERS : [])].map(
        ({ name, component }) => [name, makeReference('headers', component)],
      ),
    ),
  }
  // JavaScript puts integer-like keys in ascending order, whatever the order here.
  const refusals = [...REFUSALS[operation], ...ALWAYS].map((reason) => [
    PUBLIC_ERROR_STATUS[reason],
    makeReference('responses', nameResponse(reason)),
  ])
  return {
    200: {
      description: ANSWERS[operation],
      headers,
      content: { 'application/json': describeContent(operation, facts) },
    },
    304: {
      description: 'The stored response that `If-None-Match` names is still current.',
      headers,
    },
    ...Object.fromEntries(refusals),
  }
}

const ANSWERS: Readonly<Record<HttpOperation, string>> = {
  search: 'Page records, best match first; the order may change with the next build.',
  status: 'Version, build time and page count.',
  pages: 'Page records in corpus order, and where to continue.',
  page: 'The page with its body.',
  capabilities: 'Every capability with its status.',
}

function describeContent(operation: HttpOperation, { limits, examples }: Facts): object {
  const { answer: value, parameters } = examples[operation]
  const schema = publishSchema(httpRoute(operation).answer(limits))
  if (value === undefined) return { schema }
  const call = Object.keys(parameters).length > 0 ? ' to the example values' : ''
  const published = { summary: `The response of this build${call}.`, value }
  return { schema, examples: { published } }
}
