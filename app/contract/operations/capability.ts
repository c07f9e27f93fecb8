import { Type } from '@sinclair/typebox'
import { CapabilitySchema } from '../corpus.ts'
import { PageRecordSchema } from '../page.ts'
import { idOf, oneOfMembers, skillId, skillText } from './_arguments.ts'
import { defineOperation } from './_definition.ts'

/** One capability with the records of its pages. */
export const capability = defineOperation({
  input: { id: idOf('Capability id.') },
  output: { capability: CapabilitySchema, pages: Type.Array(PageRecordSchema) },
  skill: oneOfMembers({ id: skillId, query: skillText }, 1),
  http: undefined,
})
