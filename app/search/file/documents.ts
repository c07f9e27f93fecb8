import type { Standing } from '../rank/standings.ts'
import type { Alias } from './aliases.ts'
import type { Synonym } from './synonyms.ts'

/** A page as search reads it. */
export type SearchDocument = {
  readonly title: string
  readonly description: string
  /** Plain text: prose, headings and code, without link targets. */
  readonly body: string
  readonly kind: string
  readonly status: string
  /** Words that find the page as those of its description do, though no text shows them. */
  readonly keywords?: readonly string[]
  readonly standing?: Standing
  /** In order; `start` is the offset of the heading text in the body. */
  readonly sections: readonly SearchSection[]
}

export type SearchSection = {
  readonly heading: string
  readonly anchor: string
  readonly start: number
}

/** What writers say about the words of their readers. */
export type SearchMeans = {
  readonly synonyms: readonly Synonym[]
  readonly aliases: readonly Alias[]
}

/** Completes pages as they are indexed: one that is hidden has no words, an alias is a keyword. */
export function createCompletion(
  aliases: readonly Alias[],
): (document: SearchDocument, page: number) => SearchDocument {
  const phrases = Map.groupBy(aliases, ({ page }) => page)
  return (document, page) => {
    if (document.standing === 'hidden') {
      return { ...document, title: '', description: '', body: '', sections: [], keywords: [] }
    }
    const more = (phrases.get(page) ?? []).map(({ phrase }) => phrase)
    return { ...document, keywords: [...(document.keywords ?? []), ...more] }
  }
}

/** A low page is still what its own title asks for. */
export function nameLowPages(
  pages: readonly Pick<SearchDocument, 'title' | 'standing'>[],
): readonly Alias[] {
  const others = new Set(
    pages.flatMap(({ title, standing = 'normal' }) => (standing === 'normal' ? [title] : [])),
  )
  return pages.flatMap(({ title, standing }, page) =>
    standing === 'low' && !others.has(title) ? [{ phrase: title, page }] : [],
  )
}
