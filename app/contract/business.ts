import { type Static, Type } from '@sinclair/typebox'
import { HttpBindingSchema } from './business_http.ts'
import { BUSINESS_SCOPES } from './oauth.ts'
import { closed, identifier, line, oneOf, patternText, publicName, text } from './registry_words.ts'

const recordType = identifier

/**
 * How a record of a type reaches one business: by a field of its own, through the record that a
 * field of it names, or not at all. A type without a rule is reached by nobody (contract 1, rule
 * 9).
 */
const ReachSchema = Type.Union(
  [
    Type.Object({ rule: Type.Literal('column'), field: identifier }, closed),
    Type.Object({ rule: Type.Literal('via'), through: recordType, field: identifier }, closed),
    Type.Object({ rule: Type.Literal('none') }, closed),
  ],
  { description: 'rule: column with field, rule: via with through and field, or rule: none' },
)

const map = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** Links between a record and its business: longer chains have no meaning that people follow. */
export const REACH_STEPS_MAX = 8

const RecordEntrySchema = Type.Object(
  { type: recordType, title: line, description: text, reach: ReachSchema },
  closed,
)

const BusinessToolSchema = Type.Object(
  {
    name: publicName,
    title: line,
    description: text,
    scope: oneOf(BUSINESS_SCOPES),
    kind: oneOf(['read', 'write']),
    /** An operation that the domain services list. */
    operation: patternText('^[a-z][a-z0-9_.]{0,63}$', 'a name such as follow_up.close'),
    /** Where it calls the product's own HTTP API, which `operation` then names for the audit. */
    http: Type.Optional(HttpBindingSchema),
    /** The record types that it may return. */
    records: Type.Array(recordType),
    /** Arguments that the registry gives and no caller can change. */
    with: Type.Optional(map('a map of arguments')),
    annotations: Type.Object(
      {
        readOnlyHint: Type.Boolean(),
        destructiveHint: Type.Boolean(),
        idempotentHint: Type.Boolean(),
        openWorldHint: Type.Boolean(),
      },
      closed,
    ),
    /** JSON Schema 2020-12 of an object, closed at every level. */
    input_schema: map('a JSON Schema'),
    /** `always`: each call waits for a person; `domain`: only where the product says so. */
    hold: oneOf(['domain', 'always']),
    idempotency: oneOf(['none', 'optional', 'required']),
    result_bytes_max: Type.Integer({ minimum: 1024, maximum: 1_048_576 }),
  },
  closed,
)

/** `corpus/business.yaml`: the private tools of a deployment and what its records reach. */
export const BusinessRegistrySchema = Type.Object(
  {
    version: Type.Literal(1),
    records: Type.Array(RecordEntrySchema, { minItems: 1 }),
    tools: Type.Array(BusinessToolSchema, { minItems: 1 }),
  },
  closed,
)
export type BusinessRegistry = Static<typeof BusinessRegistrySchema>
export type BusinessTool = BusinessRegistry['tools'][number]

/** Where a write carries its idempotency key: `params._meta` (shapes: business surface). */
export const META_IDEMPOTENCY_KEY = 'lectern/idempotencyKey'
export const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9_-]{1,64}$/

/** Where a card of `tools/list` names the scope that the tool needs; public tools have none. */
export const META_SCOPE = 'lectern/scope'
