import { Type } from '@sinclair/typebox'
import { idOf } from './_arguments.ts'
import { defineOperation } from './_definition.ts'

/** A type of outbound event, as the AsyncAPI description has it. */
export const event = defineOperation({
  input: { type: idOf('Event type.') },
  output: { event: Type.Object({}) },
  skill: undefined,
  http: undefined,
})
