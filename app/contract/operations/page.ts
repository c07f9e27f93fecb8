import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../limits.ts'
import { PageRecordSchema, PageSchema } from '../page.ts'
import { idOf, nameText, oneOfMembers, skillId, skillText } from './_arguments.ts'
import { defineOperation, defineRoute } from './_definition.ts'

const text = Type.String()

const pageText = {
  page: PageRecordSchema,
  markdown: text,
  truncated: Type.Boolean(),
  sections: Type.Array(text),
  next_section: Type.Optional(text),
  note: Type.Optional(text),
}
const PageTextSchema = Type.Object(pageText)

/** A further page of the page tool, or why it cannot be read. */
type FurtherPage = Static<typeof PageTextSchema> | { readonly id: string; readonly problem: string }

/** One page with its text, or several that share a budget of tokens. */
export const page = defineOperation({
  input: {
    id: nameText,
    section: Type.Optional(Type.String({ minLength: 1, description: 'Heading or anchor.' })),
    max_tokens: Type.Optional(
      Type.Integer({
        minimum: LIMITS.pageTokensMin,
        maximum: LIMITS.pageTokensMax,
        default: LIMITS.pageTokensUsual,
      }),
    ),
    more_ids: Type.Optional(Type.Array(nameText, { maxItems: LIMITS.pagesAtOnceMax - 1 })),
  },
  output: {
    ...pageText,
    more: Type.Optional(Type.Array(Type.Unsafe<FurtherPage>(Type.Object({})))),
  },
  skill: oneOfMembers({ id: skillId, url: skillText, query: skillText }, 1),
  http: defineRoute({
    path: '/pages/{id}',
    parameters: () => Type.Object({ id: idOf('Page id.') }),
    place: 'path',
    answer: () => PageSchema,
    says: 'The page with its body.',
    // Only a page is looked up by id, and only its text is read on demand.
    refusals: ['invalid_parameter', 'not_found', 'unavailable'],
  }),
})
