import { Type } from '@sinclair/typebox'
import { CapabilitySchema } from '../corpus.ts'
import { CapabilityStatusSchema } from '../statuses.ts'
import { oneOfMembers, skillId, skillText } from './_arguments.ts'
import { defineOperation, defineRoute } from './_definition.ts'

export const CapabilityListSchema = Type.Object(
  {
    capabilities: Type.Array(CapabilitySchema, { description: 'Every capability there is.' }),
  },
  { $id: 'CapabilityList' },
)

/** Every capability with its status and the ids of its pages. */
export const capabilities = defineOperation({
  input: {},
  output: { capabilities: Type.Array(CapabilitySchema) },
  skill: oneOfMembers({ id: skillId, query: skillText, status: CapabilityStatusSchema }, 0),
  http: defineRoute({
    path: '/capabilities',
    answer: () => CapabilityListSchema,
    says: 'Every capability with its status.',
  }),
})
