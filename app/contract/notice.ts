import { type CapabilityStatus, factsOf } from './statuses.ts'

/** Says in words what a status means that a model may overlook; the build adds it to a record. */
export function noticeOf(status: CapabilityStatus): { readonly notice?: string } {
  const { notice } = factsOf(status)
  return notice === undefined ? {} : { notice }
}

const NOTHING_FOUND =
  'No page matches these words. Try other or fewer words; this does not mean a feature is absent.'
const DEGRADED =
  'Page bodies could not be searched, so pages that match only in their text may be missing.'

/** What a reader must know about the result of a search, beside its records. */
export function noteSearch(recordCount: number, degraded: boolean): readonly string[] {
  return [...(recordCount === 0 ? [NOTHING_FOUND] : []), ...(degraded ? [DEGRADED] : [])]
}
