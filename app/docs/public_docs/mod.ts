export {
  openSearchData,
  type QuestionWord,
  readQuestionWords,
  type SearchDocument,
  type SearchExplanation,
  type SearchIndex,
  writeSearchData,
} from '../search/mod.ts'
export { computeDigest, isBuildPath } from './_build_files.ts'
export {
  type BuildListing,
  listBuild,
  NAMED_WITHIN_BYTES,
  readNamedAddress,
  readNamedBuild,
} from './_build_listing.ts'
export { computeBuildName } from './_build_name.ts'
export { readKeptManifest } from './_kept_manifest.ts'
export type { PublicDocs, Snapshot, StoredFile, StoredForm } from './_public_docs.ts'
export { createSearchList } from './_record_lists.ts'
export { writeRecords } from './_records.ts'
export { openPublicDocs } from './_reload.ts'
export { openServed, writeServed } from './_served_files.ts'
export { composeSnapshot } from './_snapshot.ts'
export { type BuildTrial, createBuildTrial } from './_trial.ts'
