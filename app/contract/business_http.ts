import { type Static, Type } from '@sinclair/typebox'
import { closed, identifier, oneLine, oneOf, patternText } from './registry_words.ts'

/** Names of the product's own API: of a parameter, of a member of a body or of an answer. */
const wireName = oneLine(128)

const argumentName = patternText('^[A-Za-z][A-Za-z0-9_-]{0,63}$', 'the name of an argument')

const memberPath = Type.Array(wireName, { maxItems: 8 })

/** What the grant knows: nothing else says which workspace and business a call is about. */
export const GRANT_VALUES = ['workspace', 'business'] as const
export type GrantValue = (typeof GRANT_VALUES)[number]

const InputSchema = Type.Union(
  [
    Type.Object(
      {
        argument: argumentName,
        in: oneOf(['path', 'query', 'body']),
        /** Where the API has another name for it. */
        name: Type.Optional(wireName),
        /** How a list is written in a query: each value by itself, unless commas separate them. */
        list: Type.Optional(Type.Literal('commas')),
        /** Why a name that looks as if it chose a business does not. */
        because: Type.Optional(oneLine(300)),
      },
      closed,
    ),
    Type.Object(
      {
        grant: oneOf(GRANT_VALUES),
        in: oneOf(['path', 'query', 'header', 'body']),
        name: wireName,
      },
      closed,
    ),
  ],
  { description: 'argument or grant, in, and name' },
)

const AnswerSchema = Type.Object(
  {
    /** The type of each record, one of `records` of the tool. */
    type: identifier,
    /** Members that lead to the record, or to the list of them; none is the whole answer. */
    at: memberPath,
    /** The member of a record that is its id. */
    id: wireName,
    /** The member of a record that names its business; each record must have it. */
    business: Type.Optional(wireName),
    /**
     * Members of a record that are shown if they are plain values or lists of those; members of
     * members by their path, such as `owner.name`.
     */
    fields: Type.Array(wireName, { minItems: 1 }),
    /** Members that lead to what says that there are more records. */
    more: Type.Optional(memberPath),
  },
  closed,
)

/** How a tool calls an operation of the product's own HTTP API. */
export const HttpBindingSchema = Type.Object(
  {
    method: oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: patternText('^/[^\\s?#\\\\%]{0,499}$', 'a path such as /jobs/{job_id}'),
    inputs: Type.Array(InputSchema),
    /** Absent where the answer holds no record. */
    answer: Type.Optional(AnswerSchema),
  },
  closed,
)
export type HttpBinding = Static<typeof HttpBindingSchema>
export type HttpInput = Static<typeof InputSchema>
export type HttpAnswer = Static<typeof AnswerSchema>

/** Names in the braces of a path. */
export function listPathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '')
}

export function nameInput(input: HttpInput): string {
  return 'grant' in input ? input.name : (input.name ?? input.argument)
}
