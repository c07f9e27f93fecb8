import type { Alias } from './_aliases.ts'
import type { Standing } from './_standings.ts'
import type { Synonym } from './_synonyms.ts'

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

/** Pages as they are indexed: one that is hidden has no words, and an alias is a keyword. */
export function completeDocuments(
  documents: readonly SearchDocument[],
  aliases: readonly Alias[],
): readonly SearchDocument[] {
  const phrases = Map.groupBy(aliases, ({ page }) => page)
  return documents.map((document, page) => {
    if (document.standing === 'hidden') {
      return { ...document, title: '', description: '', body: '', sections: [], keywords: [] }
    }
    const more = (phrases.get(page) ?? []).map(({ phrase }) => phrase)
    return { ...document, keywords: [...(document.keywords ?? []), ...more] }
  })
}

/** A low page is still what its own title asks for. */
export function nameLowPages(documents: readonly SearchDocument[]): readonly Alias[] {
  const others = new Set(
    documents.flatMap(({ title, standing = 'normal' }) => (standing === 'normal' ? [title] : [])),
  )
  return documents.flatMap(({ title, standing }, page) =>
    standing === 'low' && !others.has(title) ? [{ phrase: title, page }] : [],
  )
}
