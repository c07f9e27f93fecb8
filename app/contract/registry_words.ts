import {
  type TArray,
  type TLiteral,
  type TSchema,
  type TString,
  type TUnion,
  Type,
} from '@sinclair/typebox'

/** The objects of a registry are closed: an unknown key is a slip of the pen. */
export const closed = { additionalProperties: false } as const

export const text: TString = Type.String({ minLength: 1 })

/** The description says in words what the pattern asks for; a problem of the registry quotes it. */
export function written(pattern: string, description: string): TString {
  return Type.String({ pattern, description })
}

export const line: TString = Type.String({
  minLength: 1,
  maxLength: 300,
  pattern: '^[^\\n]+$',
  description: 'one line of text, 300 characters at most',
})

export const identifier: TString = written(
  '^[a-z][a-z0-9_]{0,63}$',
  'a lower-case letter, then lower-case letters, digits and _, 64 at most',
)

export function oneOf<Value extends string>(values: readonly Value[]): TUnion<TLiteral<Value>[]> {
  return Type.Union(values.map((value) => Type.Literal(value)))
}

export function exactly<Item extends TSchema>(count: number, item: Item): TArray<Item> {
  return Type.Array(item, { minItems: count, maxItems: count })
}
