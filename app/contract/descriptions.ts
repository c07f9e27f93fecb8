import { type Static, Type } from '@sinclair/typebox'

const text = Type.String()
const object = Type.Object({})

/** One operation of the HTTP API in the terms of OpenAPI, ready to be called. */
const OperationDescriptionSchema = Type.Object({
  operationId: text,
  summary: text,
  description: text,
  method: text,
  url: Type.String({ description: 'Path parameters are in braces.' }),
  parameters: Type.Array(
    Type.Object({ name: text, in: text, description: text, required: Type.Boolean() }),
  ),
  responses: Type.Object({}, { description: 'Description and content by status.' }),
  example: Type.Object({ url: text }),
})

/** One workflow as a Workflow Object of Arazzo; its steps name operations of the HTTP API. */
const WorkflowDescriptionSchema = Type.Object({
  workflowId: text,
  summary: text,
  description: text,
  inputs: Type.Optional(object),
  steps: Type.Array(
    Type.Object({
      stepId: text,
      description: text,
      operationId: text,
      successCriteria: Type.Array(object),
    }),
  ),
  outputs: Type.Optional(object),
})

/** One event type: its schemas are JSON Schema, and the example has a signature that verifies. */
const EventDescriptionSchema = Type.Object({
  type: text,
  title: text,
  description: text,
  channel: object,
  headers: object,
  envelope: object,
  data: object,
  example: Type.Object({ headers: object, payload: object }),
  signature: object,
  delivery: object,
  deduplication: object,
})

/** What three of the operations answer, by id; taken from the descriptions that are published. */
export const DescriptionsSchema = Type.Object({
  operation: Type.Record(Type.String(), OperationDescriptionSchema),
  workflow: Type.Record(Type.String(), WorkflowDescriptionSchema),
  event: Type.Record(Type.String(), EventDescriptionSchema),
})
export type Descriptions = Readonly<Static<typeof DescriptionsSchema>>
