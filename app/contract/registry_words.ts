import {
  type TArray,
  type TLiteral,
  type TSchema,
  type TString,
  type TUnion,
  Type,
} from '@sinclair/typebox'

/** The objects of a registry are closed: an unknown key is a typo. */
export const closed = { additionalProperties: false } as const

export const text: TString = Type.String({ minLength: 1 })

/** The description says in words what the pattern asks for; a problem of the registry quotes it. */
export function patternText(pattern: string, description: string): TString {
  return Type.String({ pattern, description })
}

// No control character (U+0000 to U+001F, U+007F to U+009F) and no separator of lines, which would
// steer a terminal; and something to read.
const ONE_LINE = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$'

export function oneLine(charactersMax: number): TString {
  return Type.String({
    minLength: 1,
    maxLength: charactersMax,
    pattern: ONE_LINE,
    description: `one line of text, ${charactersMax} characters at most`,
  })
}

export const line: TString = oneLine(300)

export const languageTag: TString = patternText(
  '^[a-z]{2,3}(-[A-Za-z0-9]+)*$',
  'a language tag such as en',
)

export const identifier: TString = patternText(
  '^[a-z][a-z0-9_]{0,63}$',
  'a lower-case letter, then lower-case letters, digits and _, 64 at most',
)

/** A name that clients see: of a tool or a prompt. */
export const publicName: TString = patternText(
  '^[A-Za-z0-9_.-]{1,128}$',
  'letters, digits and the characters _ . -, 128 at most',
)

export function oneOf<Value extends string>(values: readonly Value[]): TUnion<TLiteral<Value>[]> {
  return Type.Union(values.map((value) => Type.Literal(value)))
}

/** What the contract counts, beside operations (contract 2, 4.1, 4.3, 4.4 and 6). */
export const COUNTS = { resources: 4, prompts: 2, skills: 5, workflows: 3, eventTypes: 6 } as const

export function exactly<Item extends TSchema>(count: number, item: Item): TArray<Item> {
  return Type.Array(item, { minItems: count, maxItems: count })
}

/** Whether a text is a regular expression as JSON Schema has them (ECMA-262, with `u`). */
export function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}
