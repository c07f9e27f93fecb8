import { type TInteger, Type } from '@sinclair/typebox'
import { LIMITS } from '../limits.ts'
import { PAGE_ID_PATTERN, PageRecordSchema } from '../page.ts'
import { CapabilityStatusSchema } from '../statuses.ts'
import { afterId, kindText, listLimit } from './_arguments.ts'
import { defineOperation, defineRoute } from './_definition.ts'

export const PageListSchema = Type.Object(
  {
    pages: Type.Array(PageRecordSchema, {
      maxItems: LIMITS.listRecordsMax,
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

const listing = (limit: TInteger) => ({
  kind: Type.Optional(kindText),
  status: Type.Optional(CapabilityStatusSchema),
  limit: Type.Optional(limit),
  after: Type.Optional(afterId),
})

/** Another version or language of these pages, with the address of its front page. */
type Sister = {
  label: string
  version: string
  language: string
  latest: boolean
  url: string
}

// Each member in the schema would cost every caller tokens, and few sites have sisters.
const SisterSchema = Type.Unsafe<Sister>({ type: 'object' })

/** The pages in corpus order, part by part. */
export const pages = defineOperation({
  input: listing(listLimit(LIMITS.listRecordsUsual)),
  output: {
    pages: Type.Array(PageRecordSchema),
    after: Type.Optional(Type.String()),
    sisters: Type.Optional(Type.Array(SisterSchema)),
  },
  skill: undefined,
  http: defineRoute({
    path: '/pages',
    parameters: () => Type.Object(listing(listLimit(LIMITS.listRecordsMax))),
    answer: () => PageListSchema,
    says: 'Page records in corpus order, and where to continue.',
    refusals: ['invalid_parameter'],
  }),
})
