import type { PageFilter, PageRecord, SearchRecord } from '../../../contract/page.ts'
import { normalizeQuery } from '../../../contract/query.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { createSearchList } from '../../../docs/public_docs/mod.ts'
import { openSearchData, type SearchIndex } from '../../../docs/search/mod.ts'
import type { EmittedFile } from '../../../foundation/files/folder_writer.ts'

/** Searches the index of the build, as the service will. */
export type Search = (query: string, limit: number, filter: PageFilter) => readonly SearchRecord[]

/** Opens the search of a build, so that examples are exactly what the service answers. */
export function openBuildSearch(corpus: Corpus, file: EmittedFile): Search {
  const index = openSearchData(file.bytes)
  if (!index.ok) throw new Error(`Cannot search the build: ${index.error}`)
  return searchRecords(corpus, index.value)
}

/** Searches an index of these pages, with records as the service answers them. */
export function searchRecords(corpus: Corpus, index: Pick<SearchIndex, 'search'>): Search {
  const record = (at: number): PageRecord => {
    const page = corpus.pages[at]
    if (page === undefined) throw new Error(`Cannot search the build: it has no page ${at}`)
    return page.record
  }
  const records = { record, json: (at: number) => JSON.stringify(record(at)) }
  return (query, limit, filter) => {
    const { hits } = index.search(normalizeQuery(query), limit, filter)
    return createSearchList(records, hits, 'all', {}).records
  }
}
