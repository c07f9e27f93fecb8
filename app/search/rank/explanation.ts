import type { WordMatch } from '../match/word_matches.ts'
import type { RankExplanation } from './rank_classes.ts'

/** A page, and how it came to its place; without a reason, it holds no content word. */
type ExplainedPage = Partial<RankExplanation> & {
  readonly page: number
  readonly words: readonly { readonly word: string; readonly matches: readonly WordMatch[] }[]
}

/** What a query is about, and why pages stand where they stand. */
export type SearchExplanation = {
  readonly framing: readonly string[]
  /** The content words, how many pages hold each, and how much it counts. */
  readonly words: readonly {
    readonly word: string
    readonly pages: number
    readonly weight: number
  }[]
  readonly pages: readonly ExplainedPage[]
}

/** The same with the reason of the page that the whole query stands for. */
export function addNamedPage(
  explanation: SearchExplanation,
  named: number | undefined,
): SearchExplanation {
  const name = (each: ExplainedPage): ExplainedPage =>
    each.page === named ? { ...each, reason: 'query_names_it' } : each
  return { ...explanation, pages: explanation.pages.map(name) }
}
