import { Type } from '@sinclair/typebox'
import { idOf } from './_arguments.ts'
import { defineOperation } from './_definition.ts'

/** An operation of the public HTTP API, as the OpenAPI description has it. */
export const operation = defineOperation({
  input: { id: idOf('Operation id of the public HTTP API.') },
  output: { operation: Type.Object({}) },
  skill: undefined,
  http: undefined,
})
