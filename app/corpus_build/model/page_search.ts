import type { Registry } from '../../contract/registry.ts'
import type { SearchMeans } from '../../search/mod.ts'
import type { CorpusPage } from './corpus.ts'

/** The values of `search` in front matter; a page without it is found as any other. */
export const STANDINGS_WRITTEN = ['low', 'hidden'] as const
type WrittenStanding = (typeof STANDINGS_WRITTEN)[number]

/** What a page says about search. */
export type PageSearch = {
  /** Words of readers that neither its title nor its description has. */
  readonly keywords: readonly string[]
  readonly standing: 'normal' | WrittenStanding
}

export function isStanding(text: string): text is WrittenStanding {
  return STANDINGS_WRITTEN.some((standing) => standing === text)
}

/** The synonyms and aliases of a registry, as search takes them. */
export function readSearchMeans(registry: Registry, pages: readonly CorpusPage[]): SearchMeans {
  const { synonyms = [], aliases = [] } = registry.search ?? {}
  const positions = new Map(pages.map(({ file }, at) => [file, at]))
  return {
    synonyms,
    aliases: aliases.flatMap(({ phrase, page }) => {
      const at = positions.get(`pages/${page}`)
      return at === undefined ? [] : [{ phrase, page: at }]
    }),
  }
}
