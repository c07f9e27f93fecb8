import type { Corpus } from '../../../docs/model/corpus.ts'
import { readSearchDocument } from '../../../docs/model/page_text.ts'
import { readSearchMeans } from '../../../docs/model/search_means.ts'
import { openSearchData, type SearchIndex, SearchWriter } from '../../../docs/search/mod.ts'

/** Indexes the pages of a corpus as a build does, which takes a while for many. */
export function indexCorpus({ pages, registry }: Pick<Corpus, 'pages' | 'registry'>): SearchIndex {
  const index = new SearchWriter(registry.service.language, readSearchMeans(registry, pages))
  for (const page of pages) index.add(readSearchDocument(page))
  const opened = openSearchData(index.end())
  if (!opened.ok) throw new Error(`Cannot search the corpus: ${opened.error}`)
  return opened.value
}
