import type { TSchema } from '@sinclair/typebox'
import { ChangeSchema } from '../../../contract/corpus.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import type { Limits } from '../../../contract/limits.ts'
import { HTTP_API_PREFIX, type HttpRoute, httpRoute } from '../../../contract/operations/mod.ts'
import { OPENAPI_REVISION } from '../../../contract/protocol.ts'
import { PUBLIC_ERROR_STATUS, type PublicErrorReason } from '../../../contract/public_error.ts'
import type { HttpOperationEntry } from '../../../contract/registry.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import { trimBody } from '../../../docs/model/page_text.ts'
import {
  type ExampleCall,
  type ExampleCorpus,
  MODULES,
} from '../../../docs/public_docs/operations/mod.ts'
import { parseMarkdown, resolveMarkdown } from '../../../text/source_text/markdown.ts'
import { describeOpenapiLicense } from './_license.ts'
import {
  ANSWER_HEADERS,
  describeComponents,
  IF_NONE_MATCH,
  MATCH_HEADERS,
  nameResponse,
} from './_openapi_components.ts'
import { makeReference, publishInput, publishSchema } from './_openapi_schemas.ts'
import { sampleQuery } from './_samples.ts'
import type { Search } from './build_search.ts'
import { createLinks } from './links.ts'

/** Path of the OpenAPI description below the base address (contract 4.4). */
export const OPENAPI_FILE = 'developers/openapi.yaml'

type OpenapiFacts = {
  /** Time of the build, the second marker for comparing a cached copy (contract 9). */
  readonly generated: string
  readonly limits: Limits
  /** The search of this build, for an example that matches the service. */
  readonly search: Search
}

/** `developers/openapi.yaml`: the allowlisted operations and nothing else (contract 1, rule 4). */
export function describeOpenapi(corpus: Corpus, facts: OpenapiFacts): JsonObject {
  const paths = describePaths(corpus, facts)
  return {
    openapi: OPENAPI_REVISION,
    info: describeInfo(corpus, facts.generated),
    servers: [
      { url: baseOf(corpus.baseUrl), description: 'The service that publishes this description.' },
    ],
    security: [],
    tags: [{ name: TAG, description: 'Read-only operations over the published documentation.' }],
    paths,
    components: describeComponents(corpus.registry, facts.limits, paths),
  }
}

const TAG = 'documentation'

function describePaths(corpus: Corpus, facts: OpenapiFacts): Readonly<Record<string, object>> {
  const examples = readForExamples(corpus, facts.generated, facts.search)
  const entries = corpus.registry.operations
    .filter(({ operation }) => corpus.published.includes(operation))
    .map((entry) => {
      const example = MODULES[entry.operation].http.example(examples)
      const get = describeOperation(entry, { tag: TAG, limits: facts.limits, example })
      return [`${HTTP_API_PREFIX}${entry.path}`, { get }] as const
    })
  return Object.fromEntries(entries)
}

function describeInfo({ registry, baseUrl }: Corpus, generated: string): object {
  const { title, description, version, contact, license } = registry.service
  const { name, url, email } = contact
  return {
    title: `${title} public documentation API`,
    summary: `Anonymous, read-only access to the documentation of ${title}.`,
    description: `${description.trim()}\n\n${explainRules(baseOf(baseUrl))}`,
    contact: { name, url, ...(email === undefined ? {} : { email }) },
    ...describeOpenapiLicense(license),
    version,
    'x-generated': generated,
  }
}

const CHANGE_FIELDS = Object.keys(ChangeSchema.properties)
  .map((name) => `\`${name}\``)
  .join(', ')

/** What applies to every operation, so that a client needs no other prose (contract 7 and 9). */
function explainRules(base: string): string {
  return [
    'Every operation is a GET request and needs no credentials. HEAD returns the headers of GET, ' +
      'and OPTIONS the methods that a path allows. Scripts on any website may call the API.',
    'Unknown query parameters are ignored. A known one that is empty, repeated, malformed or out ' +
      'of bounds is refused. Ignore response fields that you do not know: more may be added. Ids ' +
      'are opaque and stable.',
    'A refusal carries `error.code` and `error.message`. Branch on the code, never on the ' +
      'message, with a default branch for codes that you do not know. Only the response to a ' +
      'request that the HTTP server itself cannot parse or finds too large has no such body.',
    'Addresses carry no version. To check whether a copy of this description is current, compare ' +
      '`info.version` and `info.x-generated` with `version` and `generated` of the corpus status ' +
      `or of ${base}/docs-manifest.json; do not compare the text.`,
    `User-visible changes are listed in ${base}/docs-data/changes.json, newest first. Each has ` +
      `${CHANGE_FIELDS}; the last two only where they apply.`,
  ].join('\n\n')
}

function readForExamples(corpus: Corpus, generated: string, search: Search): ExampleCorpus {
  const toExamplePage = (page: CorpusPage) => ({
    record: page.record,
    characters: page.body.length,
    headings: () => parseMarkdown(page.body).headings.map(({ text }) => text),
    markdown: () => renderMarkdown(page, corpus),
  })
  return {
    version: corpus.registry.service.version,
    generated,
    capabilities: corpus.capabilities,
    pages: corpus.pages.map(toExamplePage),
    sample: () => {
      const sample = sampleQuery(corpus)
      return sample === undefined ? undefined : { ...sample, page: toExamplePage(sample.page) }
    },
    search,
  }
}

function renderMarkdown(page: CorpusPage, corpus: Corpus): string {
  const body = trimBody(page.body)
  return resolveMarkdown(body, parseMarkdown(body), createLinks(corpus).absolute(page))
}

type Facts = {
  readonly tag: string
  readonly limits: Limits
  readonly example: ExampleCall
}

function describeOperation(entry: HttpOperationEntry, facts: Facts): object {
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
