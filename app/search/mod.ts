import { ok, type Result } from '../contract/result.ts'
import { createSearchIndex, type SearchIndex } from './_index.ts'
import { openSearchFile } from './_reader.ts'

export type { SearchHit, SearchIndex } from './_index.ts'
export { type QuestionWord, readQuestionWords } from './_question.ts'
export { type SearchDocument, type SearchSection, writeSearchData } from './_writer.ts'

/**
 * Opens what `writeSearchData` wrote: views on the bytes, which must not change from then on. A
 * corrupt, truncated or foreign file is refused, and the error says in one clause why.
 */
export function openSearchData(bytes: Uint8Array): Result<SearchIndex, string> {
  const file = openSearchFile(bytes)
  return file.ok ? ok(createSearchIndex(file.value)) : file
}
