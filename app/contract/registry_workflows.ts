import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { HTTP_OPERATIONS } from './operations/mod.ts'
import { closed, identifier, line, oneOf, patternText, text } from './registry_words.ts'

/** What the build can fill in as the default of an input: a real value of the corpus. */
export const INPUT_SAMPLES = ['version', 'page_title', 'page_id', 'capability_id'] as const
export type InputSample = (typeof INPUT_SAMPLES)[number]

// RFC 6901, without the empty pointer: the whole of an answer is never compared.
const pointer = patternText('^(/([^~/\\s{}]|~[01])+)+$', 'a JSON Pointer such as /0/id')
const reference = patternText(
  '^\\$steps\\.[a-z0-9_]+\\.outputs\\.[a-z0-9_]+$',
  'an output of a step, such as $steps.search.outputs.page_id',
)
const listOf = <Item extends TSchema>(item: Item) =>
  Type.Optional(Type.Array(item, { minItems: 1 }))
const comparisons = listOf(Type.Object({ at: pointer, to: line }, closed))

const StepSchema = Type.Object(
  {
    id: identifier,
    operation: oneOf(HTTP_OPERATIONS),
    description: text,
    /** Values are texts, inputs (`$inputs.x`) or outputs of earlier steps. */
    parameters: listOf(Type.Object({ name: identifier, value: line }, closed)),
    /** What an answer must hold for the step to succeed. */
    present: listOf(pointer),
    equal: comparisons,
    /** Where all of these hold, the workflow has reached its end. */
    ends_if: comparisons,
    outputs: listOf(Type.Object({ name: identifier, at: pointer }, closed)),
  },
  closed,
)

const InputSchema = Type.Object(
  {
    name: identifier,
    description: text,
    default: Type.Optional(line),
    default_of: Type.Optional(oneOf(INPUT_SAMPLES)),
  },
  closed,
)

/** An ordered use of the public HTTP API (contract 2, markers of the descriptions). */
export const WorkflowEntrySchema = Type.Object(
  {
    id: patternText(
      '^[a-z][A-Za-z0-9_-]{0,63}$',
      'a lower-case letter, then letters, digits, _ and -, 64 at most',
    ),
    title: line,
    description: text,
    inputs: listOf(InputSchema),
    steps: Type.Array(StepSchema, { minItems: 1 }),
    outputs: listOf(Type.Object({ name: identifier, from: reference }, closed)),
  },
  closed,
)

export type WorkflowStep = Static<typeof StepSchema>
export type WorkflowInput = Static<typeof InputSchema>
