import {
  CACHE_NEVER,
  CORS_HEADERS,
  NOSNIFF_HEADERS,
  VARY_CODING,
} from '../../../contract/http_headers.ts'
import type { Limits } from '../../../contract/limits.ts'
import { HTTP_API_ALLOW } from '../../../contract/operations/mod.ts'
import type { PublicErrorReason } from '../../../contract/public_error.ts'
import type { Registry } from '../../../contract/registry.ts'
import { SEARCH_OUTCOMES } from '../../../contract/search_match.ts'
import { describeSchemas, makeReference } from './_openapi_schemas.ts'
import { keepReferenced } from './_references.ts'

/** Name of the parameter component for the conditional header. */
export const IF_NONE_MATCH = 'IfNoneMatch'

type Header = { readonly name: string; readonly component: string }

/** Headers of every response of the API, refusals included. */
const PUBLIC_HEADERS: readonly Header[] = [
  { name: 'Access-Control-Allow-Origin', component: 'AllowOrigin' },
  { name: 'Access-Control-Expose-Headers', component: 'ExposeHeaders' },
  { name: 'X-Content-Type-Options', component: 'ContentTypeOptions' },
]

/** Headers of 200 and 304 besides Cache-Control, whose value depends on the operation. */
export const ANSWER_HEADERS: readonly Header[] = [
  { name: 'ETag', component: 'EntityTag' },
  { name: 'Vary', component: 'Vary' },
  ...PUBLIC_HEADERS,
]

/** How sure a search is, and of which words it is not; absent without such words. */
export const MATCH_HEADERS: readonly Header[] = [
  { name: 'Search-Outcome', component: 'SearchOutcome' },
  { name: 'Search-Apart', component: 'SearchApart' },
  { name: 'Search-Unmatched', component: 'SearchUnmatched' },
  { name: 'Search-Corrected', component: 'SearchCorrected' },
]

/** Name of the response component for a refusal: `InvalidParameter`. */
export function nameResponse(reason: PublicErrorReason): string {
  return reason.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The Components Object, with only those components that the paths refer to. */
export function describeComponents(registry: Registry, limits: Limits, paths: object): object {
  const all = {
    schemas: describeSchemas(registry.errors.map(({ code }) => code)),
    parameters: { [IF_NONE_MATCH]: IF_NONE_MATCH_PARAMETER },
    headers: HEADERS,
    responses: describeResponses(registry, limits),
  }
  return keepReferenced(all, paths)
}

const ENTITY_TAG = { type: 'string', pattern: '^"[^"]+"$', minLength: 3, maxLength: 64 } as const
const EXAMPLE_TAG = '"6f1c2a90d3b47e58"'

const IF_NONE_MATCH_PARAMETER = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'The `ETag` of a response that you have stored: 304 without a body means that it is still ' +
    'current. Separate several tags with commas; an empty value names none.',
  required: false,
  schema: { type: 'string' },
  example: EXAMPLE_TAG,
}

const describeConstant = (description: string, value: string) => ({
  description,
  schema: { type: 'string', const: value },
})

const HEADERS: Readonly<Record<string, object>> = {
  EntityTag: {
    description: 'Validator of the response; send it back in `If-None-Match`.',
    schema: ENTITY_TAG,
    example: EXAMPLE_TAG,
  },
  Vary: describeConstant(
    'Responses are compressed as br or gzip if the request accepts that.',
    VARY_CODING.vary,
  ),
  AllowOrigin: describeConstant(
    'Scripts on any website may read the response.',
    CORS_HEADERS['access-control-allow-origin'],
  ),
  ExposeHeaders: describeConstant(
    'Headers that scripts may read besides the default ones.',
    CORS_HEADERS['access-control-expose-headers'],
  ),
  SearchOutcome: {
    description:
      'How sure the answer is. weak: there are results, but no section of the best page has ' +
      'the words of the query together, so the answer may be in no page: say so before you use it.',
    schema: { type: 'string', pattern: `^(${SEARCH_OUTCOMES.join('|')})$` },
    example: 'found',
  },
  SearchApart: {
    description:
      'Of a weak search, the words of the query, as typed, that the section with most of them ' +
      'lacks, though some page holds them: a list of strings (RFC 9651), the first ones where ' +
      'there are many. Absent when there are none.',
    schema: { type: 'string' },
    example: '"kerberos", "ticket"',
  },
  SearchUnmatched: {
    description:
      'Words of the query, as typed, that no page holds in any form: a list of strings ' +
      '(RFC 9651), the first ones where there are many. Absent when there are none.',
    schema: { type: 'string' },
    example: '"systemd"',
  },
  SearchCorrected: {
    description:
      'Words and phrases of the query that were taken for others, because they are misspelled or ' +
      'have a synonym, in lower case and joined by hyphens: a dictionary of strings (RFC 9651), ' +
      'the first ones where there are many. Absent when there are none.',
    schema: { type: 'string' },
    example: 'openai="openapi"',
  },
  ContentTypeOptions: describeConstant(
    'Use the declared media type; do not guess another.',
    NOSNIFF_HEADERS['x-content-type-options'],
  ),
  NotKept: describeConstant('Refusals must not be stored.', CACHE_NEVER),
  Allow: describeConstant('The methods that the path allows.', HTTP_API_ALLOW),
}

function describeResponses(registry: Registry, limits: Limits): Readonly<Record<string, object>> {
  const entries = registry.errors.map(({ reason, code, description }) => {
    const allow = { name: 'Allow', component: 'Allow' }
    const headers = [
      ...(reason === 'method_not_allowed' ? [allow] : []),
      { name: 'Cache-Control', component: 'NotKept' },
      ...PUBLIC_HEADERS,
    ].map(({ name, component }) => [name, makeReference('headers', component)])
    const value = { error: { code, message: description } }
    const response = {
      description: `${description}${explainReason(reason, limits)}`,
      headers: Object.fromEntries(headers),
      content: {
        'application/json': {
          schema: makeReference('schemas', 'ApiError'),
          examples: { refusal: { summary: `The code is \`${code}\`.`, value } },
        },
      },
    }
    return [nameResponse(reason), response] as const
  })
  return Object.fromEntries(entries)
}

function explainReason(reason: PublicErrorReason, limits: Limits): string {
  if (reason !== 'rate_limited') return ''
  return (
    ` A client address has ${limits.publicCallsPerMinute} calls a minute; no header counts them ` +
    'and there is no `Retry-After`, so wait longer after each refusal.'
  )
}
