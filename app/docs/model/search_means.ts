import type { Registry } from '../../contract/registry.ts'
import type { SearchMeans } from '../search/mod.ts'
import type { CorpusPage } from './corpus.ts'

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
