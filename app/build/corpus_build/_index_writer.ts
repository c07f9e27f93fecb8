import type { CorpusPage } from '../../docs/model/corpus.ts'
import { readSearchDocument } from '../../docs/model/page_text.ts'
import { type SearchDocument, type SearchMeans, writeSearchData } from '../../docs/search/mod.ts'

export type IndexRequest = {
  readonly language: string
  readonly means: SearchMeans
  /** Files of all pages, in their order. */
  readonly order: readonly string[]
  /** The pages that are new or different. */
  readonly changed: readonly CorpusPage[]
}

/** Writes an index again and again, and reads only pages that changed. */
export function createIndexWriter(): (request: IndexRequest) => Uint8Array<ArrayBuffer> {
  const documents = new Map<string, SearchDocument>()
  return ({ language, means, order, changed }) => {
    for (const page of changed) documents.set(page.file, readSearchDocument(page))
    const listed = order.flatMap((file) => documents.get(file) ?? [])
    return writeSearchData(listed, language, means)
  }
}
