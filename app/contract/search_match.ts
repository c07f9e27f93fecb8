/** What a search could not take as typed. */
export type SearchMatch = {
  /** Words of the query, as typed, that no page holds in any form. */
  readonly unmatched: readonly string[]
  /** Words and phrases, as typed, that a correction or a synonym was found for, and which. */
  readonly corrected: ReadonlyMap<string, string>
}

/** The members that say so in an answer; none if every word was taken as typed. */
export function describeMatch({ unmatched, corrected }: SearchMatch): {
  readonly unmatched?: readonly string[]
  readonly corrected?: Readonly<Record<string, string>>
} {
  return {
    ...(unmatched.length === 0 ? {} : { unmatched }),
    ...(corrected.size === 0 ? {} : { corrected: Object.fromEntries(corrected) }),
  }
}
