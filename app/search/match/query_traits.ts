import type { Phrase } from './phrases.ts'

/** What the ranking needs to know about a query. */
export type QueryTraits = {
  /** How many content words the query has, and one bit for each. */
  readonly words: number
  readonly mask: number
  /** The query as typed, and its content words alone; absent if a word occurs on no page. */
  readonly phrase: Phrase | undefined
  readonly content: Phrase | undefined
  /** A name (`Bun.serve`, a run of CJK), whose words mean something else on their own. */
  readonly isName: boolean
  /** The query has no spaces: a name, or words with hyphens (`Retry-After`). */
  readonly isTight: boolean
}
