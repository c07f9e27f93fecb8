import { type Static, Type } from '@sinclair/typebox'
import type { JsonObject } from './json_rpc.ts'
import { DATE_PATTERN } from './page.ts'
import { closed, identifier, line, oneOf, patternText, text } from './registry_words.ts'

const day = patternText(DATE_PATTERN, 'a day as YYYY-MM-DD')

const MembershipSchema = Type.Object(
  {
    business: identifier,
    /** An approver decides held calls of the business; a member only makes them. */
    role: oneOf(['member', 'approver']),
  },
  closed,
)

const ExampleUserSchema = Type.Object(
  {
    id: identifier,
    /** The name by which the sign-in of a process under test knows the user. */
    subject: identifier,
    display: line,
    email: text,
    memberships: Type.Array(MembershipSchema),
  },
  closed,
)

const ExampleRecordSchema = Type.Object(
  {
    type: identifier,
    id: identifier,
    workspace: identifier,
    created: day,
    updated: Type.Optional(day),
    /** What a reach rule reads is here too: the business, or the record that leads to it. */
    fields: Type.Unsafe<JsonObject>(Type.Object({}, { description: 'a map of the fields' })),
  },
  closed,
)

/** `corpus/example_workspace.yaml`: what the embedded example workspace holds when it is new. */
export const ExampleWorkspaceSchema = Type.Object(
  {
    version: Type.Literal(1),
    workspaces: Type.Array(Type.Object({ id: identifier, name: line }, closed), { minItems: 1 }),
    businesses: Type.Array(
      Type.Object({ id: identifier, workspace: identifier, name: line }, closed),
      { minItems: 1 },
    ),
    users: Type.Array(ExampleUserSchema, { minItems: 1 }),
    records: Type.Array(ExampleRecordSchema),
  },
  closed,
)
export type ExampleWorkspace = Static<typeof ExampleWorkspaceSchema>
export type ExampleUserEntry = ExampleWorkspace['users'][number]

/**
 * The issuer of example users: a name in place of an address, because no provider vouches for them.
 * Whoever writes a user of the example workspace into the store writes it under this issuer.
 */
export const EXAMPLE_ISSUER = 'urn:lectern:example'

/** Who signs in with `DEV_SIGN_IN=1` where the corpus has no example: the product knows them. */
export const EXAMPLE_PEOPLE: readonly Pick<ExampleUserEntry, 'subject' | 'display'>[] = [
  { subject: 'ada', display: 'Ada Example' },
  { subject: 'ben', display: 'Ben Example' },
]
