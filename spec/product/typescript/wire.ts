/** A signed-in person: `issuer` and `subject` together are who it is; `id` is the service's own. */
export type Person = { readonly id: string; readonly issuer: string; readonly subject: string }
export type Place = { readonly workspace_id: string; readonly business_id: string }
export type Choice = Place & { readonly workspace_name: string; readonly business_name: string }
export type Fields = Readonly<Record<string, unknown>>

export type ProductRecord = {
  readonly type: string
  readonly id: string
  readonly business_id: string
  readonly fields: Fields
}

/** What became of a call. A refusal changed nothing. */
export type Outcome =
  | {
      readonly outcome: 'records'
      readonly records: readonly ProductRecord[]
      readonly more: boolean
    }
  | {
      readonly outcome: 'applied'
      readonly result: Fields
      readonly records: readonly ProductRecord[]
    }
  | { readonly outcome: 'held'; readonly reason: string }
  | { readonly outcome: 'inactive' | 'not_found' | 'denied' | 'unavailable' }
  | { readonly outcome: 'invalid'; readonly field: string; readonly message: string }
  | { readonly outcome: 'conflict'; readonly message: string }

/** What a write is about, so that a person who approves it sees a name. */
export type TargetAnswer =
  | { readonly target: 'record'; readonly business_id: string; readonly name: string }
  | { readonly target: 'absent' | 'unknown' }

export type UserQuestion = { readonly user: Person }
export type StandingQuestion = Place & UserQuestion
export type TargetQuestion = StandingQuestion & {
  readonly operation: string
  readonly args: Fields
}
export type CallQuestion = {
  readonly operation: string
  readonly kind: 'read' | 'write'
  readonly context: StandingQuestion & {
    readonly request_id: string
    readonly grant_id: string
    readonly client_id: string
    readonly scopes: readonly string[]
  }
  readonly args: Fields
  /** The only types of records that the answer may hold. */
  readonly record_types: readonly string[]
  readonly idempotency_key?: string
  readonly approval_id?: string
  /** Milliseconds since 1970 after which nobody waits for the answer. */
  readonly deadline: number
}

/** Who calls your own API, in the header `Lectern-Context`. */
export type ApiContext = CallQuestion['context'] &
  Pick<CallQuestion, 'operation' | 'kind' | 'deadline' | 'idempotency_key' | 'approval_id'> & {
    /** Headers that the grant fills: they are not signed by themselves. */
    readonly headers?: Readonly<Record<string, string>>
  }

type Test = (value: unknown) => boolean
type Form = Readonly<Record<string, Test>>

const isText: Test = (value) => typeof value === 'string' && value !== ''
const isTextList: Test = (value) => Array.isArray(value) && value.every(isText)
const isObject: Test = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isKind: Test = (value) => value === 'read' || value === 'write'
const isOptionalText: Test = (value) => value === undefined || isText(value)
/** What a header can carry alike through every server and language. */
const isHeaderText: Test = (value) =>
  typeof value === 'string' && /^[!-~]([ -~]*[!-~])?$/.test(value)
const isOptionalHeaderText: Test = (value) => value === undefined || isHeaderText(value)
const isHeaderName = (name: string) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
const areHeaders: Test = (value) =>
  isObject(value) &&
  Object.entries(value ?? {}).every(([name, text]) => isHeaderName(name) && isHeaderText(text))
const areOptionalHeaders: Test = (value) => value === undefined || areHeaders(value)

// Members that are unknown here come from a newer service, and are left alone.
const USER: Form = { id: isText, issuer: isText, subject: isText }
const STANDING: Form = { user: hasForm(USER), workspace_id: isText, business_id: isText }
const CONTEXT: Form = {
  ...STANDING,
  ...{ request_id: isText, grant_id: isText, client_id: isText, scopes: isTextList },
}

export const isUserQuestion = guard<UserQuestion>({ user: hasForm(USER) })
export const isStandingQuestion = guard<StandingQuestion>(STANDING)
export const isTargetQuestion = guard<TargetQuestion>({
  ...STANDING,
  ...{ operation: isText, args: isObject },
})
export const isCallQuestion = guard<CallQuestion>({
  operation: isText,
  kind: isKind,
  context: hasForm(CONTEXT),
  args: isObject,
  record_types: isTextList,
  idempotency_key: isOptionalText,
  approval_id: isOptionalText,
  deadline: Number.isSafeInteger,
})
export const isApiContext = guard<ApiContext>({
  ...CONTEXT,
  operation: isText,
  kind: isKind,
  idempotency_key: isOptionalHeaderText,
  approval_id: isOptionalText,
  deadline: Number.isSafeInteger,
  headers: areOptionalHeaders,
})

function guard<Question>(form: Form): (value: unknown) => value is Question {
  const fits = hasForm(form)
  return (value): value is Question => fits(value)
}

function hasForm(form: Form): Test {
  return (value) => {
    if (!isObject(value)) return false
    const members = new Map(Object.entries(value ?? {}))
    return Object.entries(form).every(([name, test]) => test(members.get(name)))
  }
}
