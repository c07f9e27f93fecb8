import { type TSchema, Type } from '@sinclair/typebox'
import { CapabilitySchema, CorpusStatusSchema } from './corpus.ts'
import { CACHE_SHORT } from './http_headers.ts'
import { LIST_RECORDS_MAX } from './limits.ts'
import type { HttpOperation } from './operations.ts'
import { PAGE_ID_PATTERN, PageRecordSchema, PageSchema, SearchRecordSchema } from './page.ts'

/** What the HTTP API takes; every other method is refused (contract 1, rule 3). */
export const HTTP_API_ALLOW = 'GET, HEAD, OPTIONS'

/** How long a client may keep an answer without asking again (our choice). */
export const HTTP_API_CACHE: Readonly<Record<HttpOperation, string>> = {
  search: 'public, max-age=60',
  status: 'no-cache',
  pages: CACHE_SHORT,
  page: CACHE_SHORT,
  capabilities: CACHE_SHORT,
}

/** One page of the list of pages. */
export const PageListSchema = Type.Object(
  {
    pages: Type.Array(PageRecordSchema, {
      maxItems: LIST_RECORDS_MAX,
      description: 'Page records in corpus order.',
    }),
    after: Type.Optional(
      Type.String({
        pattern: PAGE_ID_PATTERN,
        description: 'Present while there is more: pass it as `after` to get the next ones.',
      }),
    ),
  },
  { $id: 'PageList' },
)

export const CapabilityListSchema = Type.Object(
  {
    capabilities: Type.Array(CapabilitySchema, { description: 'Every capability there is.' }),
  },
  { $id: 'CapabilityList' },
)

/** What each operation answers with 200. Search is a list at the root (contract 4.2). */
export function httpAnswer(
  operation: HttpOperation,
  limits: { readonly searchLimitMax: number },
): TSchema {
  switch (operation) {
    case 'search':
      return Type.Array(SearchRecordSchema, {
        maxItems: limits.searchLimitMax,
        description: 'Best first; an empty list when nothing was found.',
      })
    case 'status':
      return CorpusStatusSchema
    case 'pages':
      return PageListSchema
    case 'page':
      return PageSchema
    case 'capabilities':
      return CapabilityListSchema
  }
}
