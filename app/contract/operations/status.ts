import { Type } from '@sinclair/typebox'
import { CorpusStatusSchema } from '../corpus.ts'
import { defineOperation, defineRoute } from './_definition.ts'

/** Which corpus answers: its version, the instant of its build and its size. */
export const status = defineOperation({
  input: {},
  output: { pages: Type.Integer({ minimum: 0 }) },
  skill: undefined,
  http: defineRoute({
    path: '/status',
    answer: () => CorpusStatusSchema,
    says: 'Version, build time and page count.',
    cache: 'no-cache',
  }),
})
