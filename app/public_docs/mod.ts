import type { LimitSettings } from '../contract/limits.ts'
import { ok, type Result } from '../contract/result.ts'
import type { Log } from '../telemetry/log.ts'
import type { PublicDocs } from './_public_docs.ts'
import { followBuilds } from './_reload.ts'

export {
  openSearchData,
  type QuestionWord,
  readQuestionWords,
  type SearchDocument,
  type SearchHit,
  type SearchIndex,
  writeSearchData,
} from '../search/mod.ts'
export { computeBuildName } from './_build_name.ts'
export type {
  CapabilityAnswer,
  EventAnswer,
  OperationAnswer,
  PageAnswer,
  PagesAnswer,
  PublicDocs,
  RecordList,
  SearchAnswer,
  Snapshot,
  StoredFile,
  StoredForm,
} from './_public_docs.ts'
export { writeRecords } from './_records.ts'
export { writeServed } from './_served_files.ts'

/**
 * Opens the library over a folder of builds. The error says in one line why there is nothing to
 * serve; after that a bad build is logged and the last good one stays.
 */
export async function openPublicDocs(options: {
  readonly distDir: string
  readonly log: Log
  /** Settings over the registry's limits: a new build that names others is not taken. */
  readonly limits?: LimitSettings
}): Promise<Result<PublicDocs, string>> {
  const shelf = await followBuilds(options.distDir, options.log, options.limits ?? {})
  return shelf.ok ? ok(shelf.value) : shelf
}
