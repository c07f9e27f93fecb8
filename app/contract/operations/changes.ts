import { Type } from '@sinclair/typebox'
import { ChangeSchema } from '../corpus.ts'
import { LIMITS } from '../limits.ts'
import { closed } from '../registry_words.ts'
import { listLimit, skillLimit } from './_arguments.ts'
import { defineOperation } from './_definition.ts'

/** The user-visible changes, newest first. */
export const changes = defineOperation({
  input: { limit: Type.Optional(listLimit(LIMITS.listRecordsUsual)) },
  output: { changes: Type.Array(ChangeSchema), total: Type.Integer({ minimum: 0 }) },
  skill: Type.Object({ limit: Type.Optional(skillLimit) }, closed),
  http: undefined,
})
