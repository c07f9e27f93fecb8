import {
  type TInteger,
  type TObject,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
} from '@sinclair/typebox'
import { LIMITS } from '../limits.ts'
import { KIND_PATTERN, PAGE_ID_PATTERN } from '../page.ts'
import type { NormalQuery } from '../query.ts'
import { closed } from '../registry_words.ts'

/** Every interface normalises a query before it checks the arguments (contract/query.ts). */
export const queryText: TUnsafe<NormalQuery> = Type.Unsafe(
  Type.String({
    minLength: 1,
    maxLength: LIMITS.queryCharactersMax,
    // Nothing may be left of spaces alone.
    pattern: '\\S',
    description: 'A question, a title, a phrase or an identifier.',
  }),
)

export const kindText: TString = Type.String({
  pattern: KIND_PATTERN,
  description: 'Only pages of this kind.',
})

/** The list of tools has its hint, because the name of the argument does not say it. */
export const nameText: TString = Type.String({
  hint: 'Id, address or title',
  minLength: 1,
  maxLength: LIMITS.queryCharactersMax,
  description: 'Id, address or title.',
})

export function idOf(what: string): TString {
  return Type.String({ minLength: 1, maxLength: LIMITS.idCharactersMax, description: what })
}

export function listLimit(usual: number): TInteger {
  return Type.Integer({
    minimum: 1,
    maximum: LIMITS.listRecordsMax,
    default: usual,
    description: 'Most records to return.',
  })
}

export const afterId: TString = Type.String({
  pattern: PAGE_ID_PATTERN,
  description:
    'Id of the last page of the previous call; the list goes on behind it. An id that names no ' +
    'page is refused.',
})

/** What a skill takes: a refusal of it names the members alone, so they need no descriptions. */
export const skillText: TString = Type.String({
  minLength: 1,
  maxLength: LIMITS.queryCharactersMax,
})
export const skillId: TString = Type.String({ minLength: 1, maxLength: LIMITS.idCharactersMax })
export const skillLimit: TInteger = Type.Integer({ minimum: 1, maximum: LIMITS.listRecordsMax })

/** Input of a skill that may name a thing in one of several ways: in words, as a person would. */
export function oneOfMembers(members: Readonly<Record<string, TSchema>>, least: 0 | 1): TObject {
  const optional = Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])
  const bounds = { ...(least === 0 ? {} : { minProperties: least }), maxProperties: 1 }
  return Type.Object(Object.fromEntries(optional), { ...closed, ...bounds })
}
