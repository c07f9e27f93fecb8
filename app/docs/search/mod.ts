import { ok, type Result } from '../../contract/result.ts'
import type { Trust } from '../../foundation/tables/columns.ts'
import { createSearchIndex, type SearchIndex } from './_index.ts'
import { openSearchFile } from './file/reader.ts'

export type { SearchIndex, SearchOutcome } from './_index.ts'
export { type QuestionWord, readQuestionWords } from './analysis/query.ts'
export { findTextLanguage } from './analysis/text_language.ts'
export type { SearchDocument, SearchMeans, SearchSection } from './file/documents.ts'
export { SearchWriter, writeSearchData } from './file/writer.ts'
export type { SearchExplanation } from './rank/searcher.ts'
export type { PassageSize, SearchHit } from './show/hits.ts'

/**
 * Opens what `writeSearchData` wrote. The index consists of views on the bytes, which must not
 * change afterwards. A corrupt, truncated or foreign file is refused; the error gives the reason in
 * one clause.
 */
export function openSearchData(bytes: Uint8Array, trust?: Trust): Result<SearchIndex, string> {
  const file = openSearchFile(bytes, trust)
  return file.ok ? ok(createSearchIndex(file.value)) : file
}
