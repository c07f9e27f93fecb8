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

const SisterSchema = Type.Object({
  label: Type.String(),
  version: Type.String(),
  language: Type.String(),
  latest: Type.Boolean(),
  url: Type.String({ description: 'Front page of that site, which has an MCP server of its own.' }),
})

/** The pages in corpus order, part by part. */
export const pages = defineOperation({
  input: listing(listLimit(LIMITS.listRecordsUsual)),
  output: {
    pages: Type.Array(PageRecordSchema),
    after: Type.Optional(Type.String()),
    sisters: Type.Optional(
      Type.Array(SisterSchema, { description: 'Other versions and languages of these pages.' }),
    ),
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
