import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Problem, sortProblems } from '../../contract/problem.ts'
import { closed, identifier, oneOf, patternText, text } from '../../contract/registry_words.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { findSchemaProblems } from '../../text/source_text/schema_problems.ts'
import { readRequiredYaml } from '../../text/source_text/yaml_file.ts'

const PersonSchema = Type.Object({ id: text, issuer: text, subject: text }, closed)
const PlaceSchema = Type.Object({ workspace_id: text, business_id: text }, closed)
const CallSchema = Type.Object(
  {
    operation: text,
    args: Type.Record(Type.String(), Type.Unknown()),
    record_types: Type.Array(identifier),
  },
  closed,
)

/** `{business}` and `{workspace}`, wherever they occur, are those of the grant. */
const apiCall = {
  /** The name of the operation in `business.yaml`. */
  operation: text,
  /** Path and query below the address of the API. */
  path: patternText('^/[^\\s#]*$', 'a path such as /businesses/{business}/notes'),
  /** Headers that the grant fills. */
  headers: Type.Optional(Type.Record(Type.String(), text)),
}
const ApiReadSchema = Type.Object(apiCall, closed)
const ApiWriteSchema = Type.Object(
  {
    ...apiCall,
    method: oneOf(['POST', 'PUT', 'PATCH', 'DELETE']),
    body: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
)

/** People, places and calls of a product's test system. A check whose members are absent waits. */
const TargetSchema = Type.Object(
  {
    /** A member of the active and of the archived business. */
    member: PersonSchema,
    active: PlaceSchema,
    archived: Type.Optional(PlaceSchema),
    /** A person of the same provider who is a member of neither. */
    stranger: Type.Optional(PersonSchema),
    /** Finds records of the active business. */
    read: Type.Optional(CallSchema),
    /** Ids of records that the read would find if it looked at another business. */
    elsewhere: Type.Optional(Type.Array(text)),
    /** The same read of one record: of the active business, of another, of none. */
    one: Type.Optional(
      Type.Object({ own: CallSchema, foreign: CallSchema, unknown: CallSchema }, closed),
    ),
    /**
     * Creates a record each time that it is applied, and so does the other. Where `read` finds such
     * records, they are counted.
     */
    write: Type.Optional(CallSchema),
    otherWrite: Type.Optional(CallSchema),
    /** A write to a record of another business, and to an unknown one; `own` is only named. */
    writeAcross: Type.Optional(
      Type.Object({ own: CallSchema, foreign: CallSchema, unknown: CallSchema }, closed),
    ),
    /** An active business of others: the member is not a member of it. */
    otherBusiness: Type.Optional(PlaceSchema),
    /** Calls of the product's own API: a GET, and a write that may be made twice with one key. */
    apiRead: Type.Optional(ApiReadSchema),
    apiWrite: Type.Optional(ApiWriteSchema),
  },
  closed,
)

export type ProductTarget = Static<typeof TargetSchema>
export type Person = Static<typeof PersonSchema>
export type Place = Static<typeof PlaceSchema>
export type Call = Static<typeof CallSchema>
export type ApiCall = Static<typeof ApiReadSchema> | Static<typeof ApiWriteSchema>

/** Reads a target file, YAML or JSON; every problem at once. */
export async function readTargetFile(
  path: string,
): Promise<Result<ProductTarget, readonly Problem[]>> {
  const fix = 'write it as the page "Packages and a check for your product" shows'
  const { source, problems } = await readRequiredYaml({ path, name: path }, fix)
  if (source === undefined) return err(sortProblems(problems))
  const found = [...problems, ...findSchemaProblems(TargetSchema, source)]
  if (found.length > 0) return err(sortProblems(found))
  const { value } = source
  if (!Value.Check(TargetSchema, value)) {
    throw new Error('Cannot read the file: it breaks its schema, and no problem was found')
  }
  return ok(value)
}
