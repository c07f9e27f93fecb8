import { Type } from '@sinclair/typebox'
import { idOf } from './_arguments.ts'
import { defineOperation } from './_definition.ts'

/** An ordered use of the public HTTP API, as the Arazzo description has it. */
export const workflow = defineOperation({
  input: { id: idOf('Workflow id.') },
  output: { workflow: Type.Object({}) },
  skill: undefined,
  http: undefined,
})
