/** How sure a search is: weak if no section of its best page holds enough of the query. */
export const SEARCH_OUTCOMES = ['found', 'weak', 'nothing_found'] as const
export type SearchOutcome = (typeof SEARCH_OUTCOMES)[number]

/** How well a search matched, and what it could not take as typed. */
export type SearchMatch = {
  readonly outcome: SearchOutcome
  /** Of a weak one: words, as typed, that the section with most of the query lacks. */
  readonly apart: readonly string[]
  /** Words of the query, as typed, that no page holds in any form. */
  readonly unmatched: readonly string[]
  /** Words and phrases, as typed, that a correction or a synonym was found for, and which. */
  readonly corrected: ReadonlyMap<string, string>
}

/** The members that say so in an answer, beside the outcome; none where there is nothing to say. */
export function describeMatch({ apart, unmatched, corrected }: SearchMatch): {
  readonly apart?: readonly string[]
  readonly unmatched?: readonly string[]
  readonly corrected?: Readonly<Record<string, string>>
} {
  return {
    ...(apart.length === 0 ? {} : { apart }),
    ...(unmatched.length === 0 ? {} : { unmatched }),
    ...(corrected.size === 0 ? {} : { corrected: Object.fromEntries(corrected) }),
  }
}
