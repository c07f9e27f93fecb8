import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { GRANT_VALUES } from '../../contract/business_http.ts'
import { closed, identifier, oneLine, oneOf, publicName } from '../../contract/registry_words.ts'

const name = oneLine(128)

const ChoicesSchema = Type.Object(
  {
    /** Name of the tool. */
    name: Type.Optional(publicName),
    /** Type of the records that it returns. */
    record: Type.Optional(identifier),
    /** A member of each record that names its business, `answer`, or `via:TYPE:MEMBER`. */
    reach: Type.Optional(oneLine(200)),
    hold: Type.Optional(oneOf(['always', 'domain'])),
    idempotency: Type.Optional(oneOf(['none', 'optional', 'required'])),
    /** The member of a record that is its id. */
    id: Type.Optional(name),
    /** Members, separated by dots, that lead to the records in an answer. */
    at: Type.Optional(oneLine(200)),
    /** Inputs whose value is the workspace or the business of the grant. */
    from_grant: Type.Optional(Type.Record(Type.String(), oneOf(GRANT_VALUES))),
    /** Inputs that look as if they chose a business, and why they do not. */
    not_tenant: Type.Optional(Type.Record(Type.String(), oneLine(300))),
    /** Optional inputs that no caller can give. */
    leave_out: Type.Optional(Type.Array(name)),
  },
  closed,
)

/** What a document does not say about an operation: in `x-lectern`, or as options. */
export type Choices = Static<typeof ChoicesSchema>

/** Choices as a document has them, or the member that is not one. */
export function readChoices(value: unknown): {
  readonly choices: Choices
  readonly wrong?: string
} {
  if (value === undefined) return { choices: {} }
  if (Value.Check(ChoicesSchema, value)) return { choices: value }
  const [first] = Value.Errors(ChoicesSchema, value)
  return { choices: {}, wrong: first?.path.replace(/^\//, '') ?? '' }
}

/** The later choice wins; marks of inputs add up. */
export function mergeChoices(...all: readonly Choices[]): Choices {
  return {
    ...Object.assign({}, ...all),
    from_grant: Object.assign({}, ...all.map((each) => each.from_grant)),
    not_tenant: Object.assign({}, ...all.map((each) => each.not_tenant)),
    leave_out: all.flatMap((each) => each.leave_out ?? []),
  }
}

/**
 * The choices of a document: whoever writes it, perhaps a vendor, must not release calls from
 * approval, nor vouch that an input selects no business. `dropped` names what it may not say.
 */
export function readOwnChoices(value: unknown): ReturnType<typeof readChoices> & {
  readonly dropped: readonly string[]
} {
  const { choices, ...others } = readChoices(value)
  const { not_tenant: reasons = {}, hold, ...own } = choices
  return {
    ...others,
    choices: hold === 'always' ? { ...own, hold } : own,
    dropped: [
      ...(hold === 'domain' ? ['hold: domain'] : []),
      ...Object.keys(reasons).map((name) => `not_tenant: ${name}`),
    ],
  }
}
