import { type Static, type TObject, Type } from '@sinclair/typebox'
import {
  ID_CHARACTERS_MAX,
  LIST_RECORDS_MAX,
  LIST_TOOL_RECORDS,
  PAGE_TOKENS_DEFAULT,
  PAGE_TOKENS_MAX,
  PAGE_TOKENS_MIN,
  PAGES_AT_ONCE_MAX,
  QUERY_CHARACTERS_MAX,
} from './limits.ts'
import { KIND_PATTERN, PAGE_ID_PATTERN } from './page.ts'
import { closed } from './registry_words.ts'
import { CapabilityStatusSchema } from './statuses.ts'

/** The ten operations of `public_docs`; each is one public MCP tool (shapes: operations). */
export const OPERATIONS = [
  'search',
  'page',
  'pages',
  'capability',
  'capabilities',
  'status',
  'changes',
  'operation',
  'workflow',
  'event',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** The five operations that have a route on the HTTP API. */
export const HTTP_OPERATIONS = ['search', 'status', 'pages', 'page', 'capabilities'] as const
export type HttpOperation = (typeof HTTP_OPERATIONS)[number]

/** Prefix of the public HTTP API (contract 4.2). */
export const HTTP_API_PREFIX = '/api/public/docs'

/** Names that the contract itself fixes: a registry that renames one is refused. */
export const FIXED_TOOL_NAMES: Readonly<Partial<Record<Operation, string>>> = {
  search: 'search_public_docs',
}
export const FIXED_HTTP_PATHS: Readonly<Partial<Record<HttpOperation, string>>> = {
  search: '/search',
  status: '/status',
}

const query = Type.String({
  minLength: 1,
  maxLength: QUERY_CHARACTERS_MAX,
  // Every interface trims a query first, and nothing may be left of spaces alone.
  pattern: '\\S',
  description: 'A question, a title, a phrase or an identifier.',
})
const kind = Type.String({ pattern: KIND_PATTERN, description: 'Only pages of this kind.' })
const nameText = Type.String({
  minLength: 1,
  maxLength: QUERY_CHARACTERS_MAX,
  description: 'Id, address or title.',
})
const idOf = (what: string) =>
  Type.String({ minLength: 1, maxLength: ID_CHARACTERS_MAX, description: what })
const listLimit = (usual: number) =>
  Type.Integer({
    minimum: 1,
    maximum: LIST_RECORDS_MAX,
    default: usual,
    description: 'Most records to return.',
  })
const after = Type.String({
  pattern: PAGE_ID_PATTERN,
  description:
    'Id of the last page of the previous call; the list goes on behind it. An id that names no ' +
    'page is refused.',
})

/** Arguments of each operation as an MCP tool: closed objects (shapes: operations). */
export const TOOL_INPUTS = {
  search: Type.Object({ query }, closed),
  page: Type.Object(
    {
      id: nameText,
      section: Type.Optional(Type.String({ minLength: 1, description: 'Heading or anchor.' })),
      max_tokens: Type.Optional(
        Type.Integer({
          minimum: PAGE_TOKENS_MIN,
          maximum: PAGE_TOKENS_MAX,
          default: PAGE_TOKENS_DEFAULT,
        }),
      ),
      more_ids: Type.Optional(Type.Array(nameText, { maxItems: PAGES_AT_ONCE_MAX - 1 })),
    },
    closed,
  ),
  pages: Type.Object(
    {
      kind: Type.Optional(kind),
      status: Type.Optional(CapabilityStatusSchema),
      limit: Type.Optional(listLimit(LIST_TOOL_RECORDS)),
      after: Type.Optional(after),
    },
    closed,
  ),
  capability: Type.Object({ id: idOf('Capability id.') }, closed),
  capabilities: Type.Object({}, closed),
  status: Type.Object({}, closed),
  changes: Type.Object({ limit: Type.Optional(listLimit(LIST_TOOL_RECORDS)) }, closed),
  operation: Type.Object({ id: idOf('Operation id of the public HTTP API.') }, closed),
  workflow: Type.Object({ id: idOf('Workflow id.') }, closed),
  event: Type.Object({ type: idOf('Event type.') }, closed),
} as const satisfies Record<Operation, TObject>

/** Every argument of a public tool. */
export const TOOL_ARGUMENTS: readonly string[] = [
  ...new Set(Object.values(TOOL_INPUTS).flatMap(({ properties }) => Object.keys(properties))),
]

export type PageArguments = Static<(typeof TOOL_INPUTS)['page']>

/** Where the parameters of an HTTP operation stand: a page is named by its path alone. */
export function parameterPlace(operation: HttpOperation): 'query' | 'path' {
  return operation === 'page' ? 'path' : 'query'
}

/** Query and path parameters of the five HTTP operations. Bounds of `limit` are settings. */
export function httpParameters(
  operation: HttpOperation,
  limits: { readonly searchLimitDefault: number; readonly searchLimitMax: number },
): TObject {
  switch (operation) {
    case 'search':
      return Type.Object({
        q: query,
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: limits.searchLimitMax,
            // No `default`: to ask for that number is not the same as to ask for none.
            description:
              'Most records to return; results are ranked and never paged. Without it, at most ' +
              `${limits.searchLimitDefault}: pages far behind the best are left out or shown ` +
              'without section.',
          }),
        ),
        kind: Type.Optional(kind),
        status: Type.Optional(CapabilityStatusSchema),
      })
    case 'pages':
      return Type.Object({
        ...TOOL_INPUTS.pages.properties,
        limit: Type.Optional(listLimit(LIST_RECORDS_MAX)),
      })
    case 'page':
      return Type.Object({ id: idOf('Page id.') })
    case 'status':
    case 'capabilities':
      return Type.Object({})
  }
}
