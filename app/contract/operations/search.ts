import { Type } from '@sinclair/typebox'
import { SearchRecordSchema } from '../page.ts'
import { closed } from '../registry_words.ts'
import { SEARCH_OUTCOMES } from '../search_match.ts'
import { CapabilityStatusSchema } from '../statuses.ts'
import { kindText, queryText, skillLimit, skillText } from './_arguments.ts'
import { defineOperation, defineRoute } from './_definition.ts'

const text = Type.String()
const corrections = Type.Unsafe<Readonly<Record<string, string>>>(Type.Object({}))

/** Pages that answer a question, best first; never paged (contract 4.2). */
export const search = defineOperation({
  input: { query: queryText },
  output: {
    outcome: Type.Union(SEARCH_OUTCOMES.map((outcome) => Type.Literal(outcome))),
    degraded: Type.Boolean(),
    results: Type.Array(SearchRecordSchema),
    apart: Type.Optional(Type.Array(text)),
    unmatched: Type.Optional(Type.Array(text)),
    corrected: Type.Optional(corrections),
    note: Type.Optional(text),
  },
  skill: Type.Object({ query: skillText, limit: Type.Optional(skillLimit) }, closed),
  http: defineRoute({
    path: '/search',
    parameters: ({ searchLimitDefault, searchLimitMax }) =>
      Type.Object({
        q: queryText,
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: searchLimitMax,
            // No `default`: to ask for that number is not the same as to ask for none.
            description:
              'Most records to return; results are ranked and never paged. Without it, at most ' +
              `${searchLimitDefault}: pages far behind the best are left out or shown ` +
              'without section.',
          }),
        ),
        kind: Type.Optional(kindText),
        status: Type.Optional(CapabilityStatusSchema),
      }),
    answer: ({ searchLimitMax }) =>
      Type.Array(SearchRecordSchema, {
        maxItems: searchLimitMax,
        description: 'Best first; an empty list when nothing was found.',
      }),
    says: 'Page records, best match first; the order may change with the next build.',
    cache: 'public, max-age=60',
    refusals: ['invalid_parameter'],
    hasMatchHeaders: true,
  }),
})
