import { SEARCH_FILE } from '../../contract/build.ts'
import type { PageFilter, SearchRecord } from '../../contract/page.ts'
import type { EmittedFile } from '../../files/folder_writer.ts'
import { openSearchData } from '../../public_docs/mod.ts'
import type { Corpus } from '../model/corpus.ts'

/** Asks the search index of the build, as the service will. */
export type Search = (query: string, limit: number, filter: PageFilter) => readonly SearchRecord[]

/** The search of a build by its tables: an example is what the service answers, and no guess. */
export function openBuildSearch(corpus: Corpus, tables: readonly EmittedFile[]): Search {
  const file = tables.find(({ path }) => path === SEARCH_FILE)
  const index = file === undefined ? undefined : openSearchData(file.bytes)
  if (index?.ok !== true) throw new Error('Cannot search the build: it has no index')
  return (query, limit, filter) => {
    const hits = index.value.search(query.trim().normalize('NFC'), limit, filter)
    return hits.flatMap(({ page, section }) => {
      const record = corpus.pages[page]?.record
      if (record === undefined) return []
      return section === undefined ? [record] : [{ ...record, section }]
    })
  }
}
